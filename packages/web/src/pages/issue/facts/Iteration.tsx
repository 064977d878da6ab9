import { useIntl } from 'react-intl';
import { MilestoneDates } from '../../../modules/milestones/MilestoneDates.tsx';
import { iterationOption, iterationsOf, type ShownIteration } from '../../../modules/work-items/sidebar/options.tsx';
import { PickWidget } from '../../../modules/work-items/sidebar/PickWidget.tsx';
import { sidebarMessages } from '../../../modules/work-items/sidebar/messages.ts';
import { useFactRefresh } from './refresh.ts';
import { none, shownOf, type FactProps } from './fact.tsx';

/** The iteration it is planned for. */
export function Iteration({ issue, fullPath, home, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const { iteration } = issue;
  const refresh = useFactRefresh({ fullPath, iid: issue.iid });
  return (
    <PickWidget
      name={formatMessage(sidebarMessages.iteration)}
      mayEdit={mayEdit}
      empty={none}
      none={formatMessage(sidebarMessages.noIteration)}
      refresh={refresh.iteration}
      refreshFailed={formatMessage(sidebarMessages.iterationReadFailed)}
      failed={formatMessage(sidebarMessages.iterationFailed)}
      fetchFailed={formatMessage(sidebarMessages.iterationsFailed)}
      chosen={iteration ? [iterationOption(iteration)] : []}
      options={iterationsOf(home)}
      onSave={(options) => {
        const [next = null] = shownOf<ShownIteration>(options);
        return save({ iterationWidget: { iterationId: next?.id ?? null } }, (view) => ({ ...view, iteration: next }));
      }}
      value={
        iteration && (
          <>
            {iteration.title ?? iteration.iterationCadence.title}
            <small>
              <MilestoneDates startDate={iteration.startDate} dueDate={iteration.dueDate} />
            </small>
          </>
        )
      }
    />
  );
}
