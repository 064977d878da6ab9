import { HeartPulse, ListTree } from 'lucide-react';
import { healthShare, MAX_SHOWN_COUNT } from '@milepost/core/fields/health';
import { FormattedNumber, type MessageDescriptor, useIntl } from 'react-intl';
import { Icon } from '../../ui/button/Icon.tsx';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import type { HealthView } from './health.ts';
import { itemMessages } from './messages.ts';
import { HealthBadge } from './StateBadge.tsx';
import styles from './HealthCounts.module.css';

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
          {name} <FormattedNumber value={Math.min(count, MAX_SHOWN_COUNT)} />
          {count > MAX_SHOWN_COUNT && '+'}
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

/** The health of an epic in a row: its own status, otherwise the worst one of its open issues, marked as rolled up. */
export function HealthMark({ health }: { health: HealthView | null | undefined }) {
  const { formatMessage } = useIntl();
  if (health?.own) return <HealthBadge health={health.own} textSize="sm" />;
  const worst = worstBelow(health);
  if (!worst) return null;
  const rolledUp = formatMessage(itemMessages.rolledUpHealth);
  return (
    <Badge tone={worst.tone} tooltip={rolledUp}>
      <Icon of={ListTree} size={12} label={rolledUp} />
      {formatMessage(worst.message, { count: worst.count })}
    </Badge>
  );
}

function worstBelow(health: HealthView | null | undefined) {
  const { issuesAtRisk, issuesNeedingAttention, issuesOnTrack } = health ?? {};
  if (issuesAtRisk) return { tone: 'danger', message: itemMessages.countAtRisk, count: issuesAtRisk } as const;
  if (issuesNeedingAttention)
    return { tone: 'warning', message: itemMessages.countNeedingAttention, count: issuesNeedingAttention } as const;
  return issuesOnTrack
    ? ({ tone: 'success', message: itemMessages.countOnTrack, count: issuesOnTrack } as const)
    : null;
}
