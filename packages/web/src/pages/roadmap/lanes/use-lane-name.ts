import { useCallback } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { scopedTitle } from '@milepost/core/labels';
import type { Lane } from '../data/lane.ts';
import { laneMessages as messages } from './messages.ts';

const healths: Readonly<Record<string, (typeof messages)[keyof typeof messages]>> = {
  on_track: messages.onTrack,
  needs_attention: messages.needsAttention,
  at_risk: messages.atRisk,
};

/** Names a lane by its value: “stage beta”, “At risk”, “None”. */
export function laneNameOf(
  { kind, value, title }: Pick<Lane, 'kind' | 'value' | 'title'>,
  { formatMessage }: Pick<IntlShape, 'formatMessage'>,
): string {
  if (value === null) return formatMessage(kind === 'HEALTH' ? messages.noUpdate : messages.none);
  if (kind === 'HEALTH') return formatMessage(healths[value] ?? messages.noUpdate);
  const scoped = kind === 'LABEL' && title !== null ? scopedTitle(title) : null;
  return scoped ? `${scoped.scope} ${scoped.value}` : (title ?? '');
}

/** A function that names a lane. */
export function useLaneName(): (lane: Pick<Lane, 'kind' | 'value' | 'title'>) => string {
  const intl = useIntl();
  return useCallback((lane) => laneNameOf(lane, intl), [intl]);
}
