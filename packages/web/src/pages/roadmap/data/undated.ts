import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import { requestRoadmap } from './request.ts';
import { epicCount } from '../operations/counts.ts';
import { groupEpics } from '../operations/epics.ts';
import { pageSize } from './request-epics.ts';

/** The filters of the roadmap, without dates, order and levels: undated epics are listed at any depth. */
function filtersOf({ sort: _sort, timeframe: _timeframe, topLevelHierarchyOnly: _top, ...filters }: EpicArguments) {
  return filters;
}

/** One page of the tray. */
export interface UndatedPage {
  nodes: readonly (RoadmapEpicFragment | null)[];
  endCursor: string | null;
}

/** The undated epics that match the roadmap's filters, page by page. */
export function undatedPages(args: EpicArguments) {
  const filters = filtersOf(args);
  return infiniteQueryOptions({
    queryKey: ['roadmapUndatedEpics', filters],
    queryFn: async ({ signal, pageParam }): Promise<UndatedPage> => {
      const undated = { ...filters, undated: true, sort: 'TITLE_ASC', first: pageSize, endCursor: pageParam } as const;
      const { group } = await requestRoadmap(groupEpics, undated, signal);
      return {
        nodes: group?.epics?.nodes ?? [],
        endCursor: group?.epics?.pageInfo.hasNextPage ? group.epics.pageInfo.endCursor : null,
      };
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.endCursor ?? undefined,
    staleTime: 30_000,
    refetchOnWindowFocus: false,
  });
}

/** Their number. */
export function undatedCount(args: EpicArguments) {
  const variables = { ...filtersOf(args), timeframe: null, topLevelHierarchyOnly: false, undated: true };
  return queryOptions({
    queryKey: ['roadmapEpicCount', variables],
    queryFn: async ({ signal }) => (await requestRoadmap(epicCount, variables, signal)).group?.epics?.count ?? 0,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
