import type { Day } from '../days.ts';
import type { Query } from '../query.ts';
import { parseQuery, printQuery, valueOf } from '../query.ts';
import type { Timeframe } from './ranges.ts';
import { windowOf } from './ranges.ts';
import type { RoadmapSettings } from './settings.ts';
import { readSettings, writeSettings } from './settings.ts';

/** Limits of saved views and of the links to a roadmap. */
export const viewLimits = {
  nameLength: 100,
  queryLength: 10_000,
  /** Shared views of one group. */
  shared: 200,
  /** One person's own views of one group. */
  own: 100,
  /** Public links of one group that work. */
  links: 100,
  /** One person's calendar feeds of one group that work. */
  feeds: 20,
} as const;

/** What is wrong with the name of a view or link, as ends of sentences; empty when nothing is. */
export function viewNameProblems(name: string): string[] {
  if (name.trim() === '') return ["can't be blank"];
  return name.length > viewLimits.nameLength ? [`is too long (maximum is ${viewLimits.nameLength} characters)`] : [];
}

/**
 * The filters and settings of an address as a view keeps them: every choice written out in a known order, nothing that
 * belongs to one visit alone. Two addresses that show the same give the same text.
 */
export function viewQueryOf(address: Query): string {
  return printQuery(writeSettings({ ...readSettings(address), epicIid: null }));
}

/** The view an address names. */
export function viewIdOf(address: Query): string | null {
  const id = valueOf(address, 'view');
  return id !== null && /^[1-9]\d{0,14}$/.test(id) ? id : null;
}

/** Whether an address names a view and says nothing else: then the view says it all. */
export function isBareView(address: Query): boolean {
  return viewIdOf(address) !== null && address.every(([key]) => key === 'view' || key === 'epicIid');
}

/** An address that names a view alone, with what the view holds written out; any other address as it is. */
export function expandView(address: Query, viewQuery: string): Query {
  return isBareView(address) ? [...address, ...parseQuery(viewQuery)] : address;
}

/** The days that these settings show on `today`. */
export function timeframeShown(
  { customRange, timeframeRangeType, presetType }: RoadmapSettings,
  today: Day,
): Timeframe {
  return customRange ?? windowOf(timeframeRangeType, today, presetType);
}
