import type { NamespaceId } from '@milepost/core/ids';
import { workItemStates, type WorkItemState, type WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Slice } from '../../platform/graphql/connections.ts';
import type { PageWanted } from '../../platform/rest/paging.ts';
import { insiderNamespaces, namespacesBelow, visibleNamespaces } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';
import { unlessConfidential } from './policy.ts';
import { pluggedFilters, type FilterOperator, type FilterWord, type WorkItemFilter } from './sockets.ts';
import { afterCursor, orders, type ListOrder } from './store-orders.ts';
import { issueTypes, selectWorkItems, workItemOf, type WorkItem } from './store.ts';

/** Words of a search beyond this are not looked for. */
const MOST_WORDS = 12;

/** Whose items: those of one group or project, and by the switches of groups above and of everything below. */
export interface ListScope {
  of: Namespace;
  includeDescendants?: boolean;
  includeAncestors?: boolean;
}

export interface WorkItemListing {
  /** Null: wherever the viewer can look in. */
  scope: ListScope | null;
  types: readonly WorkItemType[];
  filter: WorkItemFilter;
  /** Every word of it must be in the title or the description, or in the one of them that is named. */
  search?: { text: string; in: readonly ('title' | 'description')[] } | null;
  order: ListOrder;
  /** Leaves out items of archived projects. */
  leavesOutArchived?: boolean;
}

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

export async function countWorkItems(ctx: Context, listing: WorkItemListing): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)})
    SELECT count(*) AS count FROM work_items w WHERE ${inScope(ctx, listing)} AND ${allOf(conditionsOf(ctx, listing))}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

export type StateCounts = Record<WorkItemState, number>;

