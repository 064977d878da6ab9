import type { Day } from '@milepost/core/days';
import { anchorShares } from '@milepost/core/roadmap/opening-place';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { isWithin } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { TimelineLayout } from './room.ts';

/** The position of today after scrolling to it: a third of the view's width. */
export const todayAt = 1 / 3;
/** A timeline opens at its start unless today is further right than this share of the view. */
const farRight = 3 / 4;

/**
 * The initial horizontal scroll offset of a timeline with these days. `opening`: how the opening view places its range, which stands
 * at today if it was chosen for today.
 */
export function openingScroll(
  { scale, trackWidth, rightSpace, isPhone }: Pick<TimelineLayout, 'scale' | 'trackWidth' | 'rightSpace' | 'isPhone'>,
  timeframe: Timeframe,
  today: Day,
  opening: RoadmapSettings['opening'] = null,
): number {
  if (opening === 'first') return 0;
  if (opening === 'last') return Math.max(0, scale.width + rightSpace - trackWidth);
  const x = scale.xOf(today);
  const isFar = isWithin(today, timeframe) && (isPhone || opening !== null || x > trackWidth * farRight);
  return isFar ? x - trackWidth * (opening === 'ended' ? anchorShares.ended : todayAt) : 0;
}
