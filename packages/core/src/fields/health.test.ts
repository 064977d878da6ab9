import { expect, test } from 'vitest';
import { HEALTH_LIMIT, healthShare, healthTextSize, MAX_SHOWN_COUNT } from './health.ts';

test('no share of health counts goes beyond 100 percent', () => {
  expect(HEALTH_LIMIT).toBe(100);
  expect([healthShare(1, 3), healthShare(3, 3), healthShare(5, 3), healthShare(1, 0)]).toEqual([33, 100, 100, 0]);
});

test('LM-IS-10: the other constant is 99999', () => {
  expect(MAX_SHOWN_COUNT).toBe(99_999);
});

test('a health has text of the size base or sm; another is refused', () => {
  expect(['base', 'sm'].map(healthTextSize)).toEqual(['base', 'sm']);
  for (const size of ['', 'lg', 'Base']) expect(() => healthTextSize(size)).toThrow(RangeError);
});
