import { type Day, formatDay as isoOf, localDayOf, parseDay } from '@milepost/core/days';
import type { IntlShape } from 'react-intl';

/** The day a server's date (`2025-01-13`, or a time of that day) names; null for none. */
export function readDay(text: string | null | undefined): Day | null {
  return text ? parseDay(text.slice(0, 10)) : null;
}

/** The text of that day for a date field, `2025-01-13`; empty for none. */
export const dateFieldText = (text: string | null | undefined): string => text?.slice(0, 10) ?? '';

const at = (day: Day): Date => new Date(`${isoOf(day)}T00:00:00Z`);

/** "Jan 13, 2025". */
export function printDay(intl: IntlShape, day: Day): string {
  return intl.formatDate(at(day), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}

/** "Jan 13 – Apr 23, 2025": one year if both are in the same year. */
export function printSpan(intl: IntlShape, start: Day, due: Day): string {
  const sameYear = at(start).getUTCFullYear() === at(due).getUTCFullYear();
  const first = sameYear
    ? intl.formatDate(at(start), { day: 'numeric', month: 'short', timeZone: 'UTC' })
    : printDay(intl, start);
  return `${first} – ${printDay(intl, due)}`;
}

/** "Oct 2025 – Dec 2028", for days that begin and end a month; thin spaces of the language become plain ones. */
export function printMonths(intl: IntlShape, first: Day, last: Day): string {
  return intl
    .formatDateTimeRange(at(first), at(last), { month: 'short', year: 'numeric', timeZone: 'UTC' })
    .replaceAll('\u2009', ' ');
}

const justNow = { id: 'days.justNow', defaultMessage: 'just now' };

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "just now", "2 hours ago", "yesterday", "6 years ago"; `now` for the tests. */
export function printAgo(intl: IntlShape, time: string, now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  if (seconds === 0) return intl.formatMessage(justNow);
  return intl.formatRelativeTime(Math.trunc(seconds / size), unit, { numeric: 'auto' });
}

/** "Nov 21, 2026, 12:30 PM", in the viewer's time zone. */
export function printTime(intl: IntlShape, time: string): string {
  return intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Days from today (on the viewer's clock) to `day`; negative for past days. */
export function daysUntil(day: Day, today: Day = localDayOf(new Date())): number {
  return day - today;
}
