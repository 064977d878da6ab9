import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapGroupEpicsWithColorQuery, RoadmapLanesQuery } from '../../../gen/graphql.ts';
import { requestRoadmap } from '../data/request.ts';
import { readEpics, type RoadmapEpic } from '../data/epic.ts';
import { laneKindsOf, readLanes, type Lane, type LaneKinds } from '../data/lane.ts';
import { laneVariables, type LaneQuestion } from '../data/lane-requests.ts';
import { groupEpics } from '../operations/epics.ts';
import { roadmapLanes } from '../operations/lanes.ts';
import type { LoadOptions } from './load-epics.ts';
import type { LoadedLane } from './drawing/rows.ts';

/** Lanes whose rows are requested at the same time. */
const LANES_AT_ONCE = 4;

/** All lanes of the roadmap in the order of the page; those that are not folded with the rows of their top level. */
export async function loadLanes(
  question: LaneQuestion,
  isFolded: (key: string) => boolean,
  options: LoadOptions,
): Promise<LoadedLane[]> {
  const lanes = await allLanes(question, options.signal);
  const isOpen = ({ key, count }: Lane): boolean => !isFolded(key) && count > 0;
  const wanted = lanes.filter(isOpen).flatMap((lane) => lane.lanes?.filter(isOpen) ?? [lane]);
  const tops = new Map<string, readonly RoadmapEpic[]>();
  for (let from = 0; from < wanted.length; from += LANES_AT_ONCE) {
    const some = wanted.slice(from, from + LANES_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- a few at a time: the server has other work
    const rows = await Promise.all(some.map(({ key }) => rowsOfLane(question.args, key, options.signal)));
    for (const [index, { key }] of some.entries()) tops.set(key, rows[index] ?? []);
    options.onProgress((from + some.length) / wanted.length);
  }
  const loaded = (lane: Lane): LoadedLane => ({
    lane,
    isFolded: isFolded(lane.key) && lane.count > 0,
    lanes: lane.lanes && lane.lanes.map(loaded),
    tops: tops.get(lane.key) ?? [],
  });
  return lanes.map(loaded);
}

async function allLanes(question: LaneQuestion, signal: AbortSignal): Promise<Lane[]> {
  const { groupBy, thenBy } = question.settings;
  if (!groupBy) return [];
  const kinds = laneKindsOf(groupBy, thenBy);
  const variables = laneVariables(question);
  const lanes = await everyPage(variables, '', kinds, signal);
  for (const [index, lane] of lanes.entries()) {
    if (!lane.lanes || lane.nextLanes === null) continue;
    const below = [kinds[1] ?? kinds[0], null] as const;
    // oxlint-disable-next-line no-await-in-loop -- one after the other: the server has other work
    const more = await everyPage({ ...variables, within: lane.key }, lane.nextLanes, below, signal);
    lanes[index] = { ...lane, lanes: [...lane.lanes, ...more], nextLanes: null };
  }
  return lanes;
}

/** The lanes from a cursor to the end. */
async function everyPage(
  variables: ReturnType<typeof laneVariables> & { within?: string },
  start: string,
  kinds: LaneKinds,
  signal: AbortSignal,
): Promise<Lane[]> {
  const lanes: Lane[] = [];
  let endCursor: string | null | undefined = start;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous one ended
    const answer: RoadmapLanesQuery = await requestRoadmap(roadmapLanes, { ...variables, endCursor }, signal);
    const page = answer.group?.epicLanes;
    lanes.push(...readLanes(page?.nodes, kinds));
    endCursor = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (endCursor);
  return lanes;
}

async function rowsOfLane(args: EpicArguments, lane: string, signal: AbortSignal): Promise<RoadmapEpic[]> {
  const epics: RoadmapEpic[] = [];
  let endCursor: string | null | undefined = '';
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous one ended
    const answer: RoadmapGroupEpicsWithColorQuery = await requestRoadmap(
      groupEpics,
      { ...args, lane, first: 100, endCursor },
      signal,
    );
    const page = answer.group?.epics;
    epics.push(...readEpics(page?.nodes ?? []));
    endCursor = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (endCursor);
  return epics;
}
