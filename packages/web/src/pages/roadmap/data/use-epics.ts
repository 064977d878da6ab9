import { useInfiniteQuery, useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { topLevelOf } from '@milepost/core/roadmap/rows';
import type { EpicPage } from './epic-page.ts';
import { answeredPages, childrenOf, epicPages, milestonesOf } from './api.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { GroupMilestonesEeQuery } from '../../../gen/graphql.ts';
import type { RoadmapEpic } from './epic.ts';
import { readEpics } from './epic.ts';
import { initialOf } from './initial.ts';
import type { MilestoneKey } from './narrower.ts';
import { childlessEpics, cutMilestones, cutPages } from './narrower.ts';

export interface TopLevel {
  /** Undefined until the first response. */
  epics: readonly RoadmapEpic[] | undefined;
  /** The group's name, or on a roadmap of one epic its title. */
  name: string | null | undefined;
  error: Error | null;
  /** The server's limit; reached when more epics than that are loaded. */
  overLimit: number | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  /** The rows on screen belong to an earlier query. */
  isStale: boolean;
  /** Loads the next page, unless one is loading or there is none. */
  loadMore: () => void;
  retry: () => void;
}

/** The top-level epics of the roadmap: the group's, or one epic's children. In lanes they are loaded lane by lane. */
export function useTopLevel(
  args: EpicArguments,
  fullPath: string,
  epicIid: string | null,
  isEnabled: boolean,
): TopLevel {
  const isScoped = epicIid !== null;
  const client = useQueryClient();
  const pages = useInfiniteQuery({
    ...epicPages(args),
    enabled: !isScoped && isEnabled,
    placeholderData: keepPreviousData,
    ...initialOf(() => (isScoped ? undefined : (answeredPages(args) ?? cutPages<EpicPage>(client, args)))),
  });
  const children = useQuery({
    ...childrenOf({ fullPath, iid: epicIid ?? '' }, args),
    enabled: isScoped,
    placeholderData: keepPreviousData,
  });
  const isCut = pages.data?.pages[0]?.isCut === true;
  const mayLackChildren = isCut && pages.data?.pages.some(hasParents) === true;
  const childless = useQuery({ ...childlessEpics(args), enabled: mayLackChildren }).data;
  const epics = useMemo(() => {
    if (isScoped) return children.data && readEpics(children.data.nodes);
    const loaded = pages.data?.pages.flatMap((page) => readEpics(page.nodes));
    return loaded && topLevelOf(childless && mayLackChildren ? withoutChildren(loaded, childless) : loaded);
  }, [isScoped, pages.data, children.data, childless, mayLackChildren]);
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  const loadMore = useCallback(() => {
    // A page that is loading already is the requested one.
    if (hasNextPage && !isFetching) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetching, fetchNextPage]);
  const query = isScoped ? children : pages;
  const { refetch } = query;
  return {
    epics,
    name: isScoped ? children.data?.title : pages.data?.pages[0]?.group.name,
    error: query.error,
    overLimit: isScoped ? undefined : overLimitOf(pages.data?.pages),
    hasMore: !isScoped && hasNextPage,
    isLoadingMore: !isScoped && pages.isFetchingNextPage,
    isStale: query.isPlaceholderData,
    loadMore,
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

function overLimitOf(pages: readonly EpicPage[] | undefined): number | undefined {
  const limit = pages?.at(-1)?.limit;
  const loaded = pages?.reduce((sum, page) => sum + page.nodes.length, 0) ?? 0;
  return limit !== undefined && loaded > limit ? limit : undefined;
}

function hasParents(page: EpicPage): boolean {
  return page.nodes.some((node) => node?.hasChildrenWithinTimeframe);
}

/** The epics, updated with what has become known about their children. */
function withoutChildren(epics: readonly RoadmapEpic[], childless: ReadonlySet<string>): RoadmapEpic[] {
  return epics.map((epic) =>
    epic.hasChildrenWithinTimeframe && childless.has(epic.id) ? { ...epic, hasChildrenWithinTimeframe: false } : epic,
  );
}

type MilestoneConnection = NonNullable<NonNullable<GroupMilestonesEeQuery['group']>['milestones']>;
type MilestoneNode = NonNullable<MilestoneConnection['nodes']>[number];

/** The group's milestones, requested only while they are shown, and only if the cache has none of a wider range. */
export function useMilestones(fullPath: string, timeframe: EpicArguments['timeframe'], isShown: boolean) {
  const client = useQueryClient();
  const query = milestonesOf(fullPath, timeframe);
  return useQuery({
    ...query,
    enabled: isShown,
    placeholderData: keepPreviousData,
    ...initialOf(() => cutMilestones<MilestoneNode>(client, query.queryKey[1] as MilestoneKey)),
  });
}
