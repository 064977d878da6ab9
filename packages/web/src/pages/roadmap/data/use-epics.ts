import { useInfiniteQuery, useQueries, useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { topLevelOf } from '@milepost/core/roadmap/rows';
import { NotFoundError } from '../../../platform/api/errors.ts';
import type { ChildEpics } from './api.ts';
import type { EpicPage } from './epic-page.ts';
import { answeredPages, childrenOf, epicPages, milestonesOf } from './api.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { GroupMilestonesEeQuery } from '../../../gen/graphql.ts';
import type { RoadmapEpic } from './epic.ts';
import { readEpics } from './epic.ts';
import type { ChildKey, Cut, MilestoneKey } from './narrower.ts';
import { childlessEpics, cutChildren, cutMilestones, cutPages } from './narrower.ts';

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

/** The top-level epics of the roadmap: the group's, or one epic's children. */
export function useTopLevel(args: EpicArguments, fullPath: string, epicIid: string | null): TopLevel {
  const isScoped = epicIid !== null;
  const client = useQueryClient();
  const pages = useInfiniteQuery({
    ...epicPages(args),
    enabled: !isScoped,
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

/** Initial data of a query from the cache; looked up only when the query is new. */
function initialOf<Data>(find: () => Cut<Data> | undefined) {
  let found: Cut<Data> | undefined;
  return { initialData: () => (found = find())?.data, initialDataUpdatedAt: () => found?.updatedAt };
}

/** The epics, updated with what has become known about their children. */
function withoutChildren(epics: readonly RoadmapEpic[], childless: ReadonlySet<string>): RoadmapEpic[] {
  return epics.map((epic) =>
    epic.hasChildrenWithinTimeframe && childless.has(epic.id) ? { ...epic, hasChildrenWithinTimeframe: false } : epic,
  );
}

export interface Expanded {
  ids: ReadonlySet<string>;
  /** The children of an expanded epic; undefined while they load. */
  childrenOf: (epicId: string) => readonly RoadmapEpic[] | undefined;
  error: Error | null;
  retry: () => void;
  toggle: (epic: RoadmapEpic) => void;
}

/** Which rows are expanded, and their children, requested when a row is expanded. */
export function useExpanded(args: EpicArguments): Expanded {
  const client = useQueryClient();
  const [open, setOpen] = useState<ReadonlyMap<string, RoadmapEpic>>(new Map());
  const epics = useMemo(() => [...open.values()], [open]);
  const { found, error, retry } = useQueries({
    queries: epics.map((epic) => {
      const query = childrenOf({ fullPath: epic.group.fullPath, iid: epic.iid }, args);
      return { ...query, ...initialOf(() => cutChildren<ChildEpics>(client, query.queryKey[1] as ChildKey)) };
    }),
    combine: useCallback(
      (results: ChildrenResult[]) => ({
        found: new Map(results.map((result, index) => [epics[index]?.id, childrenIn(result)])),
        error: results.find(({ error }) => error && !isGone(error))?.error ?? null,
        retry: () => {
          for (const result of results) if (result.error) void result.refetch();
        },
      }),
      [epics],
    ),
  });
  const toggle = useCallback((epic: RoadmapEpic) => {
    setOpen((now) => {
      const next = new Map(now);
      if (!next.delete(epic.id)) next.set(epic.id, epic);
      return next;
    });
  }, []);
  const ids = useMemo(() => new Set(open.keys()), [open]);
  return { ids, childrenOf: useCallback((id) => found.get(id), [found]), error, retry, toggle };
}

interface ChildrenResult {
  data: { nodes: Parameters<typeof readEpics>[0] } | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** If the expanded row was removed or hidden in the meantime, nothing opens: the others stay. */
const isGone = (error: Error | null): boolean => error instanceof NotFoundError;

function childrenIn({ data, error }: Pick<ChildrenResult, 'data' | 'error'>): readonly RoadmapEpic[] | undefined {
  return isGone(error) ? none : data && readEpics(data.nodes);
}

const none: readonly RoadmapEpic[] = [];

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
