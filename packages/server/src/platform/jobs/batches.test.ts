import { expect, test } from 'vitest';
import { BatchSize } from './batches.ts';

test('the size of batches approaches what takes 100 ms, in steps of two at most, and never leaves its bounds', () => {
  const size = new BatchSize({ first: 100, max: 1_000 });
  const after = (milliseconds: number): number => {
    size.took(milliseconds);
    return size.rows;
  };
  expect([after(1), after(0), after(50), after(50)]).toEqual([200, 400, 800, 1_000]);
  expect([after(125), after(400), after(60_000)]).toEqual([800, 400, 200]);
  for (let turn = 0; turn < 20; turn++) after(1_000);
  expect(size.rows).toBe(1);
  expect(after(40)).toBe(2);
  const bounded = new BatchSize({ first: 5, max: 100, min: 5 });
  bounded.took(1_000);
  expect(bounded.rows).toBe(5);
});
