import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../../platform/context.ts';
import {
  asksOnlyForCount,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../../platform/graphql/connections.ts';
import type { WorkItemListing } from '../store/list-conditions.ts';
import { countWorkItems, listKey, workItemsAfter } from '../store/lists.ts';
import type { WorkItem } from '../store.ts';

/** The text to look for and where. */
export function searchOf(args: {
  search?: string | null;
  in?: readonly ('title' | 'description')[] | null;
}): WorkItemListing['search'] {
  return args.search ? { text: args.search, in: args.in?.length ? args.in : ['title', 'description'] } : null;
}

/** One page of a listing, or its count alone where no more is asked; what it was narrowed to goes along with each row. */
export async function pageOfWorkItems(
  ctx: Context,
  args: PageArguments,
  listing: WorkItemListing,
  info: GraphQLResolveInfo,
): Promise<Page<WorkItem>> {
  const slice = sliceOf(args);
  const { timeframe } = listing.filter.is;
  const rows = asksOnlyForCount(info) ? [] : await workItemsAfter(ctx, listing, slice);
  const keys = new Map(rows.map((row) => [row.id, listKey(row)]));
  const nodes: WorkItem[] = timeframe ? rows.map((row) => ({ ...row, listTimeframe: timeframe })) : rows;
  const keyOf = ({ id }: WorkItem) => keys.get(id) ?? [];
  return pageOf(nodes, slice, keyOf, (limit) => countWorkItems(ctx, listing, limit));
}
