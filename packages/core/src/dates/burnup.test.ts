import { expect, test } from 'vitest';
import type { Day } from '../days.ts';
import { burnupSeries, MAX_CHART_DAYS, type TimeboxEvent } from './burnup.ts';

const event = (day: number, itemId: number, change: Partial<TimeboxEvent> = {}): TimeboxEvent => ({
  itemId,
  day: day as Day,
  isInside: true,
  isClosed: false,
  weight: 1,
  ...change,
});
const span = { start: 10 as Day, due: 13 as Day };
const figures = (events: TimeboxEvent[], today = 99) =>
  burnupSeries(events, span, today as Day).map((each) => [
    each.day,
    each.scopeCount,
    each.completedCount,
    each.scopeWeight,
    each.completedWeight,
  ]);

test('TM-ML-09: an item counts from the day it is added, and each past day keeps its value', () => {
  const before = [event(5, 1), event(11, 2, { weight: 3 }), event(12, 2, { weight: 3, isClosed: true })];
  const early = [
    [10, 1, 0, 1, 0],
    [11, 2, 0, 4, 0],
    [12, 2, 1, 4, 3],
  ];
  expect(figures(before)).toEqual([...early, [13, 2, 1, 4, 3]]);
  const later = [event(13, 2, { weight: 8 }), event(13, 1, { isInside: false })];
  expect(figures([...before, ...later])).toEqual([...early, [13, 1, 0, 8, 0]]);
});

test('days after today and changes after the due date are left out', () => {
  expect(figures([event(5, 1), event(20, 1, { isClosed: true })], 11)).toEqual([
    [10, 1, 0, 1, 0],
    [11, 1, 0, 1, 0],
  ]);
  expect(figures([], 9)).toEqual([]);
});

test('a chart has at most three years', () => {
  const long = burnupSeries([event(0, 1)], { start: 0 as Day, due: 5000 as Day }, 9000 as Day);
  expect(long).toHaveLength(MAX_CHART_DAYS);
  expect(long.at(-1)?.day).toBe(5000);
});
