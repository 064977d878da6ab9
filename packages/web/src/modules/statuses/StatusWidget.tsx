import type { WorkItemType } from '@milepost/core/work-items';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { defineMessages } from '../../ui/text/messages.ts';
import { PickWidget } from '../work-items/sidebar/PickWidget.tsx';
import { sidebarMessages } from '../work-items/sidebar/messages.ts';
import { allowedStatusesQuery, type ShownStatus } from './api.ts';
import { useStatusOptions } from './options.tsx';
import { StatusLabel } from './StatusLabel.tsx';

const messages = defineMessages({
  title: { id: 'status.title', defaultMessage: 'Status' },
  fetchFailed: { id: 'status.fetchFailed', defaultMessage: 'There was a problem fetching statuses.' },
});

export interface StatusWidgetProps {
  status: ShownStatus | null | undefined;
  type: WorkItemType;
  /** Of the group or project of the item. */
  fullPath: string;
  mayEdit: boolean;
  onSave(status: ShownStatus): Promise<void>;
}

/** The status of an item in its sidebar; the list has headings by category. */
export function StatusWidget({ status, type, fullPath, mayEdit, onSave }: StatusWidgetProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const allowed = allowedStatusesQuery(fullPath, type);
  const options = useStatusOptions(fullPath, type);
  return (
    <PickWidget
      name={formatMessage(messages.title)}
      mayEdit={mayEdit}
      empty={formatMessage(sidebarMessages.none)}
      value={status && <StatusLabel status={status} />}
      chosen={status ? [{ value: status.id ?? '', title: status.name ?? '' }] : []}
      options={options}
      isOrdered
      fetchFailed={formatMessage(messages.fetchFailed)}
      failed={formatMessage(sidebarMessages.saveFailed)}
      onSave={async ([picked]) => {
        const chosen = (await client.fetchQuery(allowed)).find(({ id }) => id === picked?.value);
        if (chosen) await onSave(chosen);
      }}
    />
  );
}
