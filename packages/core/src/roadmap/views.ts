import type { Day } from '../days.ts';
import type { Query } from '../query.ts';
import { printQuery } from '../query.ts';
import type { Timeframe } from './ranges.ts';
import { windowOf } from './ranges.ts';
import type { RoadmapSettings } from './settings.ts';
import { readSettings, writeSettings } from './settings.ts';

/** Limits of the links to a roadmap. */
export const linkLimits = {
  /** Active public links of one group. */
  pages: 100,
  /** One person's active calendar feeds of one group. */
  feeds: 20,
} as const;

/**
 * The filters and settings of an address as a view stores them: all values written out in a known order, without values of a
 * single visit. Two addresses that show the same give the same text.
 */
export function viewQueryOf(address: Query): string {
  return printView(readSettings(address));
}

/** What a view of these settings stores. */
export function printView(settings: RoadmapSettings): string {
  const folded = settings.folded.split(',').toSorted().join(',');
  const query = writeSettings({ ...settings, epicIid: null });
  return printQuery(folded === '' ? query : [...query, ['folded', folded]]);
}

/** The days of these settings on `today`. */
export function timeframeShown(
  { customRange, timeframeRangeType, presetType }: RoadmapSettings,
  today: Day,
): Timeframe {
  return customRange ?? windowOf(timeframeRangeType, today, presetType);
}
