import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { scopedTitle } from '@milepost/core/labels';
import type { Lane } from '../data/lane.ts';
import { groupMessages } from '../lanes/group-messages.ts';
import { useLaneName } from '../lanes/use-lane-name.ts';
import type { LaneDrop } from './lane-drop.ts';
import { dragMessages as messages } from './messages.ts';

type Named = Pick<Lane, 'kind' | 'value' | 'title'>;

const scopedOf = ({ kind, title }: Named) => (kind === 'LABEL' && title !== null ? scopedTitle(title) : null);

export interface LaneTexts {
  /** For each level that changes the field and its values: “stage: alpha → beta”. */
  change: (drop: LaneDrop) => string;
  /** The values of a lane: “beta”, with two levels “beta, At risk”. */
  value: (lanes: readonly Named[]) => string;
}

/** The texts of a move between lanes. */
export function useLaneTexts(): LaneTexts {
  const { formatMessage, formatList } = useIntl();
  const nameOf = useLaneName();
  const valueOf = useCallback((lane: Named) => scopedOf(lane)?.value ?? nameOf(lane), [nameOf]);
  const change = useCallback(
    ({ from, to, changed }: LaneDrop) => {
      const parts = changed.flatMap((level) => {
        const [left, entered] = [from[level], to[level]];
        if (!left || !entered) return [];
        const kind = left.kind === 'LABEL' ? 'FIELD' : left.kind;
        const field = scopedOf(entered)?.scope ?? scopedOf(left)?.scope ?? formatMessage(groupMessages[kind]);
        return [formatMessage(messages.laneChange, { field, from: valueOf(left), to: valueOf(entered) })];
      });
      return formatList(parts, { type: 'unit' });
    },
    [formatMessage, formatList, valueOf],
  );
  const value = useCallback(
    (lanes: readonly Named[]) => formatList(lanes.map(valueOf), { type: 'unit' }),
    [formatList, valueOf],
  );
  return { change, value };
}
