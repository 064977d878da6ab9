import { type Day, dayOf, partsOf } from '@milepost/core/days';

/**
 * The position of a span across twelve equal months, as percentages of the year's width: exact to the day within its month. An
 * open end, and parts outside the year, extend to the edge.
 */
export function placeInYear(year: number, start: Day | null, due: Day | null): { x: number; width: number } {
  const left = start === null ? 0 : position(year, start);
  const right = due === null ? 100 : position(year, (due + 1) as Day);
  return { x: left, width: Math.max(0, right - left) };
}

function position(year: number, day: Day): number {
  const parts = partsOf(day);
  if (parts.year < year) return 0;
  if (parts.year > year) return 100;
  const length = dayOf(year, parts.month + 1, 1) - dayOf(year, parts.month, 1);
  return ((parts.month - 1 + (parts.dayOfMonth - 1) / length) / 12) * 100;
}
