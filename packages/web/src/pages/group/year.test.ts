import { type Day, dayOf } from '@milepost/core/days';
import { expect, test } from 'vitest';
import { placeInYear } from './YearStrip.tsx';

const day = (year: number, month: number, date: number): Day => dayOf(year, month, date);

test('a whole year fills the strip', () => {
  expect(placeInYear(2026, day(2026, 1, 1), day(2026, 12, 31))).toEqual({ x: 0, width: 100 });
});

test('a month is a twelfth, whatever its length', () => {
  const { x, width } = placeInYear(2026, day(2026, 2, 1), day(2026, 2, 28));
  expect(x).toBeCloseTo(100 / 12);
  expect(width).toBeCloseTo(100 / 12);
});

test('dates outside the year, and open ends, extend to the edge', () => {
  expect(placeInYear(2026, day(2025, 3, 1), null)).toEqual({ x: 0, width: 100 });
  expect(placeInYear(2026, null, day(2026, 6, 30)).width).toBeCloseTo(50);
  expect(placeInYear(2026, day(2026, 7, 1), day(2027, 2, 1)).x).toBeCloseTo(50);
});

test('a single day still has a width', () => {
  expect(placeInYear(2026, day(2026, 5, 5), day(2026, 5, 5)).width).toBeGreaterThan(0);
});
