import { formatDay, type Day } from '../days.ts';
import type { FilterToken } from '../filter-bar/tokens.ts';
import { readTokens } from '../filters/address.ts';
import { filterArguments, type FilterArguments } from '../filters/arguments.ts';
import { epicGroupOf, epicNumberOf } from './filters.ts';
import type { ProgressTracking } from './progress.ts';
import type { Timeframe } from './ranges.ts';
import type { RoadmapSettings, RoadmapSort, RoadmapState } from './settings.ts';

/** The arguments of the epic query, which also form the cache key of its list. */
export interface EpicArguments extends EpicFilterArguments {
  state: RoadmapState;
  sort: RoadmapSort;
  timeframe: { start: string; end: string };
  topLevelHierarchyOnly: boolean;
  /** Whether bars have the color of the status. */
  hasStatus?: true;
  /** The roadmap of one epic: its number. */
  ancestorIid?: string;
  /** The past day whose end is read. Not an argument of the query but of the request. */
  asOf?: string;
}

/** The arguments that come from filters. */
export interface EpicFilterArguments extends FilterArguments<'epics'> {
  fullPath: string;
  iid?: string;
  includeDescendantGroups: boolean;
  /** The viewer's day and the unit of progress, if a filter depends on them. */
  today?: string;
  progress?: ProgressTracking;
}

/** The arguments of a group's roadmap. */
export function argumentsOf(
  fullPath: string,
  settings: RoadmapSettings,
  timeframe: Timeframe,
  today?: Day,
): EpicArguments {
  const tokens = readTokens('epics', settings.filterParams);
  const hasSignals = tokens.some(({ type }) => type === 'signal');
  const measuresProgress = hasSignals || tokens.some(({ type }) => type === 'progressClass');
  const { epicIid } = settings;
  return {
    ...epicFilterArguments(fullPath, tokens),
    // The number is that of an epic of this group.
    ...(epicIid !== null && { fullPath, includeDescendantGroups: true, ancestorIid: epicIid }),
    ...(hasSignals && today !== undefined && { today: formatDay(today) }),
    ...(measuresProgress && { progress: settings.progressTracking }),
    ...(settings.colorBy === 'STATUS' && { hasStatus: true }),
    ...(settings.asOf !== null && { asOf: settings.asOf }),
    state: settings.epicsState,
    sort: settings.sortedBy,
    timeframe: { start: formatDay(timeframe.from), end: formatDay(timeframe.to) },
    topLevelHierarchyOnly: tokens.length === 0,
  };
}

/** The arguments of a list of a group's epics with these filters. */
export function epicFilterArguments(fullPath: string, tokens: readonly FilterToken[]): EpicFilterArguments {
  const last = (name: string) =>
    tokens.findLast(({ type, value }) => type === name && value.operator === 'is')?.value.data ?? '';
  const [group, epic] = [last('group'), last('epic')];
  return {
    // A filter by group searches that group alone.
    fullPath: group || groupOfEpic(fullPath, epic),
    includeDescendantGroups: group === '',
    ...filterArguments('epics', tokens),
    ...(epic && { iid: epicNumberOf(epic) }),
  };
}

/** Epic numbers are unique per group: in `group::&12` the group qualifies the number 12, if the roadmap has that group. */
function groupOfEpic(fullPath: string, epicIid: string): string {
  const named = epicGroupOf(epicIid);
  return named?.startsWith(`${fullPath}/`) ? named : fullPath;
}
