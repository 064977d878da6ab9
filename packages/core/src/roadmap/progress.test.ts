import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { percentageOf, progressOf, progressTrackings } from './progress.ts';

const epic = {
  isClosed: false,
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
  ])('%i closed and %i open are %i percent', (closed, opened, expected) => {
    expect(percentageOf(closed, opened)).toBe(expected);
  });

  test('weight and count differ', () => {
    expect(progressOf(epic, 'WEIGHT')).toEqual({ closed: 43, total: 50, percentage: 86, countedIn: 'WEIGHT' });
    expect(progressOf(epic, 'COUNT')).toEqual({ closed: 1, total: 3, percentage: 33, countedIn: 'COUNT' });
  });

  test('where nothing has a weight the number of issues counts', () => {
    const unweighted = { ...epic, descendantWeightSum: { closedIssues: 0, openedIssues: 0 } };
    expect(progressOf(unweighted, 'WEIGHT')).toEqual(progressOf(epic, 'COUNT'));
  });

  test('without issues below there is no progress, closed or not', () => {
    const none = { descendantWeightSum: { closedIssues: 0, openedIssues: 0 }, descendantCounts: null };
    for (const isClosed of [false, true])
      for (const tracking of progressTrackings) expect(progressOf({ ...none, isClosed }, tracking)).toBeNull();
  });

  test('a closed epic is done', () => {
    expect(progressOf({ ...epic, isClosed: true }, 'COUNT')).toEqual({
      closed: 1,
      total: 3,
      percentage: 100,
      countedIn: 'COUNT',
    });
  });

  test('progress is tracked by weight or count', () => {
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
