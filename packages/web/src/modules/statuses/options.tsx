import type { WorkItemType } from '@milepost/core/work-items';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { PickerOption } from '../../ui/overlay/Picker.tsx';
import { type OptionsFor, optionsNamed } from '../work-items/sidebar/fixed-options.ts';
import { allowedStatusesQuery, type ShownStatus } from './api.ts';
import { categoryMessages } from './messages.ts';
import { StatusMark } from './StatusLabel.tsx';

/** The statuses that items of a type can have, as options with headings by category. */
export function useStatusOptions(fullPath: string, type: WorkItemType): OptionsFor {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const allowed = allowedStatusesQuery(fullPath, type);
  const optionOf = (status: ShownStatus): PickerOption => ({
    value: status.id ?? '',
    title: status.name ?? '',
    icon: <StatusMark status={status} />,
    group: status.category ? formatMessage(categoryMessages[status.category]) : undefined,
  });
  return (search) => ({
    queryKey: [...allowed.queryKey, 'options', search],
    queryFn: async () => optionsNamed((await client.fetchQuery(allowed)).map(optionOf), search),
  });
}
