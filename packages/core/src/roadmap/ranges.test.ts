import { describe, expect, test } from 'vitest';
import type { Day } from '../days.ts';
import { formatDay, parseDay } from '../days.ts';
import type { Timeframe } from './ranges.ts';
import { parsePresetType, parseRangeType, presetsOf, presetTypes, rangeTypes, windowOf } from './ranges.ts';

const day = (text: string) => parseDay(text) as Day;
const written = (window: Timeframe) => `${formatDay(window.from)}/${formatDay(window.to)}`;

describe('ranges and presets', () => {
  test('there are three ranges', () => {
    expect(rangeTypes).toEqual(['CURRENT_QUARTER', 'CURRENT_YEAR', 'THREE_YEARS']);
  });

  test('there are three presets', () => {
    expect(presetTypes).toEqual(['QUARTERS', 'MONTHS', 'WEEKS']);
  });

  test('this quarter allows weeks only', () => {
    expect(presetsOf('CURRENT_QUARTER')).toEqual(['WEEKS']);
  });

  test('this year allows months, by default, or weeks', () => {
    expect(presetsOf('CURRENT_YEAR')).toEqual(['MONTHS', 'WEEKS']);
  });

  test('within 3 years allows quarters, by default, months or weeks', () => {
    expect(presetsOf('THREE_YEARS')).toEqual(['QUARTERS', 'MONTHS', 'WEEKS']);
  });

  test('an unknown range is this quarter', () => {
    expect(parseRangeType('THREE_YEARS')).toBe('THREE_YEARS');
    for (const text of ['', 'three_years', 'NEXT_YEAR', null, undefined])
      expect(parseRangeType(text)).toBe('CURRENT_QUARTER');
  });

  test('a preset that its range does not allow becomes the default', () => {
    expect(parsePresetType('MONTHS', 'CURRENT_QUARTER')).toBe('WEEKS');
    expect(parsePresetType('QUARTERS', 'CURRENT_YEAR')).toBe('MONTHS');
    expect(parsePresetType(null, 'THREE_YEARS')).toBe('QUARTERS');
    expect(parsePresetType('WEEKS', 'THREE_YEARS')).toBe('WEEKS');
  });
});

describe('the days of a range', () => {
  test.each([
    ['2025-01-01', '2025-01-01/2025-03-31'],
    ['2025-07-17', '2025-07-01/2025-09-30'],
    ['2024-12-31', '2024-10-01/2024-12-31'],
  ])('on %s this quarter is %s', (today, expected) => {
    expect(written(windowOf('CURRENT_QUARTER', day(today)))).toBe(expected);
  });

  test.each(['2025-01-01', '2025-07-17', '2025-12-31'])('on %s this year is all twelve months', (today) => {
    expect(written(windowOf('CURRENT_YEAR', day(today)))).toBe('2025-01-01/2025-12-31');
  });

  test.each([
    ['2025-07-17', '2024-01-01/2026-12-31'],
    ['2025-07-01', '2024-01-01/2026-12-31'],
    ['2025-08-31', '2024-02-01/2027-01-31'],
    ['2024-02-29', '2022-08-01/2025-07-31'],
  ])('on %s three years are 18 months back and 18 forward, %s', (today, expected) => {
    expect(written(windowOf('THREE_YEARS', day(today), 'MONTHS'))).toBe(expected);
    expect(written(windowOf('THREE_YEARS', day(today), 'WEEKS'))).toBe(expected);
  });

  test('in quarters, too, three years are 36 months: six quarters back and six forward', () => {
    for (const today of ['2025-07-01', '2025-08-15', '2025-09-30'])
      expect(written(windowOf('THREE_YEARS', day(today), 'QUARTERS'))).toBe('2024-01-01/2026-12-31');
  });

  test('the current month is the first of the 18 forward', () => {
    const { from, to } = windowOf('THREE_YEARS', day('2025-08-17'), 'MONTHS');
    const monthsBetween = (a: Day, b: Day) => {
      const [left, right] = [formatDay(a), formatDay(b)].map((text) => text.split('-').map(Number));
      return ((right?.[0] ?? 0) - (left?.[0] ?? 0)) * 12 + (right?.[1] ?? 0) - (left?.[1] ?? 0);
    };
    expect(monthsBetween(from, day('2025-08-01'))).toBe(18);
    expect(monthsBetween(day('2025-08-01'), to) + 1).toBe(18);
  });
});
