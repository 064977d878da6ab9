/** A calendar day as a whole number: days since 1970-01-01. No time zone can move it. */
export type Day = number & { readonly brand: 'Day' };

const MS_PER_DAY = 86_400_000;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Takes year, month (1 to 12) and day of month; out-of-range parts roll over as in a calendar. */
export function dayOf(year: number, month: number, dayOfMonth: number): Day {
  return (Date.UTC(year, month - 1, dayOfMonth) / MS_PER_DAY) as Day;
}

/** Parses `YYYY-MM-DD`; null when the text is not a date or the date does not exist. */
export function parseDay(text: string): Day | null {
  const match = ISO_DAY.exec(text);
  if (!match) return null;
  const day = dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return formatDay(day) === text ? day : null;
}

/** Formats as `YYYY-MM-DD`. */
export function formatDay(day: Day): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

export interface DayParts {
  year: number;
  /** 1 to 12 */
  month: number;
  /** 1 to 31 */
  dayOfMonth: number;
  /** 0 (Sunday) to 6 */
  weekday: number;
}

export function partsOf(day: Day): DayParts {
  const date = new Date(day * MS_PER_DAY);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    dayOfMonth: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

export function addDays(day: Day, count: number): Day {
  return (day + count) as Day;
}

/** The day of `date` on the local clock of the process that calls this (RM-ET-10: the viewer's clock decides today). */
export function localDayOf(date: Date): Day {
  return dayOf(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** The day of `date` in UTC, which decides today on the server. */
export function utcDayOf(date: Date): Day {
  return Math.floor(date.getTime() / MS_PER_DAY) as Day;
}

/** The weekday of a server setting; Sunday for anything else. */
export function parseWeekday(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6 ? value : 0;
}

/** Inclusive days; null where the date is not set. */
export interface Span {
  start: Day | null;
  due: Day | null;
}

/** Whether a span touches the days `from` to `to`, inclusive. A missing end is open; a span without dates touches none. */
export function touches(span: Span, from: Day, to: Day): boolean {
  if (span.start === null && span.due === null) return false;
  return (span.start === null || span.start <= to) && (span.due === null || span.due >= from);
}

/** The due date as text for API fields: in English, regardless of the viewer's language. */
export function dueText(due: Day, today: Day): string {
  const days = due - today;
  if (days < 0) return 'Past due';
  if (days === 0) return 'Due today';
  return days === 1 ? '1 day remaining' : `${days} days remaining`;
}

/** A day as text for API fields: "Dec 17, 2025". */
export function dayText(day: Day): string {
  const date = new Date(`${formatDay(day)}T00:00:00Z`);
  return date.toLocaleDateString('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}
