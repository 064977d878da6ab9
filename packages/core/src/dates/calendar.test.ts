import { describe, expect, test } from 'vitest';
import {
  addMonths,
  boundsOf,
  canPick,
  dayAfterKey,
  dayOfTyped,
  monthsShown,
  weeksOfMonth,
  withinBounds,
  yearsAround,
} from './calendar.ts';
import { type Day, formatDay, parseDay, parseWeekday } from '../days.ts';

const day = (text: string): Day => parseDay(text) ?? (Number.NaN as Day);
const today = day('2025-07-17');
const free = boundsOf(null, null);

describe('bounds', () => {
  const bounds = boundsOf(day('2025-07-10'), day('2025-07-20'));

  test('days before the first and after the last cannot be picked', () => {
    expect(canPick(day('2025-07-09'), bounds)).toBe(false);
    expect(canPick(day('2025-07-10'), bounds)).toBe(true);
    expect(canPick(day('2025-07-20'), bounds)).toBe(true);
    expect(canPick(day('2025-07-21'), bounds)).toBe(false);
  });

  test('nor days that a rule rules out', () => {
    expect(canPick(day('2025-07-12'), bounds, (candidate) => candidate === day('2025-07-12'))).toBe(false);
  });

  test('a day beyond a bound becomes the bound', () => {
    expect(withinBounds(day('2025-01-01'), bounds)).toBe(bounds.min);
    expect(withinBounds(day('2026-01-01'), bounds)).toBe(bounds.max);
    expect(dayOfTyped('2025-01-01', today, bounds)).toBe(bounds.min);
  });

  test('a last day before the first is ignored', () => {
    expect(boundsOf(day('2025-07-10'), day('2025-07-09'))).toEqual({ min: day('2025-07-10'), max: null });
  });
});

test('dates are typed as year, month and day', () => {
  expect(dayOfTyped(' 2025-02-28 ', today, free)).toBe(day('2025-02-28'));
});

test.each(['tomorrow', '2025-02-30', '28.02.2025', '2025-2-3'])('%s cannot be read and becomes today', (text) =>
  expect(dayOfTyped(text, today, free)).toBe(today),
);

test('DP-IN-13: one month by default, at most four', () => {
  expect([undefined, 0, 2, 4, 5, 12].map((wanted) => monthsShown(wanted))).toEqual([1, 1, 2, 4, 4, 4]);
});

test('ten years to either side by default, at most a hundred', () => {
  expect(yearsAround(2025, free).slice(0, 1)).toEqual([2015]);
  expect(yearsAround(2025, free)).toHaveLength(21);
  expect(yearsAround(2025, free, 500)).toHaveLength(201);
});

test('years beyond the bounds are not offered, but the one in view is', () => {
  const bounds = boundsOf(day('2024-05-01'), day('2026-05-01'));
  expect(yearsAround(2025, bounds)).toEqual([2024, 2025, 2026]);
  expect(yearsAround(2040, bounds)).toEqual([2040]);
  expect(yearsAround(2030, bounds)).toContain(2030);
});

test('weeks begin on the given day, on Sunday by default', () => {
  const july = day('2025-07-01');
  expect(weeksOfMonth(july, 0)[0]?.map((one) => formatDay(one))[0]).toBe('2025-06-29');
  expect(weeksOfMonth(july, 1)[0]?.map((one) => formatDay(one))[0]).toBe('2025-06-30');
  expect(weeksOfMonth(july, 6)[0]?.map((one) => formatDay(one))[0]).toBe('2025-06-28');
  expect([undefined, 'x', 7, -1, 1.5, 6].map(parseWeekday)).toEqual([0, 0, 0, 0, 0, 6]);
});

test('every week of a month is whole, and none is missing', () => {
  for (let month = 1; month <= 12; month += 1)
    for (let first = 0; first < 7; first += 1) {
      const start = day(`2024-${String(month).padStart(2, '0')}-01`);
      const weeks = weeksOfMonth(start, first);
      expect(weeks.flat()).toContain(start);
      expect(weeks.flat()).toContain(addMonths(start, 1) - 1);
      expect(weeks.every((week) => week.length === 7)).toBe(true);
    }
});

test('keys lead by day, week, month and year, and to the ends of the week', () => {
  const from = day('2025-01-31');
  const to = (key: string, hasShift = false) => formatDay(dayAfterKey(from, key, hasShift, 1) ?? from);
  expect(to('ArrowLeft')).toBe('2025-01-30');
  expect(to('ArrowRight')).toBe('2025-02-01');
  expect(to('ArrowUp')).toBe('2025-01-24');
  expect(to('ArrowDown')).toBe('2025-02-07');
  expect(to('PageDown')).toBe('2025-02-28');
  expect(to('PageUp')).toBe('2024-12-31');
  expect(to('PageDown', true)).toBe('2026-01-31');
  expect(to('Home')).toBe('2025-01-27');
  expect(to('End')).toBe('2025-02-02');
  expect(dayAfterKey(from, 'x', false, 0)).toBeNull();
});
