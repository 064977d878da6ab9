import { exclusiveLabels } from '@milepost/core/labels';
import { useIntl } from 'react-intl';
import { present } from '../../../app/graphql.ts';
import { LabelChip } from '../../../modules/labels/LabelChip.tsx';
import { labelOption, labelsOf, type ShownLabel } from '../../../modules/work-items/sidebar/options.tsx';
import { PickWidget } from '../../../modules/work-items/sidebar/PickWidget.tsx';
import { sidebarWords } from '../../../modules/work-items/sidebar/words.ts';
import type { PickerOption } from '../../../ui/Picker.tsx';
import { none, shownOf, type FactProps } from './fact.tsx';

/** Its labels; of scoped ones one for each scope. */
export function Labels({ issue, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const labels = present(issue.labels?.nodes).map(labelOption);
  const change = (options: readonly PickerOption[]): Promise<void> => {
    const nodes = shownOf<ShownLabel>(options).map((label) => ({ description: null, ...label }));
    const without = (these: readonly PickerOption[], those: readonly PickerOption[]) =>
      these.filter(({ value }) => !those.some((each) => each.value === value)).map(({ value }) => value);
    const labelsWidget = { addLabelIds: without(options, labels), removeLabelIds: without(labels, options) };
    return save({ labelsWidget }, (view) => ({ ...view, labels: { nodes } }));
  };
  return (
    <PickWidget
      name={formatMessage(sidebarWords.labels)}
      mayEdit={mayEdit}
      empty={none}
      failed={formatMessage(sidebarWords.saveFailed)}
      fetchFailed={formatMessage(sidebarWords.labelsFailed)}
      multiple
      settle={exclusiveLabels}
      chosen={labels}
      options={labelsOf(home)}
      onSave={change}
      value={
        labels.length > 0 && labels.map((label) => <LabelChip key={label.value} label={label.shown} size="large" />)
      }
    />
  );
}
