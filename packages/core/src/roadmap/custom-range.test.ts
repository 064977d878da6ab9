import { describe, expect, test } from 'vitest';
import type { Day } from '../days.ts';
import { formatDay, parseDay } from '../days.ts';
import { layoutFor, parseCustomRange, printCustomRange } from './custom-range.ts';
import type { Timeframe } from './ranges.ts';
import { centeredOn, extentOf, fitted, shifted, zoomed, type Look } from './zoom.ts';

const day = (text: string) => parseDay(text) as Day;
const range = (from: string, to: string): Timeframe => ({ from: day(from), to: day(to) });
const print = (frame: Timeframe | null | undefined) => frame && `${formatDay(frame.from)}/${formatDay(frame.to)}`;
const today = day('2025-07-17');
const leastWidth = () => 84;

describe('a custom range', () => {
  test('is two dates in order, and reads back as it was printed', () => {
    const own = range('2025-02-03', '2026-05-06');
    expect(parseCustomRange('2025-02-03', '2026-05-06')).toEqual(own);
    expect(printCustomRange(own)).toEqual([
      ['range_from', '2025-02-03'],
      ['range_to', '2026-05-06'],
    ]);
  });

  test.each([
    ['2025-02-03', null],
    [null, '2025-02-03'],
    ['2025-02-30', '2025-03-01'],
    ['2025-03-02', '2025-03-01'],
    ['soon', 'later'],
    ['0002-01-01', '2025-03-01'],
  ])('%s to %s is none', (from, to) => expect(parseCustomRange(from, to)).toBeNull());

  test('ends after a century', () => {
    expect(print(parseCustomRange('2000-01-01', '9000-01-01'))).toBe('2000-01-01/2099-12-31');
  });

  test('has the layout of its length while none is chosen', () => {
    expect(layoutFor(range('2025-01-01', '2025-03-31'))).toBe('WEEKS');
    expect(layoutFor(range('2025-01-01', '2025-12-31'))).toBe('MONTHS');
    expect(layoutFor(range('2025-01-01', '2027-12-31'))).toBe('QUARTERS');
    expect(layoutFor(range('2015-01-01', '2027-12-31'))).toBe('YEARS');
  });
});

describe('fit', () => {
  test('spans from the first to the last date of all epics, also of those with one date', () => {
    const spans = [
      { start: null, due: day('2025-03-01') },
      { start: day('2025-05-01'), due: null },
      { start: null, due: null },
    ];
    expect(print(extentOf(spans))).toBe('2025-03-01/2025-05-01');
    expect(extentOf([{ start: null, due: null }])).toBeNull();
  });

  test('takes the finest columns that all fit', () => {
    const { custom, layout } = fitted(range('2024-02-10', '2025-05-20'), 1000, leastWidth);
    expect(layout).toBe('QUARTERS');
    expect(print(custom)).toBe('2024-01-01/2025-06-30');
    expect(fitted(range('2025-02-10', '2025-05-20'), 1400, leastWidth).layout).toBe('WEEKS');
    expect(fitted(range('1950-02-10', '2025-05-20'), 1000, leastWidth).layout).toBe('YEARS');
  });
});

describe('zoom', () => {
  const steps = (from: Look, to: 'in' | 'out') => {
    const seen: string[] = [];
    for (let look: Look | null = from; look && seen.length < 9; look = zoomed(look, to, today))
      seen.push(look.custom ? `${look.layout} ${print(look.custom)}` : `${look.layout} ${look.range}`);
    return seen;
  };

  test('zooming out goes through the layouts of a range, then to wider ranges, then to years', () => {
    expect(steps({ range: 'CURRENT_QUARTER', custom: null, layout: 'WEEKS' }, 'out')).toEqual([
      'WEEKS CURRENT_QUARTER',
      'MONTHS CURRENT_YEAR',
      'QUARTERS THREE_YEARS',
      'YEARS 2020-01-01/2030-12-31',
    ]);
    expect(zoomed({ range: 'THREE_YEARS', custom: null, layout: 'WEEKS' }, 'out', today)?.layout).toBe('MONTHS');
  });

  test('zooming in keeps the days and makes columns finer', () => {
    expect(steps({ range: 'THREE_YEARS', custom: null, layout: 'QUARTERS' }, 'in')).toEqual([
      'QUARTERS THREE_YEARS',
      'MONTHS THREE_YEARS',
      'WEEKS THREE_YEARS',
    ]);
    const own = range('2020-01-01', '2030-12-31');
    expect(zoomed({ range: 'THREE_YEARS', custom: own, layout: 'YEARS' }, 'in', today)).toEqual({
      range: 'THREE_YEARS',
      custom: own,
      layout: 'QUARTERS',
    });
  });

  test('zooming out widens a short custom range to as many months as its columns need, around its middle', () => {
    const short = { range: 'CURRENT_QUARTER', custom: range('2025-05-10', '2025-06-09'), layout: 'WEEKS' } as const;
    expect(steps(short, 'out')).toEqual([
      'WEEKS 2025-05-10/2025-06-09',
      'MONTHS 2024-12-01/2025-11-30',
      'QUARTERS 2023-12-01/2026-11-30',
      'YEARS 2020-01-01/2030-12-31',
    ]);
  });
});

describe('moving a range', () => {
  test('keeps its length', () => {
    expect(print(centeredOn(range('2020-01-01', '2020-01-31'), today))).toBe('2025-07-02/2025-08-01');
    expect(print(shifted(range('2025-01-10', '2025-01-19'), 1))).toBe('2025-01-20/2025-01-29');
    expect(print(shifted(range('2025-01-10', '2025-01-19'), -1))).toBe('2024-12-31/2025-01-09');
  });

  test('keeps whole months whole', () => {
    expect(print(shifted(range('2025-01-01', '2025-03-31'), 1))).toBe('2025-04-01/2025-06-30');
    expect(print(shifted(range('2024-01-01', '2024-12-31'), -1))).toBe('2023-01-01/2023-12-31');
  });
});
