import type { WorkItemState } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import type { Slice } from '../../../platform/cursors.ts';
import { MAX_TOTAL, type PageRequest } from '../../../platform/rest/paging.ts';
import { unlessWithheld } from '../policy.ts';
import { allOf } from '../../../platform/database/all-of.ts';
import {
  indexedConditions,
  conditionsOf,
  counted,
  expensiveConditions,
  inRoot,
  isNarrowed,
  isOnlyEpics,
  isOnlyIssues,
  isWholeTree,
  visibleOnWalk,
  matching,
  scopeOf,
  statesOf,
  typesOf,
  type WorkItemListing,
} from './list-conditions.ts';
import { afterCursor, keyColumnsOf, orderOf, rangesOf, type IndexRange } from './orders.ts';
import { isDownwards, metInPhases, walkBeside, type Window } from './phases.ts';
import { selectWorkItems, shownWorkItemOf, type WorkItem } from '../store.ts';

/** Maximum number of rows of the epic index to check before all matches of a filter are fetched instead. */
const MAX_EPIC_WALK = 1_000;
/**
 * As MAX_EPIC_WALK, for issue indexes. Higher, because all matches of a filter that selects fewer than one in two hundred are fetched
 * quickly even from a million issues.
 */
const MAX_ISSUE_WALK = 4_000;

/** Numbered pages further down sort all matches instead of walking along the list. Tests lower it. */
export const walkToPage = { most: 1_000 };

/** Plans for the values of the filters: the number of matches, and so the best plan, depends on them. */
const forItsValues = sql.raw(plannedForItsValues);

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
  const columns = keyColumnsOf(listing.order);
  const rows = await selectWorkItems(ctx.db)
    .innerJoin(found(ctx, listing, window).as('found'), 'found.id', 'w.id')
    .select(columns.textsOf('found').as('sortKey'))
    .modifyEnd(columns.inOrder(isDownwards(listing, window), 'found'))
    .execute();
  return rows.map(shownWorkItemOf);
}

