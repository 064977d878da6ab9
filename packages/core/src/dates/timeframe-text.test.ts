import { describe, expect, test } from 'vitest';
import type { Day } from '../days.ts';
import { parseDay } from '../days.ts';
import { dayText, timeframeText } from './timeframe-text.ts';

const day = (text: string) => parseDay(text) as Day;

describe('timeframe text', () => {
  test('both dates missing', () => {
    expect(timeframeText({ start: null, due: null })).toBe('No start and end date');
  });

  test('only the start missing', () => {
    expect(timeframeText({ start: null, due: day('2025-12-17') })).toBe('No start date – Dec 17, 2025');
  });

  test('only the end missing', () => {
    expect(timeframeText({ start: day('2025-01-20'), due: null })).toBe('Jan 20, 2025 – No end date');
  });

  test('both dates present', () => {
    expect(timeframeText({ start: day('2024-02-05'), due: day('2025-12-17') })).toBe('Feb 5, 2024 – Dec 17, 2025');
  });

  test('the year of the start is left out when it is the year of the end', () => {
    expect(timeframeText({ start: day('2025-01-13'), due: day('2025-04-23') })).toBe('Jan 13 – Apr 23, 2025');
  });

  test('the words and the date format can be those of another language', () => {
    const texts = { noDates: '', noStart: (due: string) => `bis ${due}`, noDue: String, range: String };
    expect(timeframeText({ start: null, due: day('2025-12-17') }, texts, 'de')).toBe('bis 17. Dez. 2025');
    expect(dayText(day('2025-05-01'), 'de', false)).toBe('1. Mai');
  });
});
