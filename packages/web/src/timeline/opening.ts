import type { Day } from '@milepost/core/days';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { isWithin } from '@milepost/core/roadmap/ranges';
import type { TimelineLayout } from './room.ts';

/** The position of today after scrolling to it: a third of the view's width. */
export const todayAt = 1 / 3;
/** A timeline opens at its start unless today is further right than this share of the view. */
const farRight = 3 / 4;

/** The initial horizontal scroll offset of a timeline with these days. The opening view always stands at today, if it holds it. */
export function openingScroll(
  { scale, trackWidth, isPhone }: Pick<TimelineLayout, 'scale' | 'trackWidth' | 'isPhone'>,
  timeframe: Timeframe,
  today: Day,
  isOpening = false,
): number {
  const x = scale.xOf(today);
  const isFar = isWithin(today, timeframe) && (isPhone || isOpening || x > trackWidth * farRight);
  return isFar ? x - trackWidth * todayAt : 0;
}
