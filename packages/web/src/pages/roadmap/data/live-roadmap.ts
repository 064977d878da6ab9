import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { nothingChanged, type LiveMessage } from '@milepost/core/live';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import { endpoint } from '../../../platform/api/endpoints.ts';
import { request } from '../../../platform/api/graphql.ts';
import { epicsInLanes } from '../operations/lanes.ts';
import { childrenOf, epicPages, MAX_IDS, requestEpicsById, type ChildEpics } from './api.ts';
import type { EpicPage } from './epic-page.ts';
import { readEpics } from './epic.ts';
import type { RowPage } from './lane-pages.ts';
import { placeInLanes } from './lane-patch.ts';
import { patchPages } from './patch.ts';

/** The other queries of a roadmap; refetched when epics are added, removed or moved. */
const dependentKeys = [
  'roadmapEpicCount',
  'roadmapSummary',
  'roadmapLanes',
  'roadmapLanesWithin',
  'roadmapExtent',
  'roadmapChildFlags',
  'roadmapDependencies',
  'roadmapLaneMembers',
  'roadmapOwners',
  'roadmapSignals',
  'roadmapLaneNotes',
  'roadmapDensity',
  'roadmapIssues',
  'roadmapUndatedEpics',
  'workItemLinkedItems',
] as const;

/** The minimum interval between full refetches. */
const MIN_REFETCH_INTERVAL_MS = 3_000;
/** The minimum interval between other changes: those that arrive meanwhile are applied together. */
const MIN_CHANGE_INTERVAL_MS = 300;

const lastAll = new WeakMap<QueryClient, number>();
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Applies a change and waits: the next ones are delivered after that. */
export async function applyChange(client: QueryClient, args: EpicArguments, message: LiveMessage): Promise<void> {
  if (message.all) {
    // Only the next refetch of its kind is throttled: changes in between apply immediately.
    const delay = (lastAll.get(client) ?? -MIN_REFETCH_INTERVAL_MS) + MIN_REFETCH_INTERVAL_MS - performance.now();
    if (delay > 0) await sleep(delay);
    lastAll.set(client, performance.now());
  }
  await refreshRoadmap(client, args, message);
  await sleep(MIN_CHANGE_INTERVAL_MS);
}

/** Applies a change to the page: only the epics that changed, in one request, where that is enough. */
export async function refreshRoadmap(client: QueryClient, args: EpicArguments, message: LiveMessage): Promise<void> {
  if (message.milestones.length > 0) invalidate(client, ['groupMilestonesEE']);
  const ids = idsIn(client, message);
  if (message.all || message.labels.length > 0 || ids.length > MAX_IDS) return refreshAll(client);
  if (ids.length === 0) {
    // A blocker of an epic that is not loaded: only the counts show it.
    if (message.items.length > 0) invalidate(client, ['roadmapSummary']);
    return;
  }
  const everyLevel = { ...args, topLevelHierarchyOnly: false };
  const grouping = groupingOf(client, args);
  const nodes = await (grouping ? requestEpicsInLanes(everyLevel, ids, grouping) : requestEpicsById(everyLevel, ids));
  const fresh = new Map(nodes.map((node) => [node.id, node]));
  const top = await topOf(args, fresh);
  if (grouping) {
    const laneOf = (node: LanedEpic) => (top.has(node.id) ? (node.laneKey ?? null) : null);
    placeInLanes(
      client,
      args,
      new Set(ids),
      nodes.map((node) => ({ node, lane: laneOf(node) })),
    );
  } else invalidate(client, ['roadmapLaneEpics']);
  patchTop(client, args, new Set(ids), top);
  patchChildren(client, args, new Set(ids), fresh, new Set(message.removed.map(epicId)));
  markOthers(client, args);
  for (const key of dependentKeys) invalidate(client, [key]);
}

/** Refetches everything, if the server responds: otherwise the page stays as it is. */
export async function pollRoadmap(client: QueryClient, args: EpicArguments): Promise<void> {
  const isReachable = await fetch(endpoint('readiness')).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isReachable) await refreshRoadmap(client, args, { ...nothingChanged, all: true });
}

interface LaneGrouping {
  groupBy: string;
  thenBy: string | null;
}

/**
 * What the lanes on screen are grouped by. Null without lanes, and where the lane of an epic depends on others: below a parent, in the
 * roadmap of one epic, and in a filtered list, in which a child stands alone where its parent does not match. Then the rows of the lanes are requested again.
 */
function groupingOf(client: QueryClient, args: EpicArguments): LaneGrouping | null {
  const shown = client.getQueryCache().findAll({ queryKey: ['roadmapLanes'], type: 'active' });
  const { groupBy, thenBy } = (shown[0]?.queryKey[1] ?? {}) as Partial<LaneGrouping>;
  const isFlat = !args.topLevelHierarchyOnly || args.ancestorIid !== undefined;
  if (groupBy === undefined || isFlat || [groupBy, thenBy].includes('PARENT')) return null;
  return { groupBy, thenBy: thenBy ?? null };
}

type LanedEpic = RoadmapEpicFragment & { laneKey?: string | null };

async function requestEpicsInLanes(
  args: EpicArguments,
  ids: readonly string[],
  grouping: LaneGrouping,
): Promise<LanedEpic[]> {
  const { group } = await request(epicsInLanes, { ...args, ...grouping, ids: [...ids] });
  return (group?.epics?.nodes ?? []).filter((node) => node !== null);
}

function epicId(id: number): string {
  return `gid://gitlab/Epic/${id}`;
}

