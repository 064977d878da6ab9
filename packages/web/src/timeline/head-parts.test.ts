import { describe, expect, test } from 'vitest';
import type { Day } from '@milepost/core/days';
import { parseDay } from '@milepost/core/days';
import type { Column } from '@milepost/core/roadmap/columns';
import { columnsOf } from '@milepost/core/roadmap/columns';
import type { PresetType } from '@milepost/core/roadmap/ranges';
import { calendarNames, headPartsOf } from './head-parts.ts';

const day = (text: string) => parseDay(text) as Day;
const names = calendarNames('en', (quarter) => `Q${quarter}`);
const columnOn = (text: string, preset: PresetType) =>
  columnsOf({ from: day(text), to: day(text) }, preset)[0] as Column;

describe('parts of a column header', () => {
  test('a quarter has its three months', () => {
    const parts = headPartsOf(columnOn('2025-08-20', 'QUARTERS'), names);
    expect(parts.map((part) => part.text)).toEqual(['Jul', 'Aug', 'Sep']);
    expect(parts[1]?.at).toBeCloseTo(31 / 92, 9);
    expect(parts.at(-1)?.due).toBe(day('2025-09-30'));
  });

  test('a month has the days on which its weeks begin', () => {
    expect(headPartsOf(columnOn('2025-07-01', 'MONTHS'), names).map((part) => part.text)).toEqual([
      '6',
      '13',
      '20',
      '27',
    ]);
    expect(headPartsOf(columnOn('2025-06-01', 'MONTHS'), names).map((part) => part.text)).toEqual([
      '1',
      '8',
      '15',
      '22',
      '29',
    ]);
    expect(headPartsOf(columnOn('2025-07-01', 'MONTHS'), names, 1).map((part) => part.text)).toEqual([
      '7',
      '14',
      '21',
      '28',
    ]);
  });

  test('a week has its seven weekdays', () => {
    const parts = headPartsOf(columnOn('2025-07-17', 'WEEKS'), names);
    expect(parts.map((part) => part.text).join('')).toBe('SMTWTFS');
    expect(parts[4]).toMatchObject({ start: day('2025-07-17'), due: day('2025-07-17') });
  });
});
