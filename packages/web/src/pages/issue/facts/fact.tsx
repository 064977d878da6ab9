import { FormattedMessage } from 'react-intl';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import type { OptionOf } from '../../../modules/work-items/sidebar/options.tsx';
import type { SaveField } from '../../../modules/work-items/sidebar/save.ts';
import { sidebarMessages } from '../../../modules/work-items/sidebar/messages.ts';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';
import type { IssueView } from '../data/api.ts';

/** What each fact in the sidebar of an issue is given. */
export interface FactProps {
  issue: IssueView;
  fullPath: string;
  home: NamespaceRef;
  mayEdit: boolean;
  save: SaveField<IssueView>;
}

/** What the page shows of the options that were picked: they are those this page offered. */
export const shownOf = <Shown,>(options: readonly PickerOption[]): Shown[] =>
  options.map((option) => (option as OptionOf<Shown>).shown);

export const none = <FormattedMessage {...sidebarMessages.none} />;
