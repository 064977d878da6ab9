import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { scopedTitle } from '@milepost/core/labels';
import type { Lane } from '../data/lane.ts';
import { laneMessages as messages } from './messages.ts';

const healths: Readonly<Record<string, (typeof messages)[keyof typeof messages]>> = {
  on_track: messages.onTrack,
  needs_attention: messages.needsAttention,
  at_risk: messages.atRisk,
};

/** A function that names a lane by its value: “stage beta”, “At risk”, “None”. */
export function useLaneName(): (lane: Pick<Lane, 'kind' | 'value' | 'title'>) => string {
  const { formatMessage } = useIntl();
  return useCallback(
    ({ kind, value, title }) => {
      if (value === null) return formatMessage(kind === 'HEALTH' ? messages.noUpdate : messages.none);
      if (kind === 'HEALTH') return formatMessage(healths[value] ?? messages.noUpdate);
      const scoped = kind === 'LABEL' && title !== null ? scopedTitle(title) : null;
      return scoped ? `${scoped.scope} ${scoped.value}` : (title ?? '');
    },
    [formatMessage],
  );
}
