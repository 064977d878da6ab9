import type { WorkItemState } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import type { Slice } from '../../../platform/graphql/connections.ts';
import type { PageWanted } from '../../../platform/rest/paging.ts';
import { unlessWithheld } from '../policy.ts';
import {
  allOf,
  indexedConditions,
  conditionsOf,
  counted,
  expensiveConditions,
  inRoot,
  isNarrowed,
  isOnlyEpics,
  isOnlyIssues,
  isWholeTree,
  onTheWay,
  matching,
  scopeOf,
  statesOf,
  typesOf,
  type WorkItemListing,
} from './list-conditions.ts';
import { afterCursor, orderOf, rangesOf, type IndexRange } from './orders.ts';
import { selectWorkItems, workItemOf, type WorkItem } from '../store.ts';

/** How many rows of an index are looked at before all that a filter lets through are fetched. */
const SHORT_WALK = 1_000;
/** Of the indexes of issues more: what lets through fewer than one in two hundred is soon fetched even of a million. */
const WALK_OF_ISSUES = 4_000;

/** How many rows a filter lets through depends on its values, and the best way to find them on that. */
const forItsValues = sql.raw(plannedForItsValues);

export interface ListedWorkItem extends WorkItem {
  /** The sort key as text: with the id, what a cursor holds. */
  sortKey: string;
}

/** One page in the listing's order. `slice.cursor` holds the sort key and the id of the row to go on from. */
export function workItemsAfter(ctx: Context, listing: WorkItemListing, slice: Slice): Promise<ListedWorkItem[]> {
  const { limit, cursor, isBackward } = slice;
  return read(ctx, listing, { limit: limit + 1, offset: 0, cursor, isBackward });
}

/** One numbered page in the listing's order. */
export function workItemsOnPage(ctx: Context, listing: WorkItemListing, page: PageWanted): Promise<ListedWorkItem[]> {
  return read(ctx, listing, { limit: page.perPage, offset: page.offset, cursor: null, isBackward: false });
}

