import type { WorkItemState } from '@milepost/core/work-items';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { lookupsOf } from '../../../platform/database/connect.ts';
import type { Slice } from '../../../platform/cursors.ts';
import { MAX_TOTAL, type PageRequest } from '../../../platform/rest/paging.ts';
import { counted, matching, scopeOf, type WorkItemListing } from './list-conditions.ts';
import { keyColumnsOf } from './orders.ts';
import { findPage, forItsValues } from './page-plans.ts';
import { isDownwards, type Window } from './phases.ts';
import { selectWorkItems, shownWorkItemOf, type WorkItem } from '../store.ts';

export interface ListedWorkItem extends WorkItem {
  /** The sort key and its ties as text: a cursor consists of them and the id. */
  sortKey: readonly string[];
}

/** One page in the listing's order, after the sort key and id in `slice.cursor`. */
export function workItemsAfter(ctx: Context, listing: WorkItemListing, slice: Slice): Promise<ListedWorkItem[]> {
  const { limit, cursor, isBackward } = slice;
  return read(ctx, listing, { limit: limit + 1, offset: 0, cursor, isBackward });
}

/** One numbered page in the listing's order. */
export function workItemsOnPage(ctx: Context, listing: WorkItemListing, page: PageRequest): Promise<ListedWorkItem[]> {
  return read(ctx, listing, { limit: page.perPage, offset: page.offset, cursor: null, isBackward: false });
}

/** The number of items; with a limit, limit plus one means that there are more. */
export async function countWorkItems(ctx: Context, listing: WorkItemListing, limit?: number): Promise<number> {
  const all = counted(ctx, listing);
  const enough = limit === undefined ? all : sql`(SELECT FROM ${all} LIMIT ${limit + 1}) AS enough`;
  const { rows } = await sql<{ count: number }>`
    ${forItsValues} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)})
    SELECT count(*) AS count FROM ${enough}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** The total of numbered pages; null if there are too many items to count them. */
export async function totalOf(ctx: Context, listing: WorkItemListing): Promise<number | null> {
  const count = await countWorkItems(ctx, listing, MAX_TOTAL);
  return count > MAX_TOTAL ? null : count;
}

/** The ids of all items of a listing, in ascending order; at most `limit`. */
export async function idsOfListing(ctx: Context, listing: WorkItemListing, limit: number): Promise<WorkItem['id'][]> {
  const { rows } = await sql<Pick<WorkItem, 'id'>>`
    ${forItsValues} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)})
    SELECT w.id FROM ${matching(ctx, listing, sql`true`)} ORDER BY w.id LIMIT ${limit}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

export type StateCounts = Record<WorkItemState, number>;

/** The number of items by state; the filter must not contain the state. */
export async function countByState(ctx: Context, listing: WorkItemListing): Promise<StateCounts> {
  const { rows } = await sql<{ state: WorkItemState; count: number }>`
    ${forItsValues} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)})
    SELECT w.state, count(*) AS count FROM ${matching(ctx, listing, sql`true`)} GROUP BY w.state`.execute(ctx.db);
  const counts: StateCounts = { opened: 0, closed: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** A part of a long listing with its own context, because the loader caches of a single one would keep everything in memory. */
export interface ListingSlice {
  page: Context;
  items: readonly ListedWorkItem[];
}

/** Reads a listing in keyset pages of `size` items, one short statement each; stops after `most` items. */
export async function* listingSlices(
  ctx: Context,
  listing: WorkItemListing,
  { size, most = Number.POSITIVE_INFINITY }: { size: number; most?: number },
): AsyncGenerator<ListingSlice> {
  let left = most;
  let cursor: readonly unknown[] | null = null;
  do {
    const page = ctx.within(ctx.db);
    const limit = Math.min(size, left);
    const rows = await workItemsAfter(page, listing, { limit, cursor, isBackward: false });
    const items = rows.slice(0, limit);
    left -= items.length;
    const last = items.at(-1);
    cursor = rows.length > limit && last && left > 0 ? listKey(last) : null;
    if (items.length > 0) yield { page, items };
  } while (cursor !== null);
}

/** The sort key of a listed item, for its cursor. */
export function listKey(item: ListedWorkItem): readonly unknown[] {
  return [...item.sortKey, item.id];
}

/** Finds the ids of the page first and reads only those rows: both in one statement. */
async function read(ctx: Context, listing: WorkItemListing, window: Window): Promise<ListedWorkItem[]> {
  const columns = keyColumnsOf(listing.order, ctx.viewer);
  const { found, hasOnePlan } = findPage(ctx, listing, window);
  const rows = await selectWorkItems(hasOnePlan ? lookupsOf(ctx.db) : ctx.db)
    .innerJoin(found.as('found'), 'found.id', 'w.id')
    .select(columns.textsOf('found').as('sortKey'))
    .modifyEnd(columns.inOrder(isDownwards(listing, window), 'found'))
    .execute();
  return rows.map(shownWorkItemOf);
}
