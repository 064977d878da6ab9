import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percentageOf, progressOf, progressTrackings } from './progress.ts';

const epic = {
  descendantWeightSum: { closedIssues: 43, openedIssues: 7 },
  descendantCounts: { closedIssues: 1, openedIssues: 2 },
};

describe('progress', () => {
  test.each([
    [1, 2, 33],
    [2, 1, 67],
    [1, 199, 1],
    [5, 0, 100],
    [0, 5, 0],
  ])('RM-ET-17: %i closed and %i open are %i percent', (closed, opened, expected) => {
    expect(percentageOf(closed, opened)).toBe(expected);
  });

  test('RM-ET-18: weight and count are told apart', () => {
    expect(progressOf(epic, 'WEIGHT')).toEqual({ closed: 43, total: 50, percentage: 86 });
    expect(progressOf(epic, 'COUNT')).toEqual({ closed: 1, total: 3, percentage: 33 });
  });

  test('RM-ET-19: without anything to count progress is 0', () => {
    expect(percentageOf(0, 0)).toBe(0);
    expect(progressOf({ descendantWeightSum: null, descendantCounts: null }, 'WEIGHT').percentage).toBe(0);
  });

  test('EN-RM-24: progress is tracked by weight or count', () => {
    expect(progressTrackings).toEqual(['WEIGHT', 'COUNT']);
  });

  test('a percentage is a whole number from 0 to 100', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (closed, opened) => {
        const percentage = percentageOf(closed, opened);
        expect(Number.isInteger(percentage) && percentage >= 0 && percentage <= 100).toBe(true);
      }),
    );
  });
});
