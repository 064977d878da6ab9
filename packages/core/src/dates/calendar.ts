import type { Day } from '../days.ts';
import { addDays, dayOf, formatDay, parseDay, partsOf } from '../days.ts';

/** The first and last selectable day of a field; null for unbounded. */
export interface Bounds {
  min: Day | null;
  max: Day | null;
}

/** The effective bounds: a last day before the first is ignored. */
export function boundsOf(min: Day | null, max: Day | null): Bounds {
  return { min, max: min !== null && max !== null && max < min ? null : max };
}

/** The day itself, or the bound that it exceeds. */
export function withinBounds(day: Day, { min, max }: Bounds): Day {
  if (min !== null && day < min) return min;
  return max !== null && day > max ? max : day;
}

/** Whether a day can be picked: within the bounds and not excluded. */
export function canPick(day: Day, bounds: Bounds, isDisabled: (day: Day) => boolean = () => false): boolean {
  return withinBounds(day, bounds) === day && !isDisabled(day);
}

/** Maximum days in either direction that are searched for a selectable day. */
const SELECTABLE_REACH = 366;

/**
 * The day itself if it can be picked, otherwise the next one that can, otherwise the previous one; the day clamped to the
 * bounds if there is none.
 */
export function nearestSelectable(day: Day, bounds: Bounds, isDisabled?: (day: Day) => boolean): Day {
  const start = withinBounds(day, bounds);
  for (const step of [1, -1]) {
    for (let away = 0; away <= SELECTABLE_REACH; away += 1) {
      const candidate = addDays(start, away * step);
      if (withinBounds(candidate, bounds) !== candidate) break;
      if (canPick(candidate, bounds, isDisabled)) return candidate;
    }
  }
  return start;
}

/**
 * The first of `count` consecutive months, starting with that of `day`, shifted so that they contain a day within the bounds.
 */
export function firstMonthShown(day: Day, count: number, { min, max }: Bounds): Day {
  const wanted = monthAfter(day, 0);
  if (min !== null && monthAfter(wanted, count) <= min) return monthAfter(min, 0);
  if (max !== null && wanted > max) return monthAfter(max, 1 - count);
  return wanted;
}

/** Parses a typed day: invalid text gives `today`, a day beyond a bound gives that bound. */
export function dayOfTyped(text: string, today: Day, bounds: Bounds): Day {
  return withinBounds(parseDay(text.trim()) ?? today, bounds);
}

/** Maximum number of months shown. */
export const maxMonths = 4;

/** The number of months a calendar shows: one by default, at most four. */
export function monthsShown(wanted = 1): number {
  return Math.min(maxMonths, Math.max(1, Math.floor(wanted)));
}

export const defaultYearRange = 10;
export const maxYearRange = 100;

/**
 * The years to choose from: this many before and after `year`, at most a hundred, and only those with days within the bounds.
 */
export function yearsAround(year: number, { min, max }: Bounds, range = defaultYearRange): number[] {
  const reach = Math.min(maxYearRange, Math.max(0, Math.floor(range)));
  const first = Math.max(year - reach, min === null ? -Infinity : partsOf(min).year);
  const last = Math.min(year + reach, max === null ? Infinity : partsOf(max).year);
  // The year in view is always included, even beyond a bound.
  if (last < first) return [year];
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return years.includes(year) ? years : [...years, year].sort((one, other) => one - other);
}

/** The first day of the month `count` months after that of `day`. */
export function monthAfter(day: Day, count: number): Day {
  const { year, month } = partsOf(day);
  return dayOf(year, month + count, 1);
}

/** The same day of the month `count` months later, or that month's last day if it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const { dayOfMonth } = partsOf(day);
  const first = monthAfter(day, count);
  return addDays(first, Math.min(dayOfMonth, monthAfter(first, 1) - first) - 1);
}

/** The whole weeks that touch a month. `firstWeekday` is 0 (Sunday) to 6. */
export function weeksOfMonth(monthStart: Day, firstWeekday: number): Day[][] {
  const first = startOfWeek(monthStart, firstWeekday);
  const end = monthAfter(monthStart, 1);
  const count = Math.ceil((end - first) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(first, week * 7 + weekday)),
  );
}

/** The first day of the week of `day`. */
export function startOfWeek(day: Day, firstWeekday: number): Day {
  return addDays(day, -((partsOf(day).weekday - firstWeekday + 7) % 7));
}

/** The day that a key moves to from a day of a calendar; null for a key that does not move. */
export function dayAfterKey(day: Day, key: string, hasShift: boolean, firstWeekday: number): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, hasShift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, hasShift ? 12 : 1);
    case 'Home':
      return startOfWeek(day, firstWeekday);
    case 'End':
      return addDays(startOfWeek(day, firstWeekday), 6);
    default:
      return null;
  }
}

/** `YYYY-MM-DD`, or undefined. */
export function printDate(day: Day | null): string {
  return day === null ? '' : formatDay(day);
}
