import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { MilestoneDates } from '../milestones/MilestoneDates.tsx';
import { sidebarMessages } from '../work-items/sidebar/messages.ts';
import { iterationOption, iterationsOf, type OptionOf, type ShownIteration } from '../work-items/sidebar/options.tsx';
import { PickWidget } from '../work-items/sidebar/PickWidget.tsx';

export interface IterationWidgetProps {
  iteration: ShownIteration | null | undefined;
  /** Of the item. */
  home: NamespaceRef;
  mayEdit: boolean;
  /** Fetches the current value right before it is edited. */
  refresh?: () => Promise<unknown>;
  onSave(iteration: ShownIteration | null): Promise<void>;
}

/** The iteration that an item is planned for. */
export function IterationWidget({ iteration, home, mayEdit, refresh, onSave }: IterationWidgetProps) {
  const { formatMessage } = useIntl();
  return (
    <PickWidget
      name={formatMessage(sidebarMessages.iteration)}
      mayEdit={mayEdit}
      empty={formatMessage(sidebarMessages.none)}
      none={formatMessage(sidebarMessages.noIteration)}
      {...(refresh && { refresh })}
      refreshFailed={formatMessage(sidebarMessages.iterationReadFailed)}
      failed={formatMessage(sidebarMessages.iterationFailed)}
      fetchFailed={formatMessage(sidebarMessages.iterationsFailed)}
      chosen={iteration ? [iterationOption(iteration)] : []}
      options={iterationsOf(home)}
      // The values come from this list.
      onSave={([picked]) => onSave(picked ? (picked as OptionOf<ShownIteration>).shown : null)}
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