/** How many there are; with a limit one more than that says that there are more. */
export async function countWorkItems(ctx: Context, listing: WorkItemListing, limit?: number): Promise<number> {
  const all = counted(ctx, listing);
  const enough = limit === undefined ? all : sql`(SELECT FROM ${all} LIMIT ${limit + 1}) AS enough`;
  const { rows } = await sql<{ count: number }>`
    ${forItsValues} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)})
    SELECT count(*) AS count FROM ${enough}`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

export type StateCounts = Record<WorkItemState, number>;

/** How many the listing has in either state; leave the state out of its filter. */
export async function countByState(ctx: Context, listing: WorkItemListing): Promise<StateCounts> {
  const { rows } = await sql<{ state: WorkItemState; count: number }>`
    ${forItsValues} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)})
    SELECT w.state, count(*) AS count FROM ${matching(ctx, listing, sql`true`)} GROUP BY w.state`.execute(ctx.db);
  const counts: StateCounts = { opened: 0, closed: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** A part of a long listing, and a context that loads for it alone: all of it would fill the memory of one. */
export interface PartOfListing {
  page: Context;
  items: readonly ListedWorkItem[];
}

/** A listing from its beginning by keyset pages, each a short statement of its own; no more than `most` items. */
export async function* partsOfListing(
  ctx: Context,
  listing: WorkItemListing,
  { size, most = Number.POSITIVE_INFINITY }: { size: number; most?: number },
): AsyncGenerator<PartOfListing> {
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

/** The sort key of a listed item: what a cursor holds. */
export function listKey(item: ListedWorkItem): readonly unknown[] {
  return [item.sortKey, item.id];
}

interface Window {
  limit: number;
  offset: number;
  cursor: readonly unknown[] | null;
  /** The same list read from its end: what has no date comes first then. */
  isBackward: boolean;
}

const isDownwards = ({ order }: WorkItemListing, { isBackward }: Window): boolean => order.isDescending !== isBackward;

/** Finds the ids of the page first and reads the rest of those rows alone: one statement for both. */
async function read(ctx: Context, listing: WorkItemListing, window: Window): Promise<ListedWorkItem[]> {
  const direction = isDownwards(listing, window) ? 'desc' : 'asc';
  const rows = await selectWorkItems(ctx.db)
    .innerJoin(found(ctx, listing, window).as('found'), 'found.id', 'w.id')
    .select(sql<string>`found.key::text`.as('sortKey'))
    .orderBy('found.key', direction)
    .orderBy('found.id', direction)
    .execute();
  return rows.map(workItemOf);
}

function found(
  ctx: Context,
  listing: WorkItemListing,
  window: Window,
): RawBuilder<{ id: WorkItem['id']; key: unknown }> {
  const form = formOf(ctx, listing, window);
  const planning = form === 'walk' || form === 'merge' ? sql`` : sql`${forItsValues} `;
  return sql`(${planning}WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
      page AS MATERIALIZED (${forms[form](ctx, listing, window)})
    SELECT id, key FROM page)`;
}

/** How the ids of one page are found. Which form is fast depends on what there is to walk: none of them has a cliff. */
type Form = 'walk' | 'merge' | 'filterThenSort' | 'walkThenFilter';
const forms = { walk, merge, filterThenSort, walkThenFilter } satisfies Record<Form, unknown>;

function formOf(ctx: Context, listing: WorkItemListing, window: Window): Form {
  const { by } = listing.order;
  const hasIndex = isWalkable(listing);
  if (isNarrowed(ctx, listing)) {
    return isWholeTree(listing) && hasIndex && window.offset === 0 ? 'walkThenFilter' : 'filterThenSort';
  }
  if (listing.scope?.includeDescendants === true && isOnlyEpics(listing) && hasIndex) return 'walk';
  // Pages far down would fetch as many rows of every namespace.
  if ((by === 'createdAt' || by === 'updatedAt') && window.offset <= 1_000) return 'merge';
  return isOnlyIssues(listing) && isWholeTree(listing) && hasIndex && window.offset === 0
    ? 'walkThenFilter'
    : 'filterThenSort';
}

/** Whether one index holds all epics, or all issues, of a top-level group in the order of the list. */
function isWalkable(listing: WorkItemListing): boolean {
  const { walkable = [] } = orderOf(listing.order);
  return (isOnlyEpics(listing) && walkable.includes('epics')) || (isOnlyIssues(listing) && walkable.includes('issues'));
}

/**
 * The first rows of one index, for a short walk. That of epics holds what they are asked for. That of issues holds their state
 * alone: all else is asked of the rows it gave, so that whoever may see few of very many does not walk past all the others.
 */
function nearest(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { key, after, inOrder } = partsOf(listing, window);
  if (isOnlyEpics(listing)) {
    return sql`(
        SELECT w.*, ${key} AS key FROM work_items w
        WHERE ${onTheWay(ctx, listing)} AND ${allOf(indexedConditions(ctx, listing))} AND ${after}
        ${inOrder} LIMIT ${SHORT_WALK}
      ) AS w WHERE ${allOf(expensiveConditions(ctx, { ...listing, isWalk: true }))}`;
  }
  const run = (state: WorkItemState, range: IndexRange, columns: RawBuilder<unknown>) => sql`(
          SELECT ${columns}, ${range.key} AS key FROM work_items w
          WHERE w.type <> 'epic' AND w.state = ${state} AND ${inRoot(listing)} AND ${range.isIn}
          ${range.inOrder} LIMIT ${WALK_OF_ISSUES})`;
  const isMet = sql`${onTheWay(ctx, listing)} AND ${allOf(expensiveConditions(ctx, { ...listing, isWalk: true }))}`;
  const rangesIn = (state: WorkItemState) =>
    rangesOf(listing.order, state, isDownwards(listing, window), window.cursor).map((range) => ({ state, range }));
  const [first, ...others] = statesOf(listing).flatMap(rangesIn);
  // A single run is in order already, and is left as soon as enough have passed.
  if (first && others.length === 0) {
    return sql`${run(first.state, first.range, sql`w.*`)} AS w WHERE ${isMet}`;
  }
  const runs = statesOf(listing)
    .flatMap(rangesIn)
    .map(({ state, range }) => run(state, range, sql`w.id`));
  return sql`(
        SELECT w.*, met.key FROM (${sql.join(runs, sql` UNION ALL `)} ${inOrder} LIMIT ${WALK_OF_ISSUES}) AS met
        JOIN work_items w ON w.id = met.id
      ) AS w WHERE ${isMet}`;
}

/** What all forms have in common: the sort key, from where on, and how a page ends. */
function partsOf(listing: WorkItemListing, window: Window) {
  const direction = isDownwards(listing, window) ? sql`DESC` : sql`ASC`;
  const inOrder = sql`ORDER BY key ${direction}, id ${direction}`;
  return {
    key: orderOf(listing.order).key,
    after: afterCursor(listing.order, isDownwards(listing, window), window.cursor),
    inOrder,
    end: sql`${inOrder} LIMIT ${window.limit} OFFSET ${window.offset}`,
  };
}

/** One index holds all epics of a top-level group in this order, with all that is asked of them. */
function walk(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { key, after, end } = partsOf(listing, window);
  return sql`SELECT w.id, ${key} AS key FROM work_items w
    WHERE ${onTheWay(ctx, listing)} AND ${allOf(indexedConditions(ctx, listing))} AND ${after} ${end}`;
}

/** The first of each namespace, each from its own index, then the first of those. */
function merge(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { key, after, inOrder, end } = partsOf(listing, window);
  return sql`SELECT nearest.id, nearest.key
    FROM scope CROSS JOIN unnest(${statesOf(listing)}::text[]) AS states (state)
    CROSS JOIN LATERAL (
      SELECT w.id, ${key} AS key FROM work_items w
      WHERE w.namespace_id = scope.id AND w.state = states.state AND ${typesOf(listing)}
        AND ${unlessWithheld(ctx.viewer, sql<SqlBool>`scope.is_insider`)} AND ${allOf(conditionsOf(ctx, listing))} AND ${after}
      ${inOrder} LIMIT ${window.limit + window.offset}
    ) AS nearest ${end}`;
}

/**
 * The filters pick few: all of those, then the first of them. Without the wall between the two steps the planner would bet
 * on meeting enough of them while walking an index in order.
 */
function filterThenSort(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { end } = partsOf(listing, window);
  return sql`SELECT filtered.id, filtered.key FROM ${filtered(ctx, listing, window)} AS filtered ${end}`;
}

function filtered(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { key, after } = partsOf(listing, window);
  return sql`(
    WITH filtered AS MATERIALIZED (
      SELECT w.id, ${key} AS key FROM ${matching(ctx, listing, after)}
    ) SELECT id, key FROM filtered)`;
}

/**
 * Nobody knows whether a filter picks few or many. A short walk along the list meets enough of many; where it does not, all
 * are fetched. PostgreSQL runs the second half only then.
 */
function walkThenFilter(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { end } = partsOf(listing, window);
  return sql`WITH met AS MATERIALIZED (
      SELECT w.id, w.key FROM ${nearest(ctx, listing, window)} ${end}
    )
    SELECT id, key FROM (
      SELECT id, key FROM met WHERE (SELECT count(*) FROM met) >= ${window.limit}
      UNION ALL
      SELECT id, key FROM ${filtered(ctx, listing, window)} AS filtered WHERE (SELECT count(*) FROM met) < ${window.limit}
    ) AS page ${end}`;
}
