import { expect, test } from 'vitest';
import { axisOf, chartDays } from './report.ts';

test('an axis ends at a round number above the largest value', () => {
  expect(axisOf(0)).toEqual({ end: 1, step: 1 });
  expect(axisOf(3)).toEqual({ end: 3, step: 1 });
  expect(axisOf(12)).toEqual({ end: 15, step: 5 });
  expect(axisOf(498)).toEqual({ end: 600, step: 200 });
});

test('what remains is the scope without what is completed, in issues or weight', () => {
  const day = { date: '2026-01-01', scopeCount: 5, scopeWeight: 13, completedCount: 2, completedWeight: 8 };
  expect(chartDays([day], 'count')).toEqual([{ date: '2026-01-01', scope: 5, completed: 2, remaining: 3 }]);
  expect(chartDays([day], 'weight')).toEqual([{ date: '2026-01-01', scope: 13, completed: 8, remaining: 5 }]);
});
