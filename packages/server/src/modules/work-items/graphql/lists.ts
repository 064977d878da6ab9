import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../../platform/context.ts';
import {
  requestsOnlyCount,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../../platform/graphql/connections.ts';
import type { WorkItemListing } from '../store/list-conditions.ts';
import { countWorkItems, listKey, workItemsAfter } from '../store/lists.ts';
import type { WorkItem } from '../store.ts';

/** The search text and its fields. */
export function searchOf(args: {
  search?: string | null;
  in?: readonly ('title' | 'description')[] | null;
}): WorkItemListing['search'] {
  return args.search ? { text: args.search, in: args.in?.length ? args.in : ['title', 'description'] } : null;
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
  // Present: each row carries the timeframe, because nested fields depend on it.
  const { timeframe } = listing.filter.is;
  const nodes: WorkItem[] = timeframe ? rows.map((row) => ({ ...row, listTimeframe: timeframe })) : rows;
  const keys = new Map(rows.map((row) => [row.id, listKey(row)]));
  const keyOf = ({ id }: WorkItem) => keys.get(id) ?? [];
  return pageOf(nodes, slice, keyOf, (limit) => countWorkItems(ctx, listing, limit));
}
