import { FormattedMessage } from 'react-intl';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import type { OptionOf } from '../../../modules/work-items/sidebar/options.tsx';
import type { SaveField } from '../../../modules/work-items/sidebar/save.ts';
import { sidebarMessages } from '../../../modules/work-items/sidebar/messages.ts';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';
import type { IssueView } from '../data/api.ts';

/** The props of each field in the sidebar of an issue. */
export interface FactProps {
  issue: IssueView;
  fullPath: string;
  home: NamespaceRef;
  mayEdit: boolean;
  save: SaveField<IssueView>;
}

/** The displayed values of the chosen options, which this page offered itself. */
export const shownOf = <Shown,>(options: readonly PickerOption[]): Shown[] =>
  options.map((option) => (option as OptionOf<Shown>).shown);

export const none = <FormattedMessage {...sidebarMessages.none} />;
