import { queryOptions } from '@tanstack/react-query';
import { digitsOf } from '@milepost/core/global-ids';
import type { Span } from '@milepost/core/days';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapDependenciesQuery, RoadmapLaneMembersQuery } from '../../../gen/graphql.ts';
import { readDay } from '../../../ui/field/days.ts';
import { requestRoadmap } from '../data/request.ts';
import type { EpicLink } from '../data/epic.ts';
import { readLinks } from '../data/epic.ts';
import { roadmapDependencies, roadmapLaneMembers } from '../operations/dependencies.ts';

/** An epic of the roadmap that may be inside a collapsed row. */
export interface PlacedEpic {
  title: string;
  span: Span;
  /** Numbers of its ancestors, the nearest first. */
  ancestors: readonly string[];
  /** Its blockers and the items that it blocks; none for a closed epic. */
  links: readonly EpicLink[];
}

/** By the number of the epic. */
export type PlacedEpics = ReadonlyMap<string, PlacedEpic>;

/** The maximum number of pages of epics that are read: further down, lines end at visible rows only. */
const MAX_PAGES = 10;

/** All epics of a roadmap, in expanded or collapsed rows: needed to end lines at collapsed rows. */
export function placedEpics({ sort: _sort, topLevelHierarchyOnly: _top, ...variables }: EpicArguments) {
  return queryOptions({
    queryKey: ['roadmapDependencies', variables],
    queryFn: async ({ signal }): Promise<PlacedEpics> => {
      const placed = new Map<string, PlacedEpic>();
      let endCursor: string | null | undefined = '';
      for (let page = 0; page < MAX_PAGES && endCursor !== null && endCursor !== undefined; page++) {
        const answer: RoadmapDependenciesQuery = await requestRoadmap(
          roadmapDependencies,
          { ...variables, endCursor },
          signal,
        );
        const epics = answer.group?.epics;
        for (const node of epics?.nodes ?? []) {
          if (!node) continue;
          const ancestors = (node.ancestors?.nodes ?? []).flatMap((each) => (each ? [digitsOf(each.id)] : []));
          placed.set(digitsOf(node.id), {
            title: node.title,
            span: { start: readDay(node.startDate), due: readDay(node.dueDate) },
            ancestors: ancestors.toReversed(),
            links: node.state === 'closed' ? [] : readLinks(node),
          });
        }
        endCursor = epics?.pageInfo.hasNextPage ? epics.pageInfo.endCursor : null;
      }
      return placed;
    },
    structuralSharing: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** The maximum number of folded lanes whose epics are read, and of pages in each. */
const MAX_LANES = 20;
const MAX_LANE_PAGES = 5;
/** Lanes that are read at the same time. */
const LANES_AT_ONCE = 4;

/** The lanes of epics inside folded lanes, by the number of the epic. */
export function laneMembers({ sort: _sort, ...variables }: EpicArguments, lanes: readonly string[]) {
  return queryOptions({
    queryKey: ['roadmapLaneMembers', variables, lanes],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const members = new Map<string, string>();
      const wanted = lanes.slice(0, MAX_LANES);
      for (let from = 0; from < wanted.length; from += LANES_AT_ONCE) {
        const some = wanted.slice(from, from + LANES_AT_ONCE);
        // oxlint-disable-next-line no-await-in-loop -- a few at a time: the server has other work
        const found = await Promise.all(some.map((lane) => membersOf(variables, lane, signal)));
        for (const [index, ids] of found.entries()) for (const id of ids) members.set(id, some[index] ?? '');
      }
      return members;
    },
    structuralSharing: false,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

/** The numbers of the epics in one lane. */
async function membersOf(
  variables: Omit<EpicArguments, 'sort'>,
  lane: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let endCursor: string | null | undefined = '';
  for (let page = 0; page < MAX_LANE_PAGES && endCursor !== null && endCursor !== undefined; page++) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the previous one ended
    const answer: RoadmapLaneMembersQuery = await requestRoadmap(
      roadmapLaneMembers,
      { ...variables, lane, endCursor },
      signal,
    );
    const epics = answer.group?.epics;
    for (const node of epics?.nodes ?? []) if (node) ids.push(digitsOf(node.id));
    endCursor = epics?.pageInfo.hasNextPage ? epics.pageInfo.endCursor : null;
  }
  return ids;
}
