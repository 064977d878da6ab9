import { addDays, formatDay, partsOf, dayOf, type Day } from '../days.ts';
import { valueOf, type Query } from '../query.ts';
import type { ColorKey } from './appearance.ts';

/** The name of the built-in view in an address. */
export const overviewName = 'overview';

/** Whether an address names the built-in view. */
export function isOverview(address: Query): boolean {
  return valueOf(address, 'view') === overviewName;
}

/** The width of a quarter, which the range of the view is computed with; the chart may stretch it. */
const columnWidth = 84;
/** Where today stands, as a share of the chart's width. */
const todayAt = 0.33;

/** What the server knows about a group's open epics. */
export interface OverviewFacts {
  colorBy: ColorKey;
  state: 'opened' | 'all';
}

export const defaultOverview: OverviewFacts = { colorBy: 'HEALTH', state: 'opened' };

/** The settings of the built-in view as parameters of an address. `chartWidth`: the visible part of the timeline, in pixels. */
export function overviewQuery(today: Day, chartWidth: number, { colorBy, state }: OverviewFacts): Query {
  const count = Math.max(2, Math.ceil(chartWidth / columnWidth));
  const { year, month } = partsOf(today);
  const before = Math.max(1, Math.floor(count * todayAt));
  const firstMonth = month - ((month - 1) % 3) - before * 3;
  const from = dayOf(year, firstMonth, 1);
  const to = addDays(dayOf(year, firstMonth + count * 3, 1), -1);
  return [
    ['state', state],
    ['sort', 'END_DATE_ASC'],
    ['range_from', formatDay(from)],
    ['range_to', formatDay(to)],
    ['layout', 'QUARTERS'],
    ['milestones_as', 'GUIDES'],
    ['density', 'COMPACT'],
    ['color_by', colorBy],
  ];
}

/** The open epics of a group, as the server counts them. */
export interface OpenEpics {
  opened: number;
  closed: number;
  withHealth: number;
  ofOneColor: number;
  groups: number;
}

/** The color of the view: health if a fifth has one, else epic colors that differ, else groups. All epics where none is open. */
export function overviewFactsOf({ opened, closed, withHealth, ofOneColor, groups }: OpenEpics): OverviewFacts {
  const state = opened === 0 && closed > 0 ? 'all' : 'opened';
  if (withHealth > 0 && withHealth >= opened * 0.2) return { colorBy: 'HEALTH', state };
  if (ofOneColor <= opened * 0.8) return { colorBy: 'EPIC', state };
  return { colorBy: groups >= 2 ? 'GROUP' : 'EPIC', state };
}
