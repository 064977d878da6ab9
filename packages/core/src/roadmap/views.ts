import type { Day } from '../days.ts';
import type { Query } from '../query.ts';
import { parseQuery, printQuery, valueOf } from '../query.ts';
import type { Timeframe } from './ranges.ts';
import { windowOf } from './ranges.ts';
import type { RoadmapSettings } from './settings.ts';
import { readSettings, writeSettings } from './settings.ts';

/** Limits of saved views and roadmap links. */
export const viewLimits = {
  nameLength: 100,
  queryLength: 10_000,
  /** Shared views of one group. */
  shared: 200,
  /** One person's own views of one group. */
  own: 100,
  /** Active public links of one group. */
  links: 100,
  /** One person's active calendar feeds of one group. */
  feeds: 20,
} as const;

/** Validation errors of the name of a view or link, as predicates; empty when there are none. */
export function viewNameProblems(name: string): string[] {
  if (name.trim() === '') return ["can't be blank"];
  return name.length > viewLimits.nameLength ? [`is too long (maximum is ${viewLimits.nameLength} characters)`] : [];
}

/**
 * The filters and settings of an address as a view stores them: all values written out in a known order, without values of a
 * single visit. Two addresses that show the same give the same text.
 */
export function viewQueryOf(address: Query): string {
  return printQuery(writeSettings({ ...readSettings(address), epicIid: null }));
}

/** The view an address names. */
export function viewIdOf(address: Query): string | null {
  const id = valueOf(address, 'view');
  return id !== null && /^[1-9]\d{0,14}$/.test(id) ? id : null;
}

/** Whether an address names a view and nothing else; then the view decides everything. */
export function isBareView(address: Query): boolean {
  return viewIdOf(address) !== null && address.every(([key]) => key === 'view' || key === 'epicIid');
}

/** Expands an address that names only a view to the view's content; any other address is returned unchanged. */
export function expandView(address: Query, viewQuery: string): Query {
  return isBareView(address) ? [...address, ...parseQuery(viewQuery)] : address;
}

/** The days of these settings on `today`. */
export function timeframeShown(
  { customRange, timeframeRangeType, presetType }: RoadmapSettings,
  today: Day,
): Timeframe {
  return customRange ?? windowOf(timeframeRangeType, today, presetType);
}
