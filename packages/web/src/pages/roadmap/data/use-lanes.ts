import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { parseLaneKey } from '@milepost/core/roadmap/lanes/lane-keys';
import type { RoadmapEpic } from './epic.ts';
import { initialOf } from './initial.ts';
import {
  answeredLanes,
  answeredRows,
  lanePages,
  rowPage,
  shadesOf,
  withinPage,
  type RowPage,
  type WithinPage,
} from './lane-pages.ts';
import { prefetchedLanes, type LaneQuestion } from './lane-requests.ts';
import type { Lane } from './lane.ts';
import { lanesOf, rowsByLane, rowsOfLanes, withMoreLanes, type LaneRows, type LaneSource } from './lane-rows.ts';
import type { ListRow } from './rows.ts';
import { useChainedPages } from '../../../platform/api/use-chained-pages.ts';

export interface Lanes {
  /** Undefined until the first response. */
  lanes: readonly Lane[] | undefined;
  name: string | null | undefined;
  error: Error | null;
  hasMore: boolean;
  isLoadingMore: boolean;
  isStale: boolean;
  /** Those of all lanes. */
  epics: readonly RoadmapEpic[];
  loadMore: () => void;
  /** Their headers, and the rows of those that are not folded; undefined until the first response. */
  listOf: (source: Omit<LaneSource, 'lanes' | 'folded' | 'rowsOf'>) => ListRow[] | undefined;
  /** Loads the first or the next rows of a lane, or the next lanes in it, unless they are loading. */
  loadRows: (key: string) => void;
  retry: () => void;
}

const noRows: LaneRows = { epics: [], hasMore: true, error: null };

const firstPage = (): string => '';
const isOfFirstLevel = (key: string): boolean => parseLaneKey(key)?.length === 1;

/** The lanes of the roadmap, and the rows of those that came into view. */
export function useLanes(question: LaneQuestion, isGrouped: boolean): Lanes {
  const { args, settings } = question;
  const pages = useLanePages(question, isGrouped);
  const { groupBy, thenBy, folded } = settings;
  const grouping = useMemo(() => ({ groupBy, thenBy }), [groupBy, thenBy]);
  const first = useMemo(() => pages.data && lanesOf(pages.data.pages, grouping), [pages.data, grouping]);
  const within = useChainedPages<WithinPage>({
    subject: useMemo(() => [args, grouping], [args, grouping]),
    startOf: useCallback((key) => first?.find((lane) => lane.key === key)?.nextLanes ?? null, [first]),
    pageOf: useCallback((key, cursor) => withinPage(question, key, cursor), [question]),
    isEnabled: isGrouped && thenBy !== null,
  });
  const lanes = useMemo(() => first && withMoreLanes(first, within.found, grouping), [first, within.found, grouping]);
  const rows = useChainedPages<RowPage>({
    subject: args,
    requested: () => prefetchedLanes(args),
    startOf: firstPage,
    pageOf: useCallback(
      (lane, cursor) => ({
        ...rowPage(args, lane, cursor),
        ...initialOf(() => (cursor === '' ? answeredRows(args, lane) : undefined)),
      }),
      [args],
    ),
    isEnabled: isGrouped,
  });
  // Its effect follows those that tell the queries above what to request.
  useShades(question, pages);
  const found = useMemo(() => rowsByLane(rows.found, lanes ?? []), [rows.found, lanes]);
  const rowsOf = useCallback(
    (key: string) => found.get(key) ?? { ...noRows, error: within.found.get(key)?.error ?? null },
    [found, within.found],
  );
  const { load: loadLanes } = within;
  const { load: loadEpics } = rows;
  const { hasNextPage, isFetching, fetchNextPage, refetch } = pages;
  return {
    lanes,
    name: pages.data?.pages[0]?.name,
    error: pages.error,
    hasMore: hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    isStale: pages.isPlaceholderData,
    listOf: useCallback(
      (source) => lanes && rowsOfLanes({ ...source, lanes, folded, rowsOf }),
      [lanes, folded, rowsOf],
    ),
    epics: useMemo(() => [...found.values()].flatMap(({ epics }) => epics), [found]),
    loadMore: useCallback(() => {
      if (hasNextPage && !isFetching) void fetchNextPage({ cancelRefetch: false });
    }, [hasNextPage, isFetching, fetchNextPage]),
    loadRows: useCallback(
      (key) => (thenBy !== null && isOfFirstLevel(key) ? loadLanes(key) : loadEpics(key)),
      [thenBy, loadLanes, loadEpics],
    ),
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

function useLanePages(question: LaneQuestion, isGrouped: boolean) {
  return useInfiniteQuery({
    ...lanePages(question),
    enabled: isGrouped,
    placeholderData: keepPreviousData,
    ...initialOf(() => (isGrouped ? answeredLanes(question) : undefined)),
  });
}

/** Folded lanes show shades, which cost the server as much as all the rest: pages without them are loaded again at the first fold. */
function useShades(question: LaneQuestion, { data, status, isFetching }: ReturnType<typeof useLanePages>): void {
  const client = useQueryClient();
  const wanted = shadesOf(question);
  const lacksShades = wanted !== null && data?.pages.some(({ shades }) => shades !== wanted) === true;
  // After an error they stay away until something else loads the lanes.
  const isReady = status === 'success' && !isFetching;
  useEffect(() => {
    if (!lacksShades || !isReady) return;
    for (const key of ['roadmapLanes', 'roadmapLanesWithin']) void client.invalidateQueries({ queryKey: [key] });
  }, [client, lacksShades, isReady]);
}
