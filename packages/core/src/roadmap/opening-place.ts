/**
 * Where the opening range lies. `today`: around today, with its line at a third of the chart. `ended`: nearly all dates have passed,
 * so today's line is near the right edge. `last` and `first`: all dates lie far before or after today, which is outside the range: it
 * ends soon after the last date, or begins shortly before the first.
 */
export const openingPlaces = ['today', 'ended', 'last', 'first'] as const;
export type OpeningPlace = (typeof openingPlaces)[number];

/** Whether an overview that opened like this found nothing planned around today. `all`: at all dates. */
export function isFarFromToday(opening: OpeningPlace | 'all' | null): boolean {
  return opening !== null && opening !== 'today' && opening !== 'ended';
}

/** The position of the day that a range is placed by, as a share of the chart's visible width. */
export const anchorShares: Readonly<Record<OpeningPlace, number>> = { today: 1 / 3, ended: 0.8, last: 0.9, first: 0.1 };