/** What changed, and its blockers: rows show when those are scheduled. */
function idsIn(client: QueryClient, { epics, items, removed }: LiveMessage): string[] {
  const changed = new Set([...epics, ...items, ...removed].map(String));
  const ids = new Set([...epics, ...removed].map(epicId));
  for (const nodes of shownLists(client)) {
    for (const epic of readEpics(nodes)) {
      if (epic.links.some(({ itemId }) => changed.has(itemId))) ids.add(epic.id);
    }
  }
  return [...ids];
}

function shownLists(client: QueryClient): (readonly (RoadmapEpicFragment | null)[])[] {
  const cache = client.getQueryCache();
  const top = cache
    .findAll({ queryKey: ['roadmapGroupEpics'], type: 'active' })
    .flatMap((query) => (query.state.data as InfiniteData<EpicPage> | undefined)?.pages ?? []);
  const children = cache
    .findAll({ queryKey: ['epicChildEpics'], type: 'active' })
    .flatMap((query) => (query.state.data as ChildEpics | undefined) ?? []);
  const inLanes = cache
    .findAll({ queryKey: ['roadmapLaneEpics'], type: 'active' })
    .flatMap((query) => (query.state.data as RowPage | undefined) ?? []);
  return [...top, ...children, ...inLanes].map(({ nodes }) => nodes);
}

/** Top-level epics. Below a subgroup a parent may be in another group: only the server knows. */
async function topOf(
  args: EpicArguments,
  fresh: ReadonlyMap<string, RoadmapEpicFragment>,
): Promise<ReadonlyMap<string, RoadmapEpicFragment>> {
  if (!args.topLevelHierarchyOnly) return fresh;
  const nodes = [...fresh.values()];
  const withParent = nodes.filter(({ hasParent }) => hasParent).map(({ id }) => id);
  const isWholeTree = !args.fullPath.includes('/') && args.includeDescendantGroups;
  const tops = isWholeTree || withParent.length === 0 ? [] : await requestEpicsById(args, withParent);
  const topIds = new Set(tops.map(({ id }) => id));
  return new Map(nodes.filter(({ id, hasParent }) => !hasParent || topIds.has(id)).map((node) => [node.id, node]));
}

function patchTop(
  client: QueryClient,
  args: EpicArguments,
  ids: ReadonlySet<string>,
  fresh: ReadonlyMap<string, RoadmapEpicFragment>,
): void {
  client.setQueryData<InfiniteData<EpicPage, string>>(epicPages(args).queryKey, (data) => {
    if (!data) return data;
    const hasMore = data.pages.at(-1)?.pageInfo.hasNextPage ?? false;
    return { ...data, pages: patchPages(data.pages, { ids, fresh }, args.sort, hasMore) };
  });
}

/** Lists of children with the same filters as the response are patched, the others refetched. */
function patchChildren(
  client: QueryClient,
  args: EpicArguments,
  ids: ReadonlySet<string>,
  fresh: ReadonlyMap<string, RoadmapEpicFragment>,
  removed: ReadonlySet<string>,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey: ['epicChildEpics'], type: 'active' })) {
    const data = query.state.data as ChildEpics | undefined;
    if (!data) continue;
    const mine = new Map([...fresh].filter(([, node]) => parentOf(node) === data.id));
    const known = data.nodes.filter((node) => node !== null && ids.has(node.id)) as RoadmapEpicFragment[];
    if (known.length === 0 && mine.size === 0) continue;
    // An epic missing from the response may only be filtered out there, or belong to a group that the response does not cover.
    const isCertain = isForSameFilters(query, args) && known.every(({ id }) => fresh.has(id) || removed.has(id));
    if (isCertain) {
      const changed = { ids, fresh: mine };
      client.setQueryData<ChildEpics>(query.queryKey, patchPages([data], changed, args.sort, false)[0]);
    } else {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  }
}

/** The children of an epic support fewer filters than the top-level list. */
function isForSameFilters(query: Query, args: EpicArguments): boolean {
  const { fullPath, iid } = query.queryKey[1] as { fullPath: string; iid: string };
  const wanted = childrenOf({ fullPath, iid }, args).queryKey[1] as object;
  const beyond = Object.entries(args).filter(
    ([name, value]) => !(name in wanted) && !neverFilters.has(name) && isSet(value),
  );
  return JSON.stringify(wanted) === JSON.stringify(query.queryKey[1]) && beyond.length === 0;
}

const neverFilters = new Set(['fullPath', 'includeDescendantGroups', 'topLevelHierarchyOnly']);

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function parentOf(node: RoadmapEpicFragment): string | undefined {
  return node.ancestors?.nodes?.at(-1)?.id;
}

/** Lists that are not on screen are refetched when they are shown. */
function markOthers(client: QueryClient, args: EpicArguments): void {
  const shown = JSON.stringify(epicPages(args).queryKey);
  void client.invalidateQueries({ queryKey: ['roadmapLaneEpics'], type: 'inactive', refetchType: 'none' });
  void client.invalidateQueries({
    queryKey: ['roadmapGroupEpics'],
    refetchType: 'none',
    predicate: (query) => JSON.stringify(query.queryKey) !== shown,
  });
  void client.invalidateQueries({ queryKey: ['epicChildEpics'], type: 'inactive', refetchType: 'none' });
}

async function refreshAll(client: QueryClient): Promise<void> {
  for (const key of ['groupMilestonesEE', 'customFieldKinds', 'roadmapLaneEpics', ...dependentKeys])
    invalidate(client, [key]);
  // In sequence: a long list has many pages.
  await client.invalidateQueries({ queryKey: ['roadmapGroupEpics'] });
  await client.invalidateQueries({ queryKey: ['epicChildEpics'] });
}

function invalidate(client: QueryClient, queryKey: readonly string[]): void {
  void client.invalidateQueries({ queryKey });
}
