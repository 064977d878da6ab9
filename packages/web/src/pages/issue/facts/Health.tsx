import { useIntl } from 'react-intl';
import { fixedOptions } from '../../../modules/work-items/sidebar/fixed-options.ts';
import { PickWidget } from '../../../modules/work-items/sidebar/PickWidget.tsx';
import { sidebarMessages as messages } from '../../../modules/work-items/sidebar/messages.ts';
import { HealthBadge, type HealthStatus } from '../../../modules/work-items/StateBadge.tsx';
import { itemMessages } from '../../../modules/work-items/messages.ts';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';
import { typeOf } from '../../../modules/work-items/type-of.ts';
import { useFactRefresh } from './refresh.ts';
import type { FactProps } from './fact.tsx';

const statuses: readonly HealthStatus[] = ['onTrack', 'needsAttention', 'atRisk'];

/** The health status of an open issue. */
export function Health({ issue, fullPath, mayEdit, save }: FactProps) {
  const { formatMessage } = useIntl();
  const refresh = useFactRefresh({ fullPath, iid: issue.iid });
  const optionOf = (status: HealthStatus): PickerOption => ({
    value: status,
    title: formatMessage(itemMessages[status]),
  });
  const { healthStatus } = issue;
  return (
    <PickWidget
      name={formatMessage(messages.health)}
      pickName={formatMessage(messages.selectHealth)}
      mayEdit={mayEdit && issue.state !== 'closed'}
      refresh={refresh.health}
      refreshFailed={formatMessage(messages.healthReadFailed)}
      empty={formatMessage(messages.noStatus)}
      none={formatMessage(messages.noStatus)}
      failed={formatMessage(messages.healthFailed, { issuableType: typeOf(issue.type) })}
      fetchFailed={formatMessage(messages.saveFailed)}
      chosen={healthStatus ? [optionOf(healthStatus)] : []}
      options={fixedOptions('health', statuses.map(optionOf))}
      isOrdered
      onSave={([chosen]) => {
        const next = statuses.find((status) => status === chosen?.value) ?? null;
        return save({ healthStatusWidget: { healthStatus: next } }, (view) => ({ ...view, healthStatus: next }));
      }}
      value={healthStatus && <HealthBadge health={healthStatus} />}
    />
  );
}
