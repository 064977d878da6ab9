import type { Day } from '../days.ts';
import { addDays, dayOf, formatDay, parseDay, partsOf } from '../days.ts';
import type { Layout, Timeframe } from './ranges.ts';

/** Maximum length: longer plans are unrealistic and do not fit any screen. */
const MAX_YEARS = 100;
const firstYear = 1000;

/**
 * Parses the two days of a custom range; null unless both are dates in order. A year of one to three digits is still being
 * typed. A range longer than a century is cut.
 */
export function parseCustomRange(from: string | null, to: string | null): Timeframe | null {
  const [first, last] = [parseDay(from ?? ''), parseDay(to ?? '')];
  if (first === null || last === null || first > last || partsOf(first).year < firstYear) return null;
  return capped({ from: first, to: last });
}

/** The range as parameters of an address. */
export function printCustomRange({ from, to }: Timeframe): [key: string, value: string][] {
  return [
    ['range_from', formatDay(from)],
    ['range_to', formatDay(to)],
  ];
}

/** The layout that suits a range of this length, unless the viewer chose one. */
export function layoutFor(range: Timeframe): Layout {
  const days = range.to - range.from + 1;
  if (days <= 190) return 'WEEKS';
  if (days <= 550) return 'MONTHS';
  return days <= 366 * 6 ? 'QUARTERS' : 'YEARS';
}

/** The range, cut after a century. */
export function capped({ from, to }: Timeframe): Timeframe {
  const { year, month, dayOfMonth } = partsOf(from);
  return { from, to: Math.min(to, addDays(dayOf(year + MAX_YEARS, month, dayOfMonth), -1)) as Day };
}
