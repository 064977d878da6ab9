import { HeartPulse } from 'lucide-react';
import { FormattedNumber, useIntl } from 'react-intl';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { itemWords } from './words.ts';

export interface HealthView {
  issuesOnTrack?: number | null;
  issuesNeedingAttention?: number | null;
  issuesAtRisk?: number | null;
}

/** How many open issues are in which health; what is none is left out. */
export function HealthCounts({ health }: { health: HealthView }) {
  const { formatMessage } = useIntl();
  const counts: [count: number | null | undefined, tone: Tone, words: string][] = [
    [health.issuesOnTrack, 'success', formatMessage(itemWords.onTrack)],
    [health.issuesNeedingAttention, 'warning', formatMessage(itemWords.needsAttention)],
    [health.issuesAtRisk, 'danger', formatMessage(itemWords.atRisk)],
  ];
  return counts
    .filter(([count]) => (count ?? 0) > 0)
    .map(([count, tone, words]) => (
      <Badge key={tone} tone={tone} icon={HeartPulse}>
        {words} <FormattedNumber value={count ?? 0} />
      </Badge>
    ));
}

/** The one mark a row has room for: how many issues are at risk, else how many need attention. */
export function HealthMark({ health }: { health: HealthView | null | undefined }) {
  const { formatMessage } = useIntl();
  const atRisk = health?.issuesAtRisk ?? 0;
  const needing = health?.issuesNeedingAttention ?? 0;
  if (atRisk > 0) return <Badge tone="danger">{formatMessage(itemWords.countAtRisk, { count: atRisk })}</Badge>;
  if (needing > 0)
    return <Badge tone="warning">{formatMessage(itemWords.countNeedingAttention, { count: needing })}</Badge>;
  if ((health?.issuesOnTrack ?? 0) > 0) return <Badge tone="success">{formatMessage(itemWords.onTrack)}</Badge>;
  return null;
}
