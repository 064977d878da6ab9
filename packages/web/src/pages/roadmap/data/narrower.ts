import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { queryOptions } from '@tanstack/react-query';
import type { Day } from '@milepost/core/days';
import { parseDay, touches } from '@milepost/core/days';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { requestRoadmap } from './request.ts';
import { graphql } from '../../../gen/gql.ts';
import type { RoadmapChildFlagsQuery } from '../../../gen/graphql.ts';
import { readDay } from '../../../ui/field/days.ts';
import { pageSize } from './request-epics.ts';

interface Dated {
  startDate?: string | null;
  dueDate?: string | null;
  hasChildrenWithinTimeframe?: boolean;
}

interface PageOfEpics {
  nodes: readonly (Dated | null)[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
  /** The list was derived from that of a wider range, and not requested. */
  isCut?: boolean;
}

export interface Cut<Data> {
  data: Data;
  updatedAt: number;
}

/**
 * The list for `args`, derived from a completely loaded one with the same arguments and a wider range: data that is cached is
 * not requested again. Undefined if there is none.
 */
export function cutPages<Page extends PageOfEpics>(
  client: QueryClient,
  args: EpicArguments,
): Cut<InfiniteData<Page, string>> | undefined {
  const days = daysOf(args.timeframe);
  if (!days) return undefined;
  const same = keyWithoutDays(args);
  for (const query of client.getQueryCache().findAll({ queryKey: ['roadmapGroupEpics'] })) {
    const wider = query.queryKey[1] as EpicArguments;
    const data = query.state.data as InfiniteData<Page, string> | undefined;
    const last = data?.pages.at(-1);
    if (!data || !last || last.pageInfo.hasNextPage || query.state.isInvalidated) continue;
    if (!holds(wider.timeframe, args.timeframe) || keyWithoutDays(wider) !== same) continue;
    const all = data.pages.flatMap((page) => page.nodes);
    const nodes = all.filter((node) => isWithin(node, days));
    // A child of an excluded epic may be top-level now and is missing in this list.
    if (args.topLevelHierarchyOnly && all.some((node) => node?.hasChildrenWithinTimeframe && !isWithin(node, days)))
      continue;
    return { data: paged(nodes, last), updatedAt: query.state.dataUpdatedAt };
  }
  return undefined;
}

/** The cache key of a list of children; only its dates matter here. */
export interface ChildKey {
  timeframe: EpicArguments['timeframe'];
}

/** The children of one epic within `key.timeframe`, filtered the same way; a list of children is always complete. */
export function cutChildren<Data extends { nodes: readonly (Dated | null)[] }>(
  client: QueryClient,
  key: ChildKey,
): Cut<Data> | undefined {
  const days = daysOf(key.timeframe);
  if (!days) return undefined;
  const same = keyWithoutDays(key);
  for (const query of client.getQueryCache().findAll({ queryKey: ['epicChildEpics'] })) {
    const wider = query.queryKey[1] as typeof key;
    const data = query.state.data as Data | undefined;
    if (!data || query.state.isInvalidated || !holds(wider.timeframe, key.timeframe) || keyWithoutDays(wider) !== same)
      continue;
    const nodes = data.nodes.filter((node) => isWithin(node, days));
    // Whether they have children within the narrower range is unknown here: the list is shown and refetched.
    const isSure = nodes.every(
      (node) => !(node as { hasChildrenWithinTimeframe?: boolean }).hasChildrenWithinTimeframe,
    );
    return { data: { ...data, nodes }, updatedAt: isSure ? query.state.dataUpdatedAt : 0 };
  }
  return undefined;
}

/** The cache key of a list of milestones. */
export interface MilestoneKey {
  timeframe: EpicArguments['timeframe'];
}

/** A list of milestones is one page; a full page may be incomplete. */
const fullPage = 100;

/** The milestones within `key.timeframe`, filtered the same way. */
export function cutMilestones<Node extends Dated | null>(
  client: QueryClient,
  key: MilestoneKey,
): Cut<Node[]> | undefined {
  const days = daysOf(key.timeframe);
  if (!days) return undefined;
  const same = keyWithoutDays(key);
  for (const query of client.getQueryCache().findAll({ queryKey: ['groupMilestonesEE'] })) {
    const wider = query.queryKey[1] as MilestoneKey;
    const data = query.state.data as Node[] | undefined;
    if (!data || data.length >= fullPage || query.state.isInvalidated) continue;
    if (!holds(wider.timeframe, key.timeframe) || keyWithoutDays(wider) !== same) continue;
    return { data: data.filter((node) => isWithin(node, days)), updatedAt: query.state.dataUpdatedAt };
  }
  return undefined;
}

/** The nodes in pages of the usual size: a refetch requests as many pages as there are. */
function paged<Page extends PageOfEpics>(nodes: Page['nodes'], like: Page): InfiniteData<Page, string> {
  const count = Math.max(1, Math.ceil(nodes.length / pageSize));
  const pages = Array.from({ length: count }, (_, index) => ({
    ...like,
    nodes: nodes.slice(index * pageSize, (index + 1) * pageSize),
    isCut: true,
  }));
  // The cursors are unknown and not needed: each fetched page names the next.
  return { pages, pageParams: pages.map(() => '') };
}

function daysOf({ start, end }: EpicArguments['timeframe']): { from: Day; to: Day } | null {
  const [from, to] = [parseDay(start), parseDay(end)];
  return from === null || to === null ? null : { from, to };
}

/** ISO dates sort as text in date order. */
function holds(wider: EpicArguments['timeframe'], narrower: EpicArguments['timeframe']): boolean {
  return wider.start <= narrower.start && wider.end >= narrower.end;
}

/** All other arguments that determine a list. */
function keyWithoutDays(key: object): string {
  return JSON.stringify({ ...key, timeframe: null });
}

function isWithin(node: Dated | null, { from, to }: { from: Day; to: Day }): boolean {
  return node !== null && touches({ start: readDay(node.startDate), due: readDay(node.dueDate) }, from, to);
}

const childFlags = graphql(`
  query roadmapChildFlags(
    $fullPath: ID!
    $state: EpicState
    $sort: EpicSort
    $iid: ID
    $timeframe: Timeframe
    $endCursor: String = ""
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
  ) {
    group(fullPath: $fullPath) {
      id
      epics(
        state: $state
        sort: $sort
        iid: $iid
        timeframe: $timeframe
        first: 100
        after: $endCursor
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
      ) @filtered(list: epics) {
        nodes {
          id
          hasChildrenWithinTimeframe
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** The maximum number of requested pages of flags; epics further down keep the button of the wider range. */
const MAX_PAGES = 10;

/** The epics that have no child within the dates; for a derived list, those whose children are unknown yet. */
export function childlessEpics(args: EpicArguments) {
  return queryOptions({
    queryKey: ['roadmapChildFlags', args],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const childless = new Set<string>();
      let endCursor: string | null | undefined = '';
      for (let page = 0; page < MAX_PAGES && endCursor !== null && endCursor !== undefined; page++) {
        const answer: RoadmapChildFlagsQuery = await requestRoadmap(childFlags, { ...args, endCursor }, signal);
        const epics = answer.group?.epics;
        for (const node of epics?.nodes ?? []) if (node && !node.hasChildrenWithinTimeframe) childless.add(node.id);
        endCursor = epics?.pageInfo.hasNextPage ? epics.pageInfo.endCursor : null;
      }
      return childless;
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
