import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../../platform/context.ts';
import {
  requestsOnlyCount,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../../platform/graphql/connections.ts';
import { preloadRows } from '../../../platform/graphql/preload.ts';
import type { WorkItemListing } from '../store/list-conditions.ts';
import { countWorkItems, listKey, workItemsAfter, type ListedWorkItem } from '../store/lists.ts';
import type { WorkItem } from '../store.ts';

/** The search text and its fields. */
export function searchOf(args: {
  search?: string | null;
  in?: readonly ('title' | 'description')[] | null;
}): WorkItemListing['search'] {
  return args.search ? { text: args.search, in: args.in?.length ? args.in : ['title', 'description'] } : null;
}

/** The first item of a planned list; null if nothing matches. */
export async function firstWorkItem(ctx: Context, listing: WorkItemListing): Promise<WorkItem | null> {
  const [first] = await workItemsAfter(ctx, listing, { limit: 1, cursor: null, isBackward: false });
  return first ?? null;
}

/** Whether a single item is requested by anything but these arguments. */
export function isFiltered(args: object, unless: readonly string[]): boolean {
  return Object.entries(args).some(([name, value]) => !unless.includes(name) && value !== undefined && value !== null);
}

/**
 * One page of a planned list, or only its count. The files of the arguments (`epic-list.ts`, `issue-list.ts`, `work-item-list.ts`)
 * plan the lists; all further steps are the same.
 */
export async function pageOfWorkItems(
  ctx: Context,
  args: PageArguments,
  listing: WorkItemListing,
  info: GraphQLResolveInfo,
): Promise<Page<WorkItem>> {
  // Find and load: one statement finds the ids of the page, visibility included, and reads those rows.
  const slice = sliceOf(args);
  const rows = requestsOnlyCount(info) ? [] : await workItemsAfter(ctx, listing, slice);
  // Present: each row carries the timeframe, because nested fields depend on it. Not on a copy: the rows are wide.
  const { timeframe } = listing.filter.is;
  if (timeframe) for (const row of rows) row.listTimeframe = timeframe;
  await preloadRows(ctx, rows, info);
  const keyOf = (row: WorkItem) => listKey(row as ListedWorkItem);
  return pageOf<WorkItem>(rows, slice, keyOf, (limit) => countWorkItems(ctx, listing, limit));
}
