import { addDays, dayOf, parseDay, partsOf, utcDayOf, type Day } from '../days.ts';
import { ValidationError } from '../errors.ts';

export const MAX_ANALYTICS_DAYS = 730;
export const DEFAULT_ANALYTICS_DAYS = 90;

/** Inclusive days in UTC. */
export interface DayRange {
  from: Day;
  to: Day;
}

/** The length of the periods that a series is divided into. */
export const analyticsIntervals = ['all', 'monthly', 'weekly', 'daily'] as const;
export type AnalyticsInterval = (typeof analyticsIntervals)[number];

/** The names of a range's two parameters, which errors contain. */
interface RangeNames {
  from: string;
  to: string;
}

/** The first day of a range that ends on `to`, where none is given. */
export type DefaultStart = (to: Day) => Day;

const lastDays: DefaultStart = (to) => addDays(to, 1 - DEFAULT_ANALYTICS_DAYS);

/** The same day three months before. */
export const threeMonthsBefore: DefaultStart = (to) => {
  const { year, month, dayOfMonth } = partsOf(to);
  const last = partsOf(dayOf(year, month - 2, 0)).dayOfMonth;
  return dayOf(year, month - 3, Math.min(dayOfMonth, last));
};

/** Parses a range. Throws ValidationError for a text that is no date, for an end before the start and for too many days. */
export function readDayRange(
  given: { from?: string | null | undefined; to?: string | null | undefined },
  today: Day,
  names: RangeNames = { from: 'from', to: 'to' },
  defaultStart: DefaultStart = lastDays,
): DayRange {
  const to = given.to ? readDay(given.to, names.to) : today;
  const from = given.from ? readDay(given.from, names.from) : defaultStart(to);
  if (from > to) throw new ValidationError({ [names.from]: [`must not be after ${names.to}`] });
  if (to - from + 1 > MAX_ANALYTICS_DAYS) {
    throw new ValidationError({ [names.from]: [`must be at most ${MAX_ANALYTICS_DAYS} days before ${names.to}`] });
  }
  return { from, to };
}

/** The day of `2026-11-21` or `2026-11-21T10:00:00Z`. */
function readDay(text: string, name: string): Day {
  const day = parseDay(text) ?? dayOfTime(text);
  if (day === null) throw new ValidationError({ [name]: ['is not a date'] });
  return day;
}

function dayOfTime(text: string): Day | null {
  const time = /^\d{4}-\d{2}-\d{2}T/.test(text) ? new Date(text) : null;
  return time && !Number.isNaN(time.getTime()) ? utcDayOf(time) : null;
}

/** The periods of a range in order. The first and the last are shortened to the range. */
export function periodsOf(range: DayRange, interval: AnalyticsInterval): DayRange[] {
  const periods: DayRange[] = [];
  let { from } = range;
  while (from <= range.to) {
    const next = interval === 'all' ? addDays(range.to, 1) : startOfNext(from, interval);
    periods.push({ from, to: Math.min(next - 1, range.to) as Day });
    from = next;
  }
  return periods;
}

function startOfNext(day: Day, interval: Exclude<AnalyticsInterval, 'all'>): Day {
  if (interval === 'daily') return addDays(day, 1);
  if (interval === 'weekly') {
    // Weeks begin on Monday, as those of PostgreSQL's date_trunc.
    return addDays(day, 7 - ((partsOf(day).weekday + 6) % 7));
  }
  const { year, month } = partsOf(day);
  return dayOf(year, month + 1, 1);
}

/** The interval of charts: at most about thirty periods. */
export function intervalOfCharts({ from, to }: DayRange): Exclude<AnalyticsInterval, 'all'> {
  const days = to - from + 1;
  if (days <= 31) return 'daily';
  return days <= 200 ? 'weekly' : 'monthly';
}

/** Incidents per deployment; null without deployments. */
export function changeFailureRate({
  deployments,
  incidents,
}: {
  deployments: number;
  incidents: number;
}): number | null {
  return deployments === 0 ? null : incidents / deployments;
}

/** The ages of open merge requests that one bar counts, in days: from `from`, and less than `until`. */
export const mergeRequestAges = [
  { from: 0, until: 1 },
  { from: 1, until: 3 },
  { from: 3, until: 7 },
  { from: 7, until: 14 },
  { from: 14, until: 30 },
  { from: 30, until: 90 },
  { from: 90, until: null },
] as const;
