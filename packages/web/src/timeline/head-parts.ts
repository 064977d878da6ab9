import type { Day } from '@milepost/core/days';
import { addDays, dayOf, partsOf } from '@milepost/core/days';
import type { Column } from '@milepost/core/roadmap/columns';
import { daysIn } from './scale.ts';

/** A part of a column's header: its text, its days, and its position in the column from 0 to 1. */
export interface HeadPart {
  text: string;
  start: Day;
  due: Day;
  at: number;
}

const MS_PER_DAY = 86_400_000;

/** Names of quarters, months and weekdays in `locale`, in their shortest useful form. */
export interface CalendarNames {
  /** 1 to 4 */
  quarter: (quarter: number) => string;
  month: (day: Day) => string;
  weekday: (day: Day) => string;
  monthAndDay: (day: Day) => string;
}

export function calendarNames(locale: string, quarter: (quarter: number) => string): CalendarNames {
  // Created lazily: a formatter costs more than all it formats, and no layout needs every one.
  const format = (options: Intl.DateTimeFormatOptions) => {
    let formatter: Intl.DateTimeFormat | undefined;
    return (day: Day) => {
      formatter ??= new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
      return formatter.format(day * MS_PER_DAY);
    };
  };
  return {
    quarter,
    month: format({ month: 'short' }),
    weekday: format({ weekday: 'narrow' }),
    monthAndDay: format({ month: 'short', day: 'numeric' }),
  };
}

/**
 * The second line of a column's header: the quarters of a year, the months of a quarter, the week starts of a month, the
 * weekdays of a week.
 */
export function headPartsOf(column: Column, names: CalendarNames, firstWeekday = 0): HeadPart[] {
  switch (column.preset) {
    case 'QUARTERS':
    case 'YEARS':
      return column.range.map((start, index) => {
        const next = column.range[index + 1];
        const text = column.preset === 'YEARS' ? names.quarter(index + 1) : names.month(start);
        return part(column, text, start, next === undefined ? column.due : addDays(next, -1));
      });
    case 'MONTHS':
      return weekStartsOf(column, firstWeekday).map((start) =>
        part(column, String(partsOf(start).dayOfMonth), start, addDays(start, 6)),
      );
    default:
      return Array.from({ length: 7 }, (_, index) => {
        const day = addDays(column.start, index);
        return part(column, names.weekday(day), day, day);
      });
  }
}

function part(column: Column, text: string, start: Day, due: Day): HeadPart {
  return { text, start, due, at: (start - column.start) / daysIn(column) };
}

function weekStartsOf(column: Column, firstWeekday: number): Day[] {
  const { year, month, weekday } = partsOf(column.start);
  const first = 1 + ((firstWeekday - weekday + 7) % 7);
  const starts: Day[] = [];
  for (let date = first; dayOf(year, month, date) <= column.due; date += 7) starts.push(dayOf(year, month, date));
  return starts;
}
