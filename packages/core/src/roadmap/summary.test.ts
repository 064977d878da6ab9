import { expect, test } from 'vitest';
import { segmentsOf } from './summary.ts';

test('RX-SS-05: segments are whole pixels that add up to 148 with gaps of 2, proportional by largest remainder, and at least 3 wide', () => {
  expect(segmentsOf([0, 0, 0, 0])).toEqual([0, 0, 0, 0]);
  expect(segmentsOf([5, 0, 0, 0])).toEqual([148, 0, 0, 0]);
  // 146 pixels for three and two: 87.6 and 58.4.
  expect(segmentsOf([3, 0, 2, 0])).toEqual([88, 0, 58, 0]);
  // 142 for four equal ones: 35.5 each, so the left two get one more.
  expect(segmentsOf([1, 1, 1, 1])).toEqual([36, 36, 35, 35]);
  expect(segmentsOf([1000, 1, 0, 1])).toEqual([138, 3, 0, 3]);
  for (let seed = 1; seed < 400; seed += 1) {
    const counts = [seed % 7, (seed * 13) % 101, (seed * 29) % 11, (seed * seed) % 997];
    const widths = segmentsOf(counts);
    const shown = counts.filter((count) => count > 0).length;
    const total = counts.reduce((sum, count) => sum + count, 0);
    expect(widths.every(Number.isInteger)).toBe(true);
    expect(widths.reduce((sum, width) => sum + width, 0) + 2 * (shown - 1)).toBe(148);
    const exact = counts.map((count) => (count * (148 - 2 * (shown - 1))) / total);
    const isNarrow = exact.some((width) => width > 0 && width < 3);
    expect(widths.every((width, index) => (counts[index] === 0 ? width === 0 : width >= 3))).toBe(true);
    const errors = widths.map((width, index) => Math.abs(width - (exact[index] ?? 0)));
    expect(isNarrow || Math.max(...errors) < 1).toBe(true);
  }
});
