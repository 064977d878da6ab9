import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapEpicFragment, RoadmapLanesQuery } from '../../../gen/graphql.ts';
import type { RowPage, WithinPage } from './lane-pages.ts';
import { patchPages } from './patch.ts';

/** An epic and the key of the lane that it stands in; null if it is no row of a lane. */
export interface PlacedEpic {
  node: RoadmapEpicFragment;
  lane: string | null;
}

interface LoadedLane {
  keys: QueryKey[];
  pages: RowPage[];
}

/** The pages of rows that are loaded, by lane. */
function loadedLanes(client: QueryClient, args: EpicArguments): ReadonlyMap<string, LoadedLane> {
  const lanes = new Map<string, LoadedLane>();
  const wanted = JSON.stringify(args);
  const queries = client.getQueryCache().findAll({ queryKey: ['roadmapLaneEpics'] });
  const byLane = new Map<string, Map<string, { key: QueryKey; page: RowPage }>>();
  for (const { queryKey, state } of queries) {
    const [, { lane, ...variables }, cursor] = queryKey as [string, { lane: string }, string];
    if (!state.data || JSON.stringify(variables) !== wanted) continue;
    const pages = byLane.get(lane) ?? new Map<string, { key: QueryKey; page: RowPage }>();
    byLane.set(lane, pages.set(cursor, { key: queryKey, page: state.data as RowPage }));
  }
  for (const [lane, pages] of byLane) {
    const chain: LoadedLane = { keys: [], pages: [] };
    let next: string | null = '';
    while (next !== null) {
      const found = pages.get(next);
      if (!found) break;
      chain.keys.push(found.key);
      chain.pages.push(found.page);
      next = found.page.next;
    }
    lanes.set(lane, chain);
  }
  return lanes;
}

/** Puts changed epics into the rows of their lanes, and takes them out of the others, in one step. */
export function placeInLanes(
  client: QueryClient,
  args: EpicArguments,
  ids: ReadonlySet<string>,
  placed: readonly PlacedEpic[],
): void {
  for (const [lane, { keys, pages }] of loadedLanes(client, args)) {
    const mine = new Map(placed.filter((each) => each.lane === lane).map(({ node }) => [node.id, node]));
    const hasMore = pages.at(-1)?.next !== null;
    for (const [index, page] of patchPages(pages, { ids, fresh: mine }, args.sort, hasMore).entries()) {
      const key = keys[index];
      if (key && page !== pages[index]) client.setQueryData(key, page);
    }
  }
}

/** A row of a lane by its epic's id; undefined if it is not loaded. */
export function rowInLanes(client: QueryClient, args: EpicArguments, id: string): RoadmapEpicFragment | undefined {
  for (const { pages } of loadedLanes(client, args).values()) {
    for (const { nodes } of pages) {
      const node = nodes.find((each) => each?.id === id);
      if (node) return node;
    }
  }
  return undefined;
}

type LanePages = InfiniteData<{ nodes: NonNullable<SentLanes> }>;
type SentLanes = NonNullable<NonNullable<RoadmapLanesQuery['group']>['epicLanes']>['nodes'];

/** Moves the count of one epic from the lanes that it leaves to those that it enters, until the server has counted again. */
export function countInLanes(client: QueryClient, left: readonly string[], entered: readonly string[]): void {
  const change = (key: string) => Number(entered.includes(key)) - Number(left.includes(key));
  const counted = <Sent extends { key: string; count: number }>(lane: Sent): Sent => {
    const by = change(lane.key);
    return by === 0 ? lane : { ...lane, count: Math.max(0, lane.count + by) };
  };
  client.setQueriesData<LanePages>(
    { queryKey: ['roadmapLanes'], type: 'active' },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          nodes: page.nodes.map(
            (lane) =>
              lane && {
                ...counted(lane),
                lanes: lane.lanes && {
                  ...lane.lanes,
                  nodes: lane.lanes.nodes?.map((each) => each && counted(each)) ?? null,
                },
              },
          ),
        })),
      },
  );
  client.setQueriesData<WithinPage>(
    { queryKey: ['roadmapLanesWithin'], type: 'active' },
    (page) => page && { ...page, nodes: page.nodes.map((lane) => lane && counted(lane)) },
  );
}
