import { addDays, type Day, partsOf } from '../../days.ts';

/** The whole weeks, Monday to Sunday, whose closed issues are the samples. */
export const FORECAST_WEEKS = 26;
export const FORECAST_RUNS = 10_000;
/** A run that has not ended by then is cut. */
export const MAX_FORECAST_WEEKS = 520;
/** With fewer closed issues the samples are not meaningful. */
export const MIN_CLOSED_ISSUES = 12;
/** The minimum share of a group's work, in percent. */
export const MIN_SHARE = 1;

export const forecastObstacles = ['CLOSED', 'NOTHING_OPEN', 'TOO_FEW_CLOSED'] as const;
/** Why there is no forecast. */
export type ForecastObstacle = (typeof forecastObstacles)[number];

/** What is counted in the group of an item and below it. */
export interface ForecastSamples {
  /** Issues closed in each week, the earliest first. */
  weeks: readonly number[];
  /** Of those, the issues below the item. */
  closedBelow: number;
  openBelow: number;
  /** Open issues of the group; needed only where nothing below the item was closed. */
  openInGroup: number;
}

export interface ForecastInputs {
  weeks: readonly number[];
  openIssues: number;
  /** The part of the closed issues that are the item's own, in percent. */
  share: number;
}

/** In how many weeks 50 and 85 % of the runs have ended; null beyond {@link MAX_FORECAST_WEEKS}. */
export interface ForecastWeeks {
  half: number | null;
  most: number | null;
  /** The share of runs that ended within each number of weeks, from one on, until all have; for tests and drawings. */
  ended: readonly number[];
}

/** The first day of the samples: a Monday. */
export function firstSampleDay(today: Day): Day {
  const sinceMonday = (partsOf(today).weekday + 6) % 7;
  return addDays(today, -sinceMonday - 7 * FORECAST_WEEKS);
}

/** The default share in percent: by the closed issues, or where none was closed by the open ones. */
export function shareOf({ weeks, closedBelow, openBelow, openInGroup }: ForecastSamples): number {
  const closed = sum(weeks);
  const [part, whole] = closedBelow > 0 ? [closedBelow, closed] : [openBelow, openInGroup];
  const percent = whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
  return Math.min(100, Math.max(MIN_SHARE, percent));
}

export function forecastObstacle(isClosed: boolean, { weeks, openBelow }: ForecastSamples): ForecastObstacle | null {
  if (isClosed) return 'CLOSED';
  if (openBelow === 0) return 'NOTHING_OPEN';
  return sum(weeks) < MIN_CLOSED_ISSUES ? 'TOO_FEW_CLOSED' : null;
}

/** Derived from item, day and inputs, so that a page shows the same dates again. */
export function forecastSeed(itemId: string, today: Day, { weeks, openIssues, share }: ForecastInputs): number {
  let hash = 0x811c9dc5;
  for (const character of `${itemId}|${today}|${weeks.join()}|${openIssues}|${share}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Draws weeks with replacement, run by run, until their closed issues times the share reach the open ones. Equal inputs and seeds
 * give equal results.
 */
export function simulateForecast({ weeks, openIssues, share }: ForecastInputs, seed: number): ForecastWeeks {
  const random = randomFrom(seed);
  const endedAfter = new Uint32Array(MAX_FORECAST_WEEKS + 1);
  // Compared without the division: a share of a third must not miss the last issue by rounding.
  const needed = openIssues * 100 - 1e-6;
  const count = weeks.length;
  // Even the best week, drawn every time, would not be enough.
  if (Math.max(...weeks) * share * MAX_FORECAST_WEEKS < needed)
    return { half: null, most: null, ended: Array.from({ length: MAX_FORECAST_WEEKS }, () => 0) };
  for (let run = 0; run < FORECAST_RUNS; run++) {
    let closed = 0;
    for (let week = 1; week <= MAX_FORECAST_WEEKS; week++) {
      closed += weeks[Math.floor(random() * count)] ?? 0;
      if (closed * share < needed) continue;
      endedAfter[week] = (endedAfter[week] ?? 0) + 1;
      break;
    }
  }
  const ended: number[] = [];
  let soFar = 0;
  for (let week = 1; week <= MAX_FORECAST_WEEKS && soFar < FORECAST_RUNS; week++) {
    soFar += endedAfter[week] ?? 0;
    ended.push(soFar / FORECAST_RUNS);
  }
  const weeksUntil = (part: number): number | null => {
    const index = ended.findIndex((share) => share >= part);
    return index === -1 ? null : index + 1;
  };
  return { half: weeksUntil(0.5), most: weeksUntil(0.85), ended };
}

export const forecastDay = (today: Day, weeks: number): Day => addDays(today, 7 * weeks);

/** mulberry32: small, fast, and its period of 2^32 is longer than the draws of one forecast. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
