import type { WorkItemType } from '@milepost/core/work-items';
import { useIntl } from 'react-intl';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';
import { healthStatuses, type HealthStatus } from '../health.ts';
import { itemMessages } from '../messages.ts';
import { HealthBadge } from '../StateBadge.tsx';
import { fixedOptions } from './fixed-options.ts';
import { sidebarMessages as messages } from './messages.ts';
import { PickWidget } from './PickWidget.tsx';

export interface HealthWidgetProps {
  type: WorkItemType;
  healthStatus: HealthStatus | null | undefined;
  /** Only open items change theirs. */
  isOpen: boolean;
  mayEdit: boolean;
  /** Fetches the current value right before it is edited. */
  refresh?: () => Promise<unknown>;
  onSave: (next: HealthStatus | null) => Promise<void>;
}

/** The own health status of an item. */
export function HealthWidget({ type, healthStatus, isOpen, mayEdit, refresh, onSave }: HealthWidgetProps) {
  const { formatMessage } = useIntl();
  const optionOf = (status: HealthStatus): PickerOption => ({
    value: status,
    title: formatMessage(itemMessages[status]),
  });
  return (
    <PickWidget
      name={formatMessage(messages.health)}
      pickName={formatMessage(messages.selectHealth)}
      mayEdit={mayEdit && isOpen}
      {...(refresh && { refresh })}
      refreshFailed={formatMessage(messages.healthReadFailed)}
      empty={formatMessage(messages.noStatus)}
      none={formatMessage(messages.noStatus)}
      failed={formatMessage(messages.healthFailed, { issuableType: type })}
      fetchFailed={formatMessage(messages.saveFailed)}
      chosen={healthStatus ? [optionOf(healthStatus)] : []}
      options={fixedOptions('health', healthStatuses.map(optionOf))}
      isOrdered
      onSave={([chosen]) => onSave(healthStatuses.find((status) => status === chosen?.value) ?? null)}
      value={healthStatus && <HealthBadge health={healthStatus} />}
    />
  );
}
