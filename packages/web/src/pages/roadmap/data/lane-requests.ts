import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { groupEpics } from '../operations/epics.ts';
import { firstLanes } from '../operations/first-lanes.ts';
import { roadmapLanes } from '../operations/lanes.ts';
import { requestRoadmap } from './request.ts';
import { pageSize } from './request-epics.ts';

type LaneSettings = Pick<
  RoadmapSettings,
  'groupBy' | 'thenBy' | 'isShowingEmptyLanes' | 'folded' | 'presetType' | 'progressTracking'
>;

/** What lanes depend on. */
export interface LaneQuestion {
  args: EpicArguments;
  settings: LaneSettings;
  today: string;
  firstWeekday: number;
}

export type LanesAnswer = Awaited<ReturnType<typeof requestLanes>>;
export type LaneRowsAnswer = Awaited<ReturnType<typeof requestLaneRows>>;

/** The variables of the first page, which also name the request where it is prefetched. */
export const laneVariables = ({ args, settings, today, firstWeekday }: LaneQuestion) => ({
  ...args,
  today,
  groupBy: settings.groupBy ?? 'NONE',
  thenBy: settings.thenBy,
  showEmptyLanes: settings.isShowingEmptyLanes,
  layout: settings.presetType,
  firstWeekday,
  tracking: settings.progressTracking,
  // Only folded lanes show them, and they cost as much as all the rest.
  hasShades: settings.folded !== '',
});

export function requestLanes(question: LaneQuestion, endCursor: string, signal?: AbortSignal) {
  return requestRoadmap(roadmapLanes, { ...laneVariables(question), endCursor }, signal);
}

/** One page of the lanes of the second level in the lane with the key `within`. */
export function requestLanesWithin(question: LaneQuestion, within: string, endCursor: string, signal?: AbortSignal) {
  return requestRoadmap(roadmapLanes, { ...laneVariables(question), within, endCursor }, signal);
}

export const laneRowVariables = (args: EpicArguments, lane: string) => ({ ...args, lane });

/** One page of the rows of a lane. */
export function requestLaneRows(args: EpicArguments, lane: string, endCursor: string, signal?: AbortSignal) {
  return requestRoadmap(groupEpics, { ...laneRowVariables(args, lane), first: pageSize, endCursor }, signal);
}

/** Lanes whose rows one request loads with the first page of lanes. */
export const MAX_FIRST_LANES = 4;

/** The first page of lanes, and the first rows of at most {@link MAX_FIRST_LANES} of them, in one request. */
export async function requestFirstLanes(
  question: LaneQuestion,
  keys: readonly string[],
): Promise<{ lanes: LanesAnswer; rowsOf: (key: string) => LaneRowsAnswer }> {
  const [lane1, lane2, lane3, lane4] = keys;
  const { group } = await requestRoadmap(firstLanes, {
    ...laneVariables(question),
    first: pageSize,
    ...(lane1 !== undefined && { lane1, hasLane1: true }),
    ...(lane2 !== undefined && { lane2, hasLane2: true }),
    ...(lane3 !== undefined && { lane3, hasLane3: true }),
    ...(lane4 !== undefined && { lane4, hasLane4: true }),
  });
  const rows = [group?.lane1, group?.lane2, group?.lane3, group?.lane4];
  return {
    lanes: { group },
    rowsOf: (key) => ({ group: group && { ...group, epics: rows[keys.indexOf(key)] ?? null } }),
  };
}

/** Lanes whose first rows were requested ahead of the page, by the arguments of the list. Only the last list is kept. */
let prefetched: { list: string; lanes: readonly string[] } = { list: '', lanes: [] };

const listOf = (args: EpicArguments): string => JSON.stringify(args);

export function addPrefetchedLane(args: EpicArguments, lane: string): void {
  const lanes = prefetchedLanes(args).filter((other) => other !== lane);
  prefetched = { list: listOf(args), lanes: [...lanes, lane] };
}

export function prefetchedLanes(args: EpicArguments): readonly string[] {
  return prefetched.list === listOf(args) ? prefetched.lanes : [];
}
