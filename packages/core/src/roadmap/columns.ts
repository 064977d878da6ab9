import type { Day } from '../days.ts';
import { addDays, dayOf, partsOf } from '../days.ts';
import { unreachable } from '../errors.ts';
import type { Layout, Timeframe } from './ranges.ts';

interface Period {
  start: Day;
  /** The last day, inclusive. */
  due: Day;
}

export interface QuarterColumn extends Period {
  preset: 'QUARTERS';
  /** The first day of each of its three months. */
  range: readonly [Day, Day, Day];
  year: number;
  /** 1 to 4 */
  quarterSequence: number;
}

export interface MonthColumn extends Period {
  preset: 'MONTHS';
}

export interface WeekColumn extends Period {
  preset: 'WEEKS';
}

export interface YearColumn extends Period {
  preset: 'YEARS';
  /** The first day of each of its four quarters. */
  range: readonly Day[];
}

/** One column of the timeline. */
export type Column = YearColumn | QuarterColumn | MonthColumn | WeekColumn;

/**
 * The whole years, quarters, months or weeks that touch `window`, in order and without gaps. `firstWeekday` is 0 (Sunday) to 6.
 */
export function columnsOf(window: Timeframe, preset: Layout, firstWeekday = 0): Column[] {
  const columns: Column[] = [];
  let next = firstOf(window.from, preset, firstWeekday);
  while (next <= window.to) {
    const column = columnFrom(next, preset);
    columns.push(column);
    next = addDays(column.due, 1);
  }
  return columns;
}

/** From the first day of the first column to the last day of the last. */
export function timeframeOf(columns: readonly Column[]): Timeframe {
  const first = columns[0];
  const last = columns.at(-1);
  if (!first || !last) throw new RangeError('A timeline has at least one column');
  return { from: first.start, to: last.due };
}

/** Whether the header of column `index` shows the year: the first column and the first of each year do. */
export function showsYear(columns: readonly Column[], index: number): boolean {
  const column = columns[index];
  if (!column) return false;
  const before = columns[index - 1];
  if (!before) return true;
  if (column.preset === 'QUARTERS') return column.quarterSequence === 1;
  if (column.preset === 'YEARS') return true;
  return partsOf(before.start).year !== partsOf(column.start).year;
}

/** Whether a year ends within column `index`; the grid draws a stronger line there. */
export function endsYear(column: Column): boolean {
  return partsOf(column.start).year !== partsOf(addDays(column.due, 1)).year;
}

/** The index of the column that contains `day`, or -1. */
export function columnAt(columns: readonly Column[], day: Day): number {
  return columns.findIndex((column) => column.start <= day && day <= column.due);
}

/** The first day of the column that contains `day`. */
export function firstOf(day: Day, preset: Layout, firstWeekday: number): Day {
  const { year, month, weekday } = partsOf(day);
  switch (preset) {
    case 'YEARS':
      return dayOf(year, 1, 1);
    case 'QUARTERS':
      return dayOf(year, month - ((month - 1) % 3), 1);
    case 'MONTHS':
      return dayOf(year, month, 1);
    case 'WEEKS':
      return addDays(day, -((weekday - firstWeekday + 7) % 7));
    default:
      return unreachable(preset);
  }
}

function columnFrom(start: Day, preset: Layout): Column {
  const { year, month } = partsOf(start);
  switch (preset) {
    case 'YEARS': {
      const range = [1, 4, 7, 10].map((first) => dayOf(year, first, 1));
      return { preset, start, due: addDays(dayOf(year + 1, 1, 1), -1), range };
    }
    case 'QUARTERS': {
      const range = [start, dayOf(year, month + 1, 1), dayOf(year, month + 2, 1)] as const;
      const due = addDays(dayOf(year, month + 3, 1), -1);
      return { preset, start, due, range, year, quarterSequence: (month + 2) / 3 };
    }
    case 'MONTHS':
      return { preset, start, due: addDays(dayOf(year, month + 1, 1), -1) };
    case 'WEEKS':
      return { preset, start, due: addDays(start, 6) };
    default:
      return unreachable(preset);
  }
}