function found(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<{ id: WorkItem['id'] }> {
  const form = formOf(ctx, listing, window);
  const planning = form === 'walk' || form === 'merge' ? sql`` : sql`${forItsValues} `;
  return sql`(${planning}WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
      page AS MATERIALIZED (${forms[form](ctx, listing, window)})
    SELECT * FROM page)`;
}

/** The plans to find the ids of a page. Which one is fast depends on the data; none degrades sharply. */
type Form = 'walk' | 'merge' | 'filterThenSort' | 'walkThenFilter';
const forms = { walk, merge, filterThenSort, walkThenFilter } satisfies Record<Form, unknown>;

function formOf(ctx: Context, listing: WorkItemListing, window: Window): Form {
  const { by } = listing.order;
  const hasIndex = isWalkable(listing);
  const isNear = window.offset <= walkToPage.most;
  if (isNarrowed(ctx, listing)) {
    return isWholeTree(listing) && hasIndex && isNear ? 'walkThenFilter' : 'filterThenSort';
  }
  if (listing.scope?.includeDescendants === true && isOnlyEpics(listing) && hasIndex) return 'walk';
  // A tree may have thousands of groups: all its epics are sorted sooner.
  if (isOnlyEpics(listing) && isWholeTree(listing)) return 'filterThenSort';
  // With a large offset, `merge` would read that many rows of every namespace.
  if ((by === 'createdAt' || by === 'updatedAt') && isNear) return 'merge';
  return isOnlyIssues(listing) && isWholeTree(listing) && hasIndex && isNear ? 'walkThenFilter' : 'filterThenSort';
}

/** Whether all epics, or all issues, of a top-level group can be read in the order of the list, from one index or in phases. */
function isWalkable(listing: WorkItemListing): boolean {
  const { walkable = [], phases } = orderOf(listing.order);
  if (isOnlyIssues(listing)) return walkable.includes('issues') || phases !== undefined;
  return isOnlyEpics(listing) && walkable.includes('epics');
}

/**
 * The first rows of one index, for a short walk. The index of epics contains the filtered columns. That of issues contains only the
 * state: other conditions are checked after the limit, so that the walk stays short for viewers who may see few of many issues.
 */
function nearest(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { columns, after, inOrder } = partsOf(listing, window);
  if (isOnlyEpics(listing)) {
    return sql`(
        SELECT w.*, ${columns.computed} FROM work_items w
        WHERE ${visibleOnWalk(ctx, listing)} AND ${allOf(indexedConditions(ctx, listing))} AND ${after}
        ${inOrder} LIMIT ${MAX_EPIC_WALK}
      ) AS w WHERE ${allOf(expensiveConditions(ctx, { ...listing, isWalk: true }))}`;
  }
  const run = (state: WorkItemState, range: IndexRange, columns: RawBuilder<unknown>) => sql`(
          SELECT ${columns}, ${range.key} AS key FROM work_items w
          WHERE w.type <> 'epic' AND w.state = ${state} AND ${inRoot(listing)} AND ${range.isIn}
          ${range.inOrder} LIMIT ${MAX_ISSUE_WALK})`;
  const isMet = sql`${visibleOnWalk(ctx, listing)} AND ${allOf(expensiveConditions(ctx, { ...listing, isWalk: true }))}`;
  if (orderOf(listing.order).beside) return sql`(${nearestBeside(listing, window)}) AS w WHERE ${isMet}`;
  const rangesIn = (state: WorkItemState) =>
    rangesOf(listing.order, state, isDownwards(listing, window), window.cursor).map((range) => ({ state, range }));
  const [first, ...others] = statesOf(listing).flatMap(rangesIn);
  // A single range is already in order, and the walk stops when enough rows match.
  if (first && others.length === 0) {
    return sql`${run(first.state, first.range, sql`w.*`)} AS w WHERE ${isMet}`;
  }
  const runs = statesOf(listing)
    .flatMap(rangesIn)
    .map(({ state, range }) => run(state, range, sql`w.id`));
  return sql`(
        SELECT w.*, met.key FROM (${sql.join(runs, sql` UNION ALL `)} ${inOrder} LIMIT ${MAX_ISSUE_WALK}) AS met
        JOIN work_items w ON w.id = met.id
      ) AS w WHERE ${isMet}`;
}

/** As `nearest`, for an order with an index beside the issues: the state is read from each issue. */
function nearestBeside(listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { inOrder } = partsOf(listing, window);
  const { table } = orderOf(listing.order).beside ?? { table: sql`work_items` };
  const runs = rangesOf(listing.order, null, isDownwards(listing, window), window.cursor).map(
    (range) => sql`(
          SELECT k.work_item_id AS id, ${range.key} AS key FROM ${table} AS k
          WHERE k.root_id = ${listing.scope?.of.rootId ?? null} AND ${range.isIn} ${range.inOrder} LIMIT ${walkBeside.most})`,
  );
  const run =
    runs.length === 1 ? runs[0] : sql`(${sql.join(runs, sql` UNION ALL `)} ${inOrder} LIMIT ${walkBeside.most})`;
  return sql`
        SELECT w.*, met.key FROM ${run} AS met
        JOIN work_items w ON w.id = met.id AND w.type <> 'epic' AND w.state = ANY(${statesOf(listing)}::text[])`;
}

/** The common parts of all forms: sort key, start position and limit. */
function partsOf(listing: WorkItemListing, window: Window) {
  const columns = keyColumnsOf(listing.order);
  const inOrder = columns.inOrder(isDownwards(listing, window));
  const { startsAt } = orderOf(listing.order);
  const { timeframe } = listing.filter.is;
  return {
    columns,
    after: allOf([
      ...(startsAt && timeframe ? [startsAt(timeframe.start)] : []),
      afterCursor(listing.order, isDownwards(listing, window), window.cursor),
    ]),
    inOrder,
    end: sql`${inOrder} LIMIT ${window.limit} OFFSET ${window.offset}`,
  };
}

/** One index contains all epics of a top-level group in this order, with all filtered columns. */
function walk(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { columns, after, end } = partsOf(listing, window);
  return sql`SELECT w.id, ${columns.computed} FROM work_items w
    WHERE ${visibleOnWalk(ctx, listing)} AND ${allOf(indexedConditions(ctx, listing))} AND ${after} ${end}`;
}

/** The first rows of each namespace, each from its own index, then the first of those. */
function merge(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { columns, after, inOrder, end } = partsOf(listing, window);
  return sql`SELECT nearest.id, ${columns.of('nearest')}
    FROM scope CROSS JOIN unnest(${statesOf(listing)}::text[]) AS states (state)
    CROSS JOIN LATERAL (
      SELECT w.id, ${columns.computed} FROM work_items w
      WHERE w.namespace_id = scope.id AND w.state = states.state AND ${typesOf(listing)}
        AND ${unlessWithheld(ctx.viewer, sql<SqlBool>`scope.is_insider`)} AND ${allOf(conditionsOf(ctx, listing))} AND ${after}
      ${inOrder} LIMIT ${window.limit + window.offset}
    ) AS nearest ${end}`;
}

/**
 * For selective filters: finds all matches, then sorts them. Without the optimization fence between the steps the planner would
 * expect enough matches on a walk along an index.
 */
function filterThenSort(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { end } = partsOf(listing, window);
  return sql`SELECT filtered.* FROM ${filtered(ctx, listing, window)} AS filtered ${end}`;
}

function filtered(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { columns, after } = partsOf(listing, window);
  return sql`(
    WITH filtered AS MATERIALIZED (
      SELECT w.id, ${columns.computed} FROM ${matching(ctx, listing, after)}
    ) SELECT * FROM filtered)`;
}

/**
 * For filters of unknown selectivity: a short walk along the list finds a page if there are many matches; otherwise all matches are
 * fetched. PostgreSQL runs the second half only if the first finds too few.
 */
function walkThenFilter(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { end } = partsOf(listing, window);
  // With the rows to skip, which the end of the statement skips in both halves.
  const toPage = { ...window, limit: window.limit + window.offset, offset: 0 };
  const { columns, end: toItsEnd } = partsOf(listing, toPage);
  const { met, isEnough } = metInPhases(ctx, listing, toPage) ?? {
    met: sql`met AS MATERIALIZED (
      SELECT w.id, ${columns.of('w')} FROM ${nearest(ctx, listing, toPage)} ${toItsEnd}
    )`,
    isEnough: sql<SqlBool>`(SELECT count(*) FROM met) >= ${toPage.limit}`,
  };
  return sql`WITH ${met}
    SELECT * FROM (
      SELECT * FROM met WHERE ${isEnough}
      UNION ALL
      SELECT * FROM ${filtered(ctx, listing, window)} AS filtered WHERE NOT ${isEnough}
    ) AS page ${end}`;
}
