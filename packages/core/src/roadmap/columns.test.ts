import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Day } from '../days.ts';
import { dayOf, formatDay, parseDay, partsOf } from '../days.ts';
import { columnAt, columnsOf, endsYear, showsYear, timeframeOf } from './columns.ts';
import { presetsOf, rangeTypes, windowOf } from './ranges.ts';

const day = (text: string) => parseDay(text) as Day;
const anyDay = fc.integer({ min: dayOf(1990, 1, 1), max: dayOf(2080, 12, 31) }).map((value) => value as Day);
const anyView = fc.constantFrom(...rangeTypes).chain((range) =>
  fc.record({
    range: fc.constant(range),
    preset: fc.constantFrom(...presetsOf(range)),
    firstWeekday: fc.nat(6),
    today: anyDay,
  }),
);

describe('columns', () => {
  test('in a custom range a column may be a year, named in its head and divided into quarters', () => {
    const columns = columnsOf({ from: day('2024-05-01'), to: day('2026-01-01') }, 'YEARS');
    expect(columns.map(({ start, due }) => `${formatDay(start)}/${formatDay(due)}`)).toEqual([
      '2024-01-01/2024-12-31',
      '2025-01-01/2025-12-31',
      '2026-01-01/2026-12-31',
    ]);
    expect(columns.every((_, index) => showsYear(columns, index))).toBe(true);
    const [first] = columns;
    expect(first?.preset === 'YEARS' && first.range.map(formatDay)).toEqual([
      '2024-01-01',
      '2024-04-01',
      '2024-07-01',
      '2024-10-01',
    ]);
  });

  test('a quarter is a range of three month dates, a year and a quarterSequence', () => {
    const columns = columnsOf(windowOf('THREE_YEARS', day('2025-07-17')), 'QUARTERS');
    expect(columns).toHaveLength(12);
    expect(columns[0]).toMatchObject({
      range: [day('2024-01-01'), day('2024-02-01'), day('2024-03-01')],
      year: 2024,
      quarterSequence: 1,
    });
    expect(columns.map((column) => column.preset === 'QUARTERS' && column.quarterSequence)).toEqual([
      1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4,
    ]);
  });

  test('a month is the date it begins', () => {
    const columns = columnsOf(windowOf('CURRENT_YEAR', day('2024-07-17')), 'MONTHS');
    expect(columns).toHaveLength(12);
    expect(columns[1]?.start).toBe(day('2024-02-01'));
    expect(columns[1]?.due).toBe(day('2024-02-29'));
  });

  test('a week is the date it begins and has 7 days', () => {
    const columns = columnsOf(windowOf('CURRENT_QUARTER', day('2025-07-17')), 'WEEKS');
    expect(columns.slice(0, 2).map(({ start }) => start)).toEqual([day('2025-06-29'), day('2025-07-06')]);
    for (const column of columns) expect(column.due - column.start + 1).toBe(7);
  });

  test('a week begins on the first weekday it is given, Sunday by default', () => {
    const window = windowOf('CURRENT_QUARTER', day('2025-07-17'));
    expect(partsOf(columnsOf(window, 'WEEKS')[0]?.start as Day).weekday).toBe(0);
    expect(partsOf(columnsOf(window, 'WEEKS', 1)[0]?.start as Day).weekday).toBe(1);
  });

  test('a quarter names its year when it is the first item or quarter 1', () => {
    const columns = columnsOf({ from: day('2024-02-01'), to: day('2027-01-31') }, 'QUARTERS');
    const withYear = columns.filter((_, index) => showsYear(columns, index)).map((column) => formatDay(column.start));
    expect(withYear).toEqual(['2024-01-01', '2025-01-01', '2026-01-01', '2027-01-01']);
    const later = columnsOf({ from: day('2024-05-01'), to: day('2025-04-30') }, 'QUARTERS');
    expect(later.map((_, index) => showsYear(later, index))).toEqual([true, false, false, true, false]);
  });

  test('months and weeks name the year at the first item and where a new one begins', () => {
    const months = columnsOf({ from: day('2024-11-01'), to: day('2025-02-28') }, 'MONTHS');
    expect(months.map((_, index) => showsYear(months, index))).toEqual([true, false, true, false]);
    const weeks = columnsOf({ from: day('2024-12-22'), to: day('2025-01-11') }, 'WEEKS');
    expect(weeks.map((_, index) => showsYear(weeks, index))).toEqual([true, false, true]);
  });

  test('a stronger line marks the end of a year', () => {
    const months = columnsOf({ from: day('2024-11-01'), to: day('2025-02-28') }, 'MONTHS');
    expect(months.map(endsYear)).toEqual([false, true, false, false]);
  });

  test('columns follow one another without gaps and contain the range', () => {
    fc.assert(
      fc.property(anyView, ({ range, preset, firstWeekday, today }) => {
        const window = windowOf(range, today, preset);
        const columns = columnsOf(window, preset, firstWeekday);
        const timeframe = timeframeOf(columns);
        const follow = columns.every((column, index) => index === 0 || columns[index - 1]?.due === column.start - 1);
        expect(follow && columns.every((column) => column.start <= column.due)).toBe(true);
        // The outermost columns touch the range too: none is empty.
        expect(timeframe.from).toBeLessThanOrEqual(window.from);
        expect(columns[0]?.due).toBeGreaterThanOrEqual(window.from);
        expect(timeframe.to).toBeGreaterThanOrEqual(window.to);
        expect(columns.at(-1)?.start).toBeLessThanOrEqual(window.to);
      }),
    );
  });

  test('today is in exactly one column of every range and preset', () => {
    fc.assert(
      fc.property(anyView, ({ range, preset, firstWeekday, today }) => {
        const columns = columnsOf(windowOf(range, today, preset), preset, firstWeekday);
        const holding = columns.filter((column) => column.start <= today && today <= column.due);
        expect(holding).toHaveLength(1);
        expect(columns[columnAt(columns, today)]).toBe(holding[0]);
      }),
    );
  });

  test('a day outside the columns is in none of them', () => {
    const columns = columnsOf(windowOf('CURRENT_YEAR', day('2025-07-17')), 'MONTHS');
    expect(columnAt(columns, day('2024-12-31'))).toBe(-1);
    expect(() => timeframeOf([])).toThrow(RangeError);
  });
});
