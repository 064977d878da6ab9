import { parseDay, type Day } from '../../days.ts';
import type { Query } from '../../query.ts';
import { printCustomRange } from '../custom-range.ts';
import { layouts, type Layout, type Timeframe } from '../ranges.ts';
import { openingKey } from '../settings.ts';
import { fitted } from '../zoom.ts';
import type { OpeningFacts } from './facts.ts';
import { anchorShares, type OpeningPlace } from '../opening-place.ts';
import { openingRange } from './reach.ts';

/** The chart that the view opens in. */
export interface OpeningChart {
  /** The visible part of the timeline, in pixels. */
  width: number;
  /** The part of it that columns may take. */
  room: number;
  leastWidth: (layout: Layout) => number;
  firstWeekday: number;
}

/** How the overview opens: its settings as parameters of an address, and data that addresses do not contain. */
export interface Opening {
  query: Query;
  hint: OpeningHint;
}

/** What the first render needs to know before anything is loaded. */
export interface OpeningHint {
  hasMilestones: boolean;
  /** The first lanes and about how many rows they have. */
  lanes: OpeningFacts['lanes'];
  groups: OpeningFacts['groups'];
}

/** A layout is fine enough if its range holds a date of this share of the epics. */
const MIN_SHARE = 0.6;

/** Chooses range and layout for the chart, and adds the settings that follow from the facts. */
export function openingOf(today: Day, chart: OpeningChart, facts: OpeningFacts): Opening {
  const { opensAt, layout, range } = rangeOf(today, chart, facts);
  const about = facts.layouts[layout];
  const hasMilestones =
    opensAt === 'all' ? about.hasMilestoneInAll : about.milestone !== null && about.milestone < roomOf(chart, layout);
  const query: Query = [
    [openingKey, opensAt],
    ['state', facts.state],
    ['sort', facts.sort],
    ...printCustomRange(range),
    ['layout', layout],
    ['milestones_as', 'GUIDES'],
    ['density', 'COMPACT'],
    ['show_owners', 'true'],
    ['show_minimap', 'true'],
    ['color_by', facts.colorBy],
    ...(facts.groupBy ? [['group_by', facts.groupBy] as const] : []),
  ];
  return { query, hint: { hasMilestones, lanes: facts.lanes, groups: facts.groups } };
}

/** Without facts from the server: quarters around today. */
export const unknownFacts: OpeningFacts = {
  state: 'opened',
  colorBy: 'HEALTH',
  sort: 'END_DATE_ASC',
  groupBy: null,
  groups: [],
  lanes: [],
  place: 'today',
  anchor: null,
  dated: 0,
  extent: null,
  layouts: Object.fromEntries(
    layouts.map((layout) => [layout, { dates: [], epic: null, milestone: -1, hasMilestoneInAll: true }]),
  ) as unknown as OpeningFacts['layouts'],
};

/** The columns of the least width that fill the chart. */
const roomOf = ({ width, leastWidth }: OpeningChart, layout: Layout): number => width / leastWidth(layout);

interface ChosenRange {
  /** `all`: no epic lies around today in any layout, so all dates are shown. */
  opensAt: OpeningPlace | 'all';
  layout: Layout;
  range: Timeframe;
}

function rangeOf(today: Day, chart: OpeningChart, facts: OpeningFacts): ChosenRange {
  const { place } = facts;
  const anchor = parseDay(facts.anchor ?? '') ?? today;
  const around = (layout: Layout): ChosenRange => ({
    opensAt: place,
    layout,
    range: openingRange(
      { anchor, at: anchorShares[place], layout, firstWeekday: chart.firstWeekday },
      roomOf(chart, layout),
    ),
  });
  const extent = extentOf(facts);
  // Undated epics lie nowhere.
  if (!extent) return around('QUARTERS');
  const isTouched = layouts.some((layout) => {
    const { epic } = facts.layouts[layout];
    return epic !== null && epic < roomOf(chart, layout);
  });
  if (!isTouched) {
    const { custom, layout } = fitted(extent, chart.room, chart.leastWidth);
    return { opensAt: 'all', layout, range: custom ?? extent };
  }
  const held = layouts.map((layout) => heldIn(facts, layout, roomOf(chart, layout)));
  const enough = held.findIndex((count) => count >= facts.dated * MIN_SHARE);
  // `indexOf` finds the finest of equal ones.
  return around(layouts[enough === -1 ? held.indexOf(Math.max(...held)) : enough] ?? 'QUARTERS');
}

/** How many epics have a date in the range of this layout. */
function heldIn({ layouts: facts }: OpeningFacts, layout: Layout, room: number): number {
  return facts[layout].dates.reduce((sum, [reach, count]) => (reach < room ? sum + count : sum), 0);
}

function extentOf({ extent }: OpeningFacts): Timeframe | null {
  const [from, to] = [parseDay(extent?.from ?? ''), parseDay(extent?.to ?? '')];
  return from === null || to === null ? null : { from, to };
}
