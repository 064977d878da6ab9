import type { Day, Span } from '../../days.ts';
import type { OpeningPlace } from '../opening-place.ts';

/** A plan has ended if fewer than this share of its epics have a day from today on. */
const MIN_SHARE_AHEAD = 0.25;
/** A last date within this many days before today leaves room for today in the range. */
const MAX_DAYS_SINCE_LAST = 180;
/** The same for a first date after today, for which only the part of the chart behind today is left. */
const MAX_DAYS_TO_FIRST = 90;

/** Places the range by these epics with dates, `count` of each. `anchor`: the last or the first date, null for today. */
export function placeOf(
  spans: readonly (Span & { count: number })[],
  today: Day,
): { place: OpeningPlace; anchor: Day | null } {
  let [total, ahead] = [0, 0];
  let [first, last] = [Infinity, -Infinity];
  for (const { start, due, count } of spans) {
    const begins = start ?? due;
    // A bar without an end is drawn short, from its start.
    const ends = due ?? start;
    if (begins === null || ends === null) continue;
    total += count;
    if (ends >= today) ahead += count;
    first = Math.min(first, begins);
    last = Math.max(last, ends);
  }
  if (total === 0) return { place: 'today', anchor: null };
  if (first - today > MAX_DAYS_TO_FIRST) return { place: 'first', anchor: first as Day };
  if (today - last > MAX_DAYS_SINCE_LAST) return { place: 'last', anchor: last as Day };
  return { place: ahead < total * MIN_SHARE_AHEAD ? 'ended' : 'today', anchor: null };
}