/** How many the listing has in either state; leave the state out of its filter. */
export async function countByState(ctx: Context, listing: WorkItemListing): Promise<StateCounts> {
  const { rows } = await sql<{ state: WorkItemState; count: number }>`
    WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)})
    SELECT w.state, count(*) AS count FROM work_items w
    WHERE ${inScope(ctx, listing)} AND ${allOf(conditionsOf(ctx, listing))} GROUP BY w.state`.execute(ctx.db);
  const counts: StateCounts = { opened: 0, closed: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
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
  return sql`(WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}), page AS MATERIALIZED (${pageOf(ctx, listing, window)})
    SELECT id, key FROM page)`;
}

/** The ids of one page. Which form is fast depends on what there is to walk: none of them has a cliff. */
function pageOf(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { key } = orders[listing.order.by](listing.order.isDescending);
  const direction = isDownwards(listing, window) ? sql`DESC` : sql`ASC`;
  const end = sql`ORDER BY key ${direction}, id ${direction} LIMIT ${window.limit} OFFSET ${window.offset}`;
  const conditions = sql`${allOf(conditionsOf(ctx, listing))} AND ${afterCursor(listing.order, isDownwards(listing, window), window.cursor)}`;
  const form = formOf(ctx, listing, window);
  if (form === 'walk') {
    // One index holds all epics of a top-level group in this order, with all that is asked of them.
    return sql`SELECT w.id, ${key} AS key FROM work_items w
      WHERE ${onTheWay(ctx, listing)} AND ${conditions} ${end}`;
  }
  if (form === 'merge') {
    // The first of each namespace, each from its own index, then the first of those.
    return sql`SELECT nearest.id, nearest.key
      FROM scope CROSS JOIN unnest(${statesOf(listing)}::text[]) AS states (state)
      CROSS JOIN LATERAL (
        SELECT w.id, ${key} AS key FROM work_items w
        WHERE w.namespace_id = scope.id AND w.state = states.state AND ${typesOf(listing)}
          AND ${unlessConfidential(ctx.viewer, sql<SqlBool>`scope.is_insider`)} AND ${conditions}
        ORDER BY key ${direction}, id ${direction} LIMIT ${window.limit + window.offset}
      ) AS nearest ${end}`;
  }
  // The filters pick few: all of those, then the first of them. Without the wall between the two steps the planner would
  // bet on meeting enough of them while walking an index in order.
  return sql`SELECT sieved.id, sieved.key FROM (
      WITH sieved AS MATERIALIZED (
        SELECT w.id, ${key} AS key FROM work_items w WHERE ${inScope(ctx, listing)} AND ${conditions}
      ) SELECT id, key FROM sieved
    ) AS sieved ${end}`;
}

function formOf(ctx: Context, listing: WorkItemListing, window: Window): 'walk' | 'merge' | 'sieve' {
  if (isNarrowed(ctx, listing)) return 'sieve';
  const { by, isDescending } = listing.order;
  const isWide = listing.scope?.includeDescendants === true;
  if (isWide && isOnlyEpics(listing) && 'isWalkable' in orders[by](isDescending)) return 'walk';
  // Pages far down would fetch as many rows of every namespace.
  return (by === 'createdAt' || by === 'updatedAt') && window.offset <= 1_000 ? 'merge' : 'sieve';
}

function scopeOf(ctx: Context, { scope, types, leavesOutArchived }: WorkItemListing): RawBuilder<unknown> {
  const isKind = sql<SqlBool>`n.kind = ${types.includes('epic') ? 'group' : 'project'}`;
  const conditions = [
    ...(types.includes('epic') && types.length > 1 ? [] : [isKind]),
    ...(scope ? [namespacesIn(scope)] : []),
    ...(leavesOutArchived ? [sql<SqlBool>`n.archived_at IS NULL`] : []),
    visibleNamespaces(ctx.viewer),
  ];
  return sql`SELECT n.id, ${insiderNamespaces(ctx.viewer)} AS is_insider FROM namespaces n WHERE ${allOf(conditions)}`;
}

function namespacesIn({ of, includeDescendants, includeAncestors }: ListScope): RawBuilder<SqlBool> {
  const above: readonly NamespaceId[] = includeAncestors ? of.place.traversalIds : [of.id];
  const here = sql<SqlBool>`n.id = ANY(${above}::bigint[])`;
  if (!includeDescendants) return here;
  const below = namespacesBelow(of.place.traversalIds);
  return includeAncestors ? sql<SqlBool>`(${below} OR ${here})` : below;
}

function inScope(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool> {
  const isInsider = sql<SqlBool>`(w.namespace_id IN (SELECT id FROM scope WHERE is_insider)) IS TRUE`;
  return allOf([
    sql<SqlBool>`w.namespace_id IN (SELECT id FROM scope)`,
    typesOf(listing),
    unlessConfidential(ctx.viewer, isInsider),
  ]);
}

/**
 * The same for a walk along an index. The planner takes a comparison with an array for something that ten values pass, and
 * would rather fetch and sort all of those; put this way it expects to meet enough rows on its way.
 */
function onTheWay(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool> {
  const isInsider = sql<SqlBool>`(w.namespace_id IN (SELECT id FROM scope WHERE is_insider)) IS TRUE`;
  return allOf([
    sql<SqlBool>`w.root_id = ${listing.scope?.of.rootId ?? null}`,
    sql<SqlBool>`(w.namespace_id IN (SELECT id FROM scope)) IS TRUE`,
    typesOf(listing),
    unlessConfidential(ctx.viewer, isInsider),
  ]);
}

function isOnlyEpics({ types }: WorkItemListing): boolean {
  return types.every((type) => type === 'epic');
}

/** Words rather than parameters, where they decide which index fits. */
function typesOf(listing: WorkItemListing): RawBuilder<SqlBool> {
  if (isOnlyEpics(listing)) return sql<SqlBool>`w.type = 'epic'`;
  if (issueTypes.every((type) => listing.types.includes(type))) {
    return listing.types.includes('epic') ? sql<SqlBool>`true` : sql<SqlBool>`w.type <> 'epic'`;
  }
  return sql<SqlBool>`w.type = ANY(${listing.types}::text[])`;
}

function statesOf({ filter }: WorkItemListing): readonly WorkItemState[] {
  return filter.is.state ? [filter.is.state] : workItemStates;
}

const operators = ['is', 'not', 'or'] as const satisfies readonly FilterOperator[];

function conditionsOf(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool>[] {
  const isFenced = isNarrowedByWords(ctx, listing) || listing.scope?.includeDescendants !== true;
  return [...filterConditions(ctx, listing.filter), ...textConditions(listing.search, isFenced)];
}

/** What every plugged word of the filter language asks of the row `w`. */
export function filterConditions(ctx: Context, filter: WorkItemFilter): RawBuilder<SqlBool>[] {
  return pluggedFilters.flatMap((word) => wordConditions(ctx, filter, word));
}

function wordConditions(ctx: Context, filter: WorkItemFilter, word: FilterWord): readonly RawBuilder<SqlBool>[] {
  return operators.flatMap((operator) => word.conditions(filter[operator], operator, ctx));
}

function isNarrowed(ctx: Context, listing: WorkItemListing): boolean {
  return wordsOf(listing.search?.text).length > 0 || isNarrowedByWords(ctx, listing);
}

function isNarrowedByWords(ctx: Context, listing: WorkItemListing): boolean {
  return pluggedFilters.some((word) => !word.isCheap && wordConditions(ctx, listing.filter, word).length > 0);
}

function wordsOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(/\s+/)
    .filter((each) => each !== '')
    .slice(0, MOST_WORDS);
}

/**
 * What a search asks of the row `w`. Where anything else narrows the list, texts are only looked into after it: an expression that is no column keeps the
 * planner from asking the trigrams of a million titles first.
 */
export function textConditions(search: WorkItemListing['search'], isFenced: boolean): RawBuilder<SqlBool>[] {
  const title = isFenced ? sql`(w.title || '')` : sql`w.title`;
  return wordsOf(search?.text).map((each) => {
    const pattern = `%${each.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    const tests = (search?.in ?? []).map(
      (field) => sql`${field === 'title' ? title : sql`w.description`} ILIKE ${pattern}`,
    );
    return sql<SqlBool>`(${sql.join(tests, sql` OR `)})`;
  });
}

function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}
