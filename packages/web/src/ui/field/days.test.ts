import { type Day, parseDay } from '@milepost/core/days';
import { createIntl } from 'react-intl';
import { expect, test } from 'vitest';
import { printAgo, printDay, printMonths, printSpan, readDay } from './days.ts';

const intl = createIntl({ locale: 'en' });
const day = (text: string): Day => parseDay(text) as Day;

test('a span names the year once where both ends share it', () => {
  expect(printSpan(intl, day('2025-01-13'), day('2025-04-23'))).toBe('Jan 13 – Apr 23, 2025');
  expect(printSpan(intl, day('2024-11-02'), day('2025-04-23'))).toBe('Nov 2, 2024 – Apr 23, 2025');
  expect(printDay(intl, day('2025-08-27'))).toBe('Aug 27, 2025');
});

test('a range of whole months is named by its months', () => {
  expect(printMonths(intl, day('2025-10-01'), day('2028-12-31'))).toBe('Oct 2025 – Dec 2028');
  expect(printMonths(intl, day('2025-01-01'), day('2025-03-31'))).toBe('Jan – Mar 2025');
});

test('a date is read from a day or from a time of that day', () => {
  expect(readDay('2025-08-27')).toBe(day('2025-08-27'));
  expect(readDay('2025-08-27T00:00:00Z')).toBe(day('2025-08-27'));
  expect(readDay(null)).toBeNull();
  expect(readDay('')).toBeNull();
});

test.each([
  [0, 'just now'],
  [30, '30 seconds ago'],
  [3 * 3600, '3 hours ago'],
  [26 * 3600, 'yesterday'],
  [6 * 365.25 * 86_400, '6 years ago'],
])('%d seconds back is %s', (seconds, said) => {
  const now = Date.UTC(2026, 10, 21, 12);
  expect(printAgo(intl, new Date(now - seconds * 1000).toISOString(), now)).toBe(said);
});
