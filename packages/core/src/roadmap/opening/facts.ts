import { formatDay, type Day, type Span } from '../../days.ts';
import type { ColorKey } from '../appearance.ts';
import { columnsOf, timeframeOf } from '../columns.ts';
import { capped } from '../custom-range.ts';
import { laneKeyOf } from '../lanes/lane-keys.ts';
import type { GroupKey } from '../lanes/grouping.ts';
import { isWithin, layouts, type Layout } from '../ranges.ts';
import { extentOf } from '../zoom.ts';
import { anchorShares, type OpeningPlace } from '../opening-place.ts';
import { placeOf } from './placing.ts';
import { reachAround, type Reach } from './reach.ts';

/** A scope makes lanes if it has this many values, and if this share of the epics carries it. */
export const openingLanes = { min: 2, max: 12, share: 0.6 } as const;

/** Epics that are overdue for longer do not decide on the layout. */
const MAX_DAYS_OVERDUE = 365;

/** Dates that `count` epics have. */
export interface CountedSpan extends Span {
  count: number;
}

/** A label scope that epics carry. `values`: in the order of their lanes, with their dated top-level epics. */
export interface CountedScope {
  scope: string;
  count: number;
  valueCount: number;
  values: readonly { text: string; count: number }[];
  /** Dated top-level epics without a value. */
  without: number;
}

/** The matching epics of a group, as the server counts them: the open ones, or the closed ones where none is open. */
export interface OpeningSample {
  opened: number;
  closed: number;
  withHealth: number;
  ofOneColor: number;
  groups: number;
  /** Those of most dated top-level epics, at most `MAX_COLORED_GROUPS`, by full path. */
  largestGroups: readonly string[];
  withDueDate: number;
  /** Of those with a date. */
  spans: readonly CountedSpan[];
  scopes: readonly CountedScope[];
  /** The due dates of milestones. */
  milestones: readonly Day[];
}

/** What the opening view shows in one layout, depending on the number of columns that fill the chart. */
export interface LayoutFacts {
  /** How many epics have a date that comes into the range with more columns than `reach`: pairs of reach and count. */
  dates: readonly (readonly [reach: number, count: number])[];
  /** The reach of the nearest epic in a range around today; null without one. */
  epic: number | null;
  /** The reach of the nearest due date of a milestone. */
  milestone: number | null;
  /** Whether a milestone lies in the columns of all dated epics. */
  hasMilestoneInAll: boolean;
}

/** The data of a group that the server sends so that the page can open its overview for a chart of any width. */
export interface OpeningFacts {
  state: 'opened' | 'all';
  colorBy: ColorKey;
  sort: 'END_DATE_ASC' | 'START_DATE_ASC';
  groupBy: GroupKey | null;
  /** The full paths of the groups that have colors of their own while bars are colored by group. */
  groups: readonly string[];
  /** The first lanes and about how many rows they have. */
  lanes: readonly (readonly [key: string, rows: number])[];
  /** Where the range lies, and the day (`YYYY-MM-DD`) that it is placed by: null for today. */
  place: OpeningPlace;
  anchor: string | null;
  /** Epics with a date that are not overdue for long; all with a date if there are none. */
  dated: number;
  /** The first and the last date. */
  extent: { from: string; to: string } | null;
  layouts: Readonly<Record<Layout, LayoutFacts>>;
}

/** Derives what the page needs from the counted epics. */
export function openingFactsOf(sample: OpeningSample, today: Day, firstWeekday = 0): OpeningFacts {
  const { opened, closed, withDueDate, spans, milestones } = sample;
  const shown = opened > 0 ? opened : closed;
  const extent = extentOf(spans);
  const scope = laneScopeOf(sample.scopes, shown);
  const groupBy: GroupKey | null = scope && `LABEL:${scope.scope}`;
  // Epics that are overdue for long would lead to a layout of many years, most of them empty.
  const recent = spans.filter(({ due }) => due === null || due >= today - MAX_DAYS_OVERDUE);
  const current = recent.length > 0 ? recent : spans;
  const { place, anchor } = placeOf(current, today);
  const around = { anchor: anchor ?? today, at: anchorShares[place], firstWeekday };
  const factsIn = (layout: Layout): LayoutFacts => {
    const reach = reachAround({ ...around, layout });
    const isAroundToday = anchor === null && place === 'today';
    const { ofSpan } = isAroundToday
      ? reach
      : reachAround({ anchor: today, at: anchorShares.today, layout, firstWeekday });
    const all = extent && timeframeOf(columnsOf(capped(extent), layout, firstWeekday));
    return {
      dates: datesOf(current, reach),
      epic: nearest(spans.map(ofSpan)),
      milestone: nearest(milestones.map(reach.ofDay)),
      hasMilestoneInAll: all !== null && milestones.some((day) => isWithin(day, all)),
    };
  };
  return {
    state: opened === 0 && closed > 0 ? 'all' : 'opened',
    colorBy: colorOf(sample, shown),
    sort: withDueDate * 2 >= shown ? 'END_DATE_ASC' : 'START_DATE_ASC',
    groupBy,
    groups: sample.largestGroups,
    lanes: scope && groupBy ? lanesOf(scope, groupBy) : [],
    place,
    anchor: anchor && formatDay(anchor),
    dated: current.reduce((sum, { count }) => sum + count, 0),
    extent: extent && { from: formatDay(extent.from), to: formatDay(extent.to) },
    layouts: Object.fromEntries(layouts.map((layout) => [layout, factsIn(layout)])) as OpeningFacts['layouts'],
  };
}

/** Health if a fifth has one, else epic colors that differ, else groups. */
function colorOf({ withHealth, ofOneColor, groups }: OpeningSample, shown: number): ColorKey {
  if (withHealth > 0 && withHealth >= shown * 0.2) return 'HEALTH';
  if (ofOneColor <= shown * 0.8) return 'EPIC';
  return groups >= 2 ? 'GROUP' : 'EPIC';
}

/** The scope that most epics carry, of those with few enough values. */
function laneScopeOf(scopes: readonly CountedScope[], shown: number): CountedScope | null {
  const { min, max, share } = openingLanes;
  const suitable = scopes.filter(
    ({ count, valueCount }) => valueCount >= min && valueCount <= max && count >= shown * share,
  );
  const names = ({ scope }: CountedScope) => scope.toLowerCase();
  return suitable.toSorted((a, b) => b.count - a.count || (names(a) < names(b) ? -1 : 1))[0] ?? null;
}

function lanesOf({ values, without }: CountedScope, by: GroupKey): OpeningFacts['lanes'] {
  const lanes = values.map(({ text, count }) => [laneKeyOf([{ by, value: text }]), count] as const);
  return [...lanes, [laneKeyOf([{ by, value: null }]), without] as const].filter(([, count]) => count > 0);
}

function datesOf(spans: readonly CountedSpan[], { ofDay }: Reach): LayoutFacts['dates'] {
  const dates = new Map<number, number>();
  for (const { start, due, count } of spans) {
    const reach = rounded(Math.min(start === null ? Infinity : ofDay(start), due === null ? Infinity : ofDay(due)));
    dates.set(reach, (dates.get(reach) ?? 0) + count);
  }
  return [...dates].toSorted(([a], [b]) => a - b);
}

function nearest(reaches: readonly number[]): number | null {
  return reaches.length === 0 ? null : rounded(Math.min(...reaches));
}

/** Keeps the numbers in the page short. */
const rounded = (reach: number): number => Math.round(reach * 1000) / 1000;
