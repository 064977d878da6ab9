import type { InfiniteData } from '@tanstack/react-query';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { requestRoadmap } from './request.ts';
import { NotFoundError } from '../../../platform/api/errors.ts';
import type { EpicChildEpicsQuery, RoadmapEpicFragment } from '../../../gen/graphql.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { takeAnswered, takePrefetched } from '../../../platform/api/prefetch.ts';
import { createPermission, epicCount } from '../operations/counts.ts';
import { childEpics, groupEpics } from '../operations/epics.ts';
import { groupMilestones } from '../operations/milestones.ts';
import type { EpicPage, EpicsAnswer } from './epic-page.ts';
import { pageOf } from './epic-page.ts';
import { requestEpics } from './request-epics.ts';

/** Structural sharing is off for long lists. Live events invalidate them. */
const listBehaviour = { structuralSharing: false, staleTime: 60_000, refetchOnWindowFocus: false } as const;

/** All children of one epic, and its title. */
export interface ChildEpics {
  /** Of the parent. */
  id: string;
  title: string;
  nodes: readonly (RoadmapEpicFragment | null)[];
}

/** The group's epics, page by page. Every argument that changes the list is part of the key. */
export function epicPages(args: EpicArguments) {
  return infiniteQueryOptions({
    queryKey: ['roadmapGroupEpics', args],
    queryFn: async ({ signal, pageParam }): Promise<EpicPage> => {
      const early = pageParam === '' ? takePrefetched<EpicsAnswer>(args) : undefined;
      const page = pageOf(await (early ?? requestEpics(args, pageParam, signal)));
      if (!page) throw new NotFoundError('There is no such group');
      return page;
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? last.pageInfo.endCursor : undefined),
    ...listBehaviour,
  });
}

/** The first page, if it was prefetched and has arrived, and when it was requested. */
export function answeredPages(
  args: EpicArguments,
): { data: InfiniteData<EpicPage, string>; updatedAt: number } | undefined {
  const answered = takeAnswered(args);
  const page = pageOf(answered?.value as EpicsAnswer | undefined);
  return answered && page && { data: { pages: [page], pageParams: [''] }, updatedAt: Date.now() - answered.age };
}

/** The maximum number of epics per request by id. */
export const MAX_IDS = 100;

/** Those of these epics that belong to such a roadmap. */
export async function requestEpicsById(args: EpicArguments, ids: readonly string[]): Promise<RoadmapEpicFragment[]> {
  const { group } = await requestRoadmap(groupEpics, { ...args, ids: [...ids], first: MAX_IDS, endCursor: '' });
  return (group?.epics?.nodes ?? []).filter((node) => node !== null);
}

export interface ParentEpic {
  fullPath: string;
  iid: string;
}

/**
 * The arguments for the children of one epic. The others are about the group: its epic of one number, its levels, its
 * subgroups.
 */
export function childArguments({ fullPath, iid }: ParentEpic, args: EpicArguments) {
  const { topLevelHierarchyOnly: _top, includeDescendantGroups: _below, ancestorIid: _above, ...filters } = args;
  return { ...filters, fullPath, iid };
}

/** All children of one epic that match the roadmap's filters. */
export function childrenOf(parent: ParentEpic, args: EpicArguments) {
  const variables = childArguments(parent, args);
  return queryOptions({
    queryKey: ['epicChildEpics', variables],
    queryFn: async ({ signal }): Promise<ChildEpics> => {
      const nodes: (RoadmapEpicFragment | null)[] = [];
      let endCursor: string | null | undefined = '';
      let id = '';
      let title = '';
      do {
        const answer: EpicChildEpicsQuery = await requestRoadmap(childEpics, { ...variables, endCursor }, signal);
        const epic = answer.group?.epic;
        if (!epic) throw new NotFoundError('There is no such epic');
        ({ id } = epic);
        title = epic.title ?? '';
        nodes.push(...(epic.children?.nodes ?? []));
        endCursor = epic.children?.pageInfo.hasNextPage ? epic.children.pageInfo.endCursor : null;
      } while (endCursor);
      return { id, title, nodes };
    },
    ...listBehaviour,
  });
}

/** The active milestones of the group, its ancestors and its descendants. */
export function milestonesOf(fullPath: string, timeframe: EpicArguments['timeframe']) {
  const variables = { fullPath, state: 'active', timeframe, includeDescendants: true, includeAncestors: true } as const;
  return queryOptions({
    queryKey: ['groupMilestonesEE', variables],
    queryFn: async ({ signal }) =>
      (await requestRoadmap(groupMilestones, variables, signal)).group?.milestones?.nodes ?? [],
    ...listBehaviour,
  });
}

/** How many epics match these arguments; a timeframe of null includes those outside it. */
export function countOf({ sort: _sort, ...args }: EpicArguments, timeframe: EpicArguments['timeframe'] | null) {
  const variables = { ...args, timeframe };
  return queryOptions({
    queryKey: ['roadmapEpicCount', variables],
    queryFn: async ({ signal }) => (await requestRoadmap(epicCount, variables, signal)).group?.epics?.count ?? 0,
    ...listBehaviour,
  });
}

/** Whether the viewer may create epics in the group. */
export function mayCreateEpic(fullPath: string) {
  return queryOptions({
    queryKey: ['permissions', 'roadmap', fullPath],
    queryFn: async ({ signal }) =>
      (await requestRoadmap(createPermission, { fullPath }, signal)).group?.userPermissions.createEpic ?? false,
  });
}
