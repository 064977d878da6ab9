import { expect, test } from 'vitest';
import { dayOf, formatDay } from '../../days.ts';
import {
  FORECAST_WEEKS,
  firstSampleDay,
  forecastObstacle,
  forecastSeed,
  shareOf,
  simulateForecast,
} from './forecast.ts';

const constant = (closed: number) => Array.from({ length: FORECAST_WEEKS }, () => closed);

test('RX-FC-03, RX-FC-04, RX-FC-07: with constant closings both dates are the quotient, rounded up', () => {
  for (const [closed, share, openIssues] of [
    [1, 100, 1],
    [4, 25, 10],
    [3, 33.3, 2],
    [10, 1, 7],
    [7, 50, 70],
  ] as const) {
    const weeks = Math.ceil(Math.round((openIssues * 100_000) / (closed * share)) / 1000);
    expect(simulateForecast({ weeks: constant(closed), openIssues, share }, 1)).toMatchObject({
      half: weeks,
      most: weeks,
    });
  }
  const never = { weeks: constant(1), openIssues: 521, share: 100 };
  expect(simulateForecast(never, 1)).toMatchObject({ half: null, most: null });
});

test('RX-FC-07: with every third week empty one issue takes one week or two, for any seed', () => {
  const weeks = Array.from({ length: 27 }, (_, week) => (week % 3 === 2 ? 0 : 1));
  for (let seed = 0; seed < 200; seed++) {
    const { half, most, ended } = simulateForecast({ weeks, openIssues: 1, share: 100 }, seed * 7919);
    expect([half, most]).toEqual([1, 2]);
    expect(Math.abs((ended[0] ?? 0) - 2 / 3)).toBeLessThan(0.015);
  }
});

test('RX-FC-06: equal inputs give equal dates; another item, day or input another seed', () => {
  const inputs = { weeks: [0, 5, 2, 9, 1, 0, 3], openIssues: 40, share: 30 };
  const today = dayOf(2025, 7, 17);
  const seed = forecastSeed('12', today, inputs);
  expect(forecastSeed('12', today, { ...inputs })).toBe(seed);
  expect(simulateForecast(inputs, seed)).toEqual(simulateForecast(inputs, seed));
  const others = [
    forecastSeed('13', today, inputs),
    forecastSeed('12', dayOf(2025, 7, 18), inputs),
    forecastSeed('12', today, { ...inputs, share: 31 }),
  ];
  expect(new Set([seed, ...others]).size).toBe(4);
});

test('RX-FC-02, RX-FC-05, RX-FC-08: the samples, their share, and what prevents a forecast', () => {
  // July 17, 2025 is a Thursday: its week has not ended.
  expect(formatDay(firstSampleDay(dayOf(2025, 7, 17)))).toBe('2025-01-13');
  expect(formatDay(firstSampleDay(dayOf(2025, 7, 14)))).toBe('2025-01-13');
  expect(formatDay(firstSampleDay(dayOf(2025, 7, 13)))).toBe('2025-01-06');
  const samples = { weeks: [3, 0, 9], closedBelow: 3, openBelow: 5, openInGroup: 50 };
  expect(shareOf(samples)).toBe(25);
  expect(shareOf({ ...samples, closedBelow: 0 })).toBe(10);
  expect(shareOf({ ...samples, closedBelow: 0, openInGroup: 5000 })).toBe(1);
  expect(forecastObstacle(false, samples)).toBeNull();
  expect(forecastObstacle(true, samples)).toBe('CLOSED');
  expect(forecastObstacle(false, { ...samples, openBelow: 0 })).toBe('NOTHING_OPEN');
  expect(forecastObstacle(false, { ...samples, weeks: [3, 0, 8] })).toBe('TOO_FEW_CLOSED');
});

test('work that the best week could not finish in ten years has no dates', () => {
  const { half, most } = simulateForecast({ weeks: constant(1), openIssues: 521, share: 100 }, 5);
  expect([half, most]).toEqual([null, null]);
});
