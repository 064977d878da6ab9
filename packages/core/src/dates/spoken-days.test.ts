import { expect, test } from 'vitest';
import { formatDay, parseDay, type Day } from '../days.ts';
import { daySpoken } from './spoken-days.ts';

/** A Saturday. */
const today = parseDay('2026-11-21') as Day;

test.each([
  ['2027-01-05', '2027-01-05'],
  ['today', '2026-11-21'],
  ['Tomorrow', '2026-11-22'],
  ['in 2 days', '2026-11-23'],
  ['in a week', '2026-11-28'],
  ['in 3 months', '2027-02-21'],
  ['next month', '2026-12-21'],
  ['next year', '2027-11-21'],
  ['friday', '2026-11-27'],
  ['this Saturday', '2026-11-21'],
  ['saturday', '2026-11-28'],
  ['next monday', '2026-11-23'],
  ['December 31st', '2026-12-31'],
  ['31 December', '2026-12-31'],
  ['Jan 2', '2027-01-02'],
  ['January 2nd, 2028', '2028-01-02'],
  ['Feb 29 2028', '2028-02-29'],
  ['Feb 29', '2028-02-29'],
])('%s', (text, wanted) => {
  const day = daySpoken(text, today);
  expect(day === null ? null : formatDay(day)).toBe(wanted);
});

test('a leap day is the next one, even across a century without one', () => {
  const day = daySpoken('29 February', parseDay('2096-03-01') as Day);
  expect(day && formatDay(day)).toBe('2104-02-29');
});

test.each(['', 'soon', 'Feb 30', 'Feb 29 2027', '2026-13-01', 'in days', 'may', '0 May'])('%j is no day', (text) => {
  expect(daySpoken(text, today)).toBeNull();
});
