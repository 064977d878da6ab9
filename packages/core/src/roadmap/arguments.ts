import { customFieldArguments, type CustomFieldArgument } from './custom-fields.ts';
import { formatDay } from '../days.ts';
import type { RoadmapFilters } from './filters.ts';
import { epicGroupOf, epicNumberOf, hasFilters, readFilters } from './filters.ts';
import type { Timeframe } from './ranges.ts';
import type { RoadmapSettings, RoadmapSort, RoadmapState } from './settings.ts';

/** The arguments of the epic query, and so the key of its list. */
export interface EpicArguments extends EpicFilterArguments {
  state: RoadmapState;
  sort: RoadmapSort;
  timeframe: { start: string; end: string };
  topLevelHierarchyOnly: boolean;
}

/** Those of them that filters decide. */
export interface EpicFilterArguments {
  fullPath: string;
  labelName: string[];
  authorUsername: string;
  milestoneTitle: string;
  search: string;
  myReactionEmoji?: string;
  confidential?: boolean;
  customField?: CustomFieldArgument[];
  iid?: string;
  not?: { labelName?: string[]; authorUsername?: string; myReactionEmoji?: string };
  or?: { labelName?: string[]; authorUsername?: string[] };
  includeDescendantGroups: boolean;
}

/** What the roadmap of a group asks for. */
export function argumentsOf(fullPath: string, settings: RoadmapSettings, timeframe: Timeframe): EpicArguments {
  const filters = readFilters(settings.filterParams);
  return {
    ...filterArgumentsOf(fullPath, filters),
    state: settings.epicsState,
    sort: settings.sortedBy,
    timeframe: { start: formatDay(timeframe.from), end: formatDay(timeframe.to) },
    topLevelHierarchyOnly: !hasFilters(filters),
  };
}

/** What any list of a group's epics asks for with these filters. */
export function filterArgumentsOf(fullPath: string, filters: RoadmapFilters): EpicFilterArguments {
  const { not, or } = compounds(filters);
  const customField = customFieldArguments(filters.customFields);
  return {
    // A filter by group asks that group alone.
    fullPath: filters.groupPath || groupOfEpic(fullPath, filters.epicIid),
    includeDescendantGroups: filters.groupPath === '',
    labelName: filters.labelName,
    authorUsername: filters.authorUsername,
    milestoneTitle: filters.milestoneTitle,
    search: filters.search,
    ...(filters.myReactionEmoji && { myReactionEmoji: filters.myReactionEmoji }),
    ...(filters.confidential !== null && { confidential: filters.confidential }),
    ...(customField.length > 0 && { customField }),
    ...(filters.epicIid && { iid: epicNumberOf(filters.epicIid) }),
    ...(not && { not }),
    ...(or && { or }),
  };
}

/** Groups number their epics by themselves: of `group::&12` the group says whose 12 it is, where the roadmap has that group. */
function groupOfEpic(fullPath: string, epicIid: string): string {
  const named = epicGroupOf(epicIid);
  return named?.startsWith(`${fullPath}/`) ? named : fullPath;
}

function compounds(filters: RoadmapFilters): Pick<EpicArguments, 'not' | 'or'> {
  const not = withoutEmpty(filters.not);
  const or = withoutEmpty(filters.or);
  return { ...(not && { not }), ...(or && { or }) };
}

function withoutEmpty<Fields extends Record<string, string | string[]>>(fields: Fields): Partial<Fields> | null {
  const filled = Object.entries(fields).filter(([, value]) => value.length > 0);
  return filled.length > 0 ? (Object.fromEntries(filled) as Partial<Fields>) : null;
}
