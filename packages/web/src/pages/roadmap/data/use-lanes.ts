import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { groupKindOf } from '@milepost/core/roadmap/lanes/lane-keys';
import { readEpics, type RoadmapEpic } from './epic.ts';
import { prefetchedLanes } from './first-lanes.ts';
import { foldedLanes } from './folded.ts';
import { initialOf } from './initial.ts';
import { answeredLanes, answeredRows, lanePages, rowPage, type RowPage } from './lane-pages.ts';
import type { LaneQuestion } from './lane-requests.ts';
import { readLane, type Lane } from './lane.ts';

/** What is loaded of the rows of one lane. */
export interface LaneRows {
  epics: readonly RoadmapEpic[];
  hasMore: boolean;
  error: Error | null;
}

export interface Lanes {
  /** Undefined until the first response. */
  lanes: readonly Lane[] | undefined;
  name: string | null | undefined;
  error: Error | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  isStale: boolean;
  folded: ReadonlySet<string>;
  rowsOf: (key: string) => LaneRows;
  /** Those of all lanes. */
  epics: readonly RoadmapEpic[];
  loadMore: () => void;
  /** Loads the first or the next rows of a lane, unless they are loading. */
  loadRows: (key: string) => void;
  retry: () => void;
}

const noRows: LaneRows = { epics: [], hasMore: true, error: null };
const noPages: ReadonlyMap<string, number> = new Map();

/** The first page of each lane whose rows were prefetched. */
const prefetchedPages = (args: EpicArguments): ReadonlyMap<string, number> =>
  new Map(prefetchedLanes(args).map((lane) => [lane, 1]));

/** The cursors of the first `count` pages of a lane, as far as they are known. */
function cursorsOf(client: QueryClient, args: EpicArguments, lane: string, count: number): string[] {
  const cursors: string[] = [];
  let cursor: string | null | undefined = '';
  while (cursors.length < count && cursor !== null && cursor !== undefined) {
    cursors.push(cursor);
    cursor = client.getQueryData<RowPage>(rowPage(args, lane, cursor).queryKey)?.next;
  }
  return cursors;
}

/** The lanes of the roadmap, and the rows of those that came into view. */
export function useLanes(fullPath: string, question: LaneQuestion, isGrouped: boolean): Lanes {
  const client = useQueryClient();
  const { args, settings } = question;
  const kept = useSyncExternalStore(foldedLanes.subscribe, foldedLanes.get);
  const folded = useMemo(() => new Set(kept[fullPath]), [kept, fullPath]);
  const options = lanePages(question);
  const pages = useInfiniteQuery({
    ...options,
    enabled: isGrouped,
    placeholderData: keepPreviousData,
    ...initialOf(() => (isGrouped ? answeredLanes(question) : undefined)),
  });
  const lanes = useMemo(() => {
    const { groupBy, thenBy } = settings;
    if (!pages.data || !groupBy) return undefined;
    const kinds = [groupKindOf(groupBy), thenBy && groupKindOf(thenBy)] as const;
    return pages.data.pages.flatMap(({ nodes }) => nodes.flatMap((node) => (node ? [readLane(node, kinds)] : [])));
  }, [pages.data, settings]);
  // Another list of epics begins again.
  const [asked, setAsked] = useState(() => ({ args, pages: isGrouped ? prefetchedPages(args) : noPages }));
  const pagesOf = asked.args === args ? asked.pages : noPages;
  // Each page begins where the previous one ends now: rows may have moved since.
  const chain = [...pagesOf].flatMap(([lane, count]) =>
    cursorsOf(client, args, lane, count).map((cursor) => ({ lane, cursor })),
  );
  const signature = JSON.stringify(chain);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the signature is the chain
  const wanted = useMemo(() => chain, [signature]);
  const found = useQueries({
    queries: isGrouped
      ? wanted.map(({ lane, cursor }) => ({
          ...rowPage(args, lane, cursor),
          ...initialOf(() => (cursor === '' ? answeredRows(args, lane) : undefined)),
        }))
      : [],
    combine: useCallback(
      (results: { data: RowPage | undefined; error: Error | null }[]) => {
        const byLane = new Map<string, LaneRows>();
        for (const [index, { data, error }] of results.entries()) {
          const { lane } = wanted[index] ?? { lane: '' };
          const before = byLane.get(lane) ?? noRows;
          const epics = data ? [...before.epics, ...readEpics(data.nodes)] : before.epics;
          byLane.set(lane, { epics, hasMore: data ? data.next !== null : true, error: error ?? before.error });
        }
        return byLane;
      },
      [wanted],
    ),
  });
  const loadRows = useCallback(
    (lane: string) =>
      setAsked((now) => {
        const pagesNow = now.args === args ? now.pages : noPages;
        const count = pagesNow.get(lane) ?? 0;
        const cursors = cursorsOf(client, args, lane, count);
        const last = cursors.at(-1);
        const page = last === undefined ? undefined : client.getQueryState<RowPage>(rowPage(args, lane, last).queryKey);
        if (last !== undefined && page?.status === 'error') {
          void client.refetchQueries({ queryKey: rowPage(args, lane, last).queryKey });
          return now;
        }
        if (last !== undefined && !page?.data?.next) return now;
        return { args, pages: new Map([...pagesNow, [lane, cursors.length + 1]]) };
      }),
    [client, args],
  );
  const { hasNextPage, isFetching, fetchNextPage, refetch } = pages;
  return {
    lanes,
    name: pages.data?.pages[0]?.name,
    error: pages.error,
    hasMore: hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    // The same lanes without shades are current.
    isStale: pages.isPlaceholderData && pages.data?.pages[0]?.args !== args,
    folded,
    rowsOf: useCallback((key) => found.get(key) ?? noRows, [found]),
    epics: useMemo(() => [...found.values()].flatMap(({ epics }) => epics), [found]),
    loadMore: useCallback(() => {
      if (hasNextPage && !isFetching) void fetchNextPage({ cancelRefetch: false });
    }, [hasNextPage, isFetching, fetchNextPage]),
    loadRows,
    retry: useCallback(() => void refetch(), [refetch]),
  };
}
