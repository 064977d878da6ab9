import { HeartPulse } from 'lucide-react';
import { healthShare, LARGEST_COUNT } from '@milepost/core/health';
import { FormattedNumber, type MessageDescriptor, useIntl } from 'react-intl';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { itemMessages } from './messages.ts';
import styles from './HealthCounts.module.css';

export interface HealthView {
  issuesOnTrack?: number | null;
  issuesNeedingAttention?: number | null;
  issuesAtRisk?: number | null;
}

/** The number of open issues by health status, with a bar of their shares; empty groups are left out. */
export function HealthCounts({ health }: { health: HealthView }) {
  const { formatMessage } = useIntl();
  const all: { count: number; tone: Tone; name: string; after: MessageDescriptor }[] = [
    {
      count: health.issuesOnTrack ?? 0,
      tone: 'success',
      name: formatMessage(itemMessages.onTrack),
      after: itemMessages.countOnTrack,
    },
    {
      count: health.issuesNeedingAttention ?? 0,
      tone: 'warning',
      name: formatMessage(itemMessages.needsAttention),
      after: itemMessages.countNeedingAttention,
    },
    {
      count: health.issuesAtRisk ?? 0,
      tone: 'danger',
      name: formatMessage(itemMessages.atRisk),
      after: itemMessages.countAtRisk,
    },
  ];
  const counts = all.filter(({ count }) => count > 0);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {counts.map(({ count, tone, name }) => (
        <Badge key={tone} tone={tone} icon={HeartPulse}>
          {name} <FormattedNumber value={Math.min(count, LARGEST_COUNT)} />
          {count > LARGEST_COUNT && '+'}
        </Badge>
      ))}
      <span className={styles.bar} aria-hidden>
        {counts.map(({ count, tone, after }) => (
          <span
            key={tone}
            data-tone={tone}
            data-tooltip={formatMessage(after, { count })}
            style={{ flexBasis: `${healthShare(count, total)}%` }}
          />
        ))}
      </span>
    </>
  );
}

/** The mark of a row: the number of issues at risk, otherwise of those that need attention. */
export function HealthMark({ health }: { health: HealthView | null | undefined }) {
  const { formatMessage } = useIntl();
  const atRisk = health?.issuesAtRisk ?? 0;
  const needing = health?.issuesNeedingAttention ?? 0;
  if (atRisk > 0) return <Badge tone="danger">{formatMessage(itemMessages.countAtRisk, { count: atRisk })}</Badge>;
  if (needing > 0)
    return <Badge tone="warning">{formatMessage(itemMessages.countNeedingAttention, { count: needing })}</Badge>;
  if ((health?.issuesOnTrack ?? 0) > 0) return <Badge tone="success">{formatMessage(itemMessages.onTrack)}</Badge>;
  return null;
}
