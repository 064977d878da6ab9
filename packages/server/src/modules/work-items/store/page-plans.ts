import type { WorkItemState } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import { unlessWithheld } from '../policy.ts';
import { allOf } from '../../../platform/database/all-of.ts';
import {
  indexedConditions,
  conditionsOf,
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
import { pluggedFilters, type AboutList, type FilterTable } from '../sockets.ts';
import type { WorkItem } from '../store.ts';

/** Maximum number of rows of the epic index to check before all matches of a filter are fetched instead. */
const MAX_EPIC_WALK = 1_000;
/**
 * As MAX_EPIC_WALK, for issue indexes. Higher, because all matches of a filter that selects fewer than one in two hundred are fetched
 * quickly even from a million issues.
 */
const MAX_ISSUE_WALK = 4_000;

/** With more groups, reading the first epics of each takes longer than sorting all epics. Tests lower it. */
export const mergedGroups = { most: 500 };

/** Numbered pages further down sort all matches instead of walking along the list. Tests lower it. */
export const walkToPage = { most: 1_000 };

/** Plans for the values of the filters: the number of matches, and so the best plan, depends on them. */
export const forItsValues = sql.raw(plannedForItsValues);

export interface FoundPage {
  /** A subquery of ids and sort keys. */
  found: RawBuilder<{ id: WorkItem['id'] }>;
  /** Whether its best plan does not depend on its values, so that PostgreSQL need not plan it again. */
  hasOnePlan: boolean;
}

/** Finds the ids of one page in the listing's order, by the plan that suits its filters. */
export function findPage(ctx: Context, listing: WorkItemListing, window: Window): FoundPage {
  const tables = tablesOf(ctx, listing);
  const withTables: WorkItemListing & AboutList = { ...listing, hasTables: true };
  const form = formOf(ctx, withTables, window);
  const isPlannedOnce = hasOnePlan(form, withTables, window, () => isWalkWithTables(ctx, withTables, tables));
  const isPlannedAgain = !isPlannedOnce && (form === 'filterThenSort' || form === 'walkThenFilter');
  const common = [
    sql`scope AS MATERIALIZED (${scopeOf(ctx, listing)})`,
    ...tables.map(({ name, query }) => sql`${sql.id(name)} AS MATERIALIZED (${query})`),
    sql`page AS MATERIALIZED (${forms[form](ctx, withTables, window)})`,
  ];
  const found = sql<{ id: WorkItem['id'] }>`(${isPlannedAgain ? sql`${forItsValues} ` : sql``}WITH ${sql.join(
    common,
    sql`,
      `,
  )}
    SELECT * FROM page)`;
  return { found, hasOnePlan: isPlannedOnce };
}

/** What the filters of a page compute once. */
const tablesOf = (ctx: Context, { filter }: WorkItemListing): FilterTable[] =>
  pluggedFilters.flatMap((word) => word.table?.(filter.is, ctx) ?? []);

/** The plans to find the ids of a page. Which one is fast depends on the data; none degrades sharply. */
type Form = 'walk' | 'merge' | 'mergeOrSort' | 'walkThenMerge' | 'filterThenSort' | 'walkThenFilter';
const forms = { walk, merge, mergeOrSort, walkThenMerge, filterThenSort, walkThenFilter } satisfies Record<
  Form,
  unknown
>;

function formOf(ctx: Context, listing: WorkItemListing, window: Window): Form {
  const { by } = listing.order;
  const hasIndex = isWalkable(ctx, listing);
  const isNear = window.offset <= walkToPage.most;
  if (isNarrowed(ctx, listing)) {
    return isWholeTree(listing) && hasIndex && isNear ? 'walkThenFilter' : 'filterThenSort';
  }
  if (listing.scope?.includeDescendants === true && isOnlyEpics(listing) && hasIndex) return 'walk';
  const isByTime = by === 'createdAt' || by === 'updatedAt';
  // With a large offset, `merge` would read that many rows of every namespace.
  if (isOnlyEpics(listing) && isWholeTree(listing)) return isByTime && isNear ? 'mergeOrSort' : 'filterThenSort';
  if (isByTime && isNear) {
    const isOneRange = isOnlyIssues(listing) && isWholeTree(listing) && statesOf(listing).length === 1;
    return isOneRange ? 'walkThenMerge' : 'merge';
  }
  return isOnlyIssues(listing) && isWholeTree(listing) && hasIndex && isNear ? 'walkThenFilter' : 'filterThenSort';
}

/** The sizes of our pages, one row more, and of REST. They are literals, because PostgreSQL plans a parameter for a tenth of all rows. */
const usualLimits: ReadonlySet<number> = new Set([20, 21, 50, 51, 100, 101]);

/** A walk along an index has one plan. Of confidential items there is an index of their own, which is better where they are few. */
function hasOnePlan(form: Form, { filter }: WorkItemListing, window: Window, isWalkWithTables: () => boolean): boolean {
  const isConfidential = filter.is.isConfidential ?? filter.not.isConfidential;
  if (isConfidential !== undefined || !isUsual(window)) return false;
  return form === 'walkThenFilter' ? isWalkWithTables() : form !== 'filterThenSort';
}

/** A walk along epics whose only other conditions are on tables that have one plan: each epic is checked alone. */
function isWalkWithTables(ctx: Context, listing: WorkItemListing, tables: readonly FilterTable[]): boolean {
  const areOfTables = expensiveConditions(ctx, listing).length === tables.length;
  return isOnlyEpics(listing) && areOfTables && tables.every(({ hasOnePlan }) => hasOnePlan);
}

function isUsual({ limit, offset }: Window): boolean {
  return usualLimits.has(limit) && offset === 0;
}

/** Whether all epics, or all issues, of a top-level group can be read in the order of the list, from one index or in phases. */
function isWalkable({ viewer }: Context, listing: WorkItemListing): boolean {
  const { walkable = [], phases } = orderOf(listing.order, viewer);
  if (isOnlyIssues(listing)) return walkable.includes('issues') || phases !== undefined;
  return isOnlyEpics(listing) && walkable.includes('epics');
}

/**
 * The first rows of one index, for a short walk. The index of epics contains the filtered columns. That of issues contains only the
 * state: other conditions are checked after the limit, so that the walk stays short for viewers who may see few of many issues.
 */
function nearest(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { columns, after, inOrder } = partsOf(ctx, listing, window);
  if (isOnlyEpics(listing)) {
    return sql`(
        SELECT w.*, ${columns.computed} FROM work_items w
        WHERE ${visibleOnWalk(ctx, listing)} AND ${allOf(indexedConditions(ctx, listing))} AND ${after}
        ${inOrder} LIMIT ${sql.lit(MAX_EPIC_WALK)}
      ) AS w WHERE ${allOf(expensiveConditions(ctx, { ...listing, isWalk: true }))}`;
  }
  const run = (state: WorkItemState, range: IndexRange, columns: RawBuilder<unknown>) => sql`(
          SELECT ${columns}, ${range.key} AS key FROM work_items w
          WHERE w.type <> 'epic' AND w.state = ${state} AND ${inRoot(listing)} AND ${range.isIn}
          ${range.inOrder} LIMIT ${MAX_ISSUE_WALK})`;
  const isMet = sql`${visibleOnWalk(ctx, listing)} AND ${allOf(expensiveConditions(ctx, { ...listing, isWalk: true }))}`;
  if (orderOf(listing.order, ctx.viewer).beside)
    return sql`(${nearestBeside(ctx, listing, window)}) AS w WHERE ${isMet}`;
  const rangesIn = (state: WorkItemState) =>
    rangesOf(listing.order, ctx.viewer, state, isDownwards(listing, window), window.cursor).map((range) => ({
      state,
      range,
    }));
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
function nearestBeside(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { inOrder } = partsOf(ctx, listing, window);
  const { table } = orderOf(listing.order, ctx.viewer).beside ?? { table: sql`work_items` };
  const runs = rangesOf(listing.order, ctx.viewer, null, isDownwards(listing, window), window.cursor).map(
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
function partsOf({ viewer }: Context, listing: WorkItemListing, window: Window) {
  const columns = keyColumnsOf(listing.order, viewer);
  const inOrder = columns.inOrder(isDownwards(listing, window));
  const { startsAt } = orderOf(listing.order, viewer);
  const { timeframe } = listing.filter.is;
  return {
    columns,
    after: allOf([
      ...(startsAt && timeframe ? [startsAt(timeframe.start)] : []),
      afterCursor(listing.order, viewer, isDownwards(listing, window), window.cursor),
    ]),
    inOrder,
    end: isUsual(window)
      ? sql`${inOrder} LIMIT ${sql.lit(window.limit)}`
      : sql`${inOrder} LIMIT ${window.limit} OFFSET ${window.offset}`,
  };
}

/** One index contains all epics of a top-level group in this order, with all filtered columns. */
function walk(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { columns, after, end } = partsOf(ctx, listing, window);
  return sql`SELECT w.id, ${columns.computed} FROM work_items w
    WHERE ${visibleOnWalk(ctx, listing)} AND ${allOf(indexedConditions(ctx, listing))} AND ${after} ${end}`;
}

/** The first rows of each namespace, each from its own index, then the first of those. */
function merge(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { columns, after, inOrder, end } = partsOf(ctx, listing, window);
  return sql`SELECT nearest.id, ${columns.of('nearest')}
    FROM scope CROSS JOIN unnest(${statesOf(listing)}::text[]) AS states (state)
    CROSS JOIN LATERAL (
      SELECT w.id, ${columns.computed} FROM work_items w
      WHERE w.namespace_id = scope.id AND w.state = states.state AND ${typesOf(listing)}
        AND ${unlessWithheld(ctx.viewer, sql<SqlBool>`scope.is_insider`)} AND ${allOf(conditionsOf(ctx, listing))} AND ${after}
      ${inOrder} LIMIT ${window.limit + window.offset}
    ) AS nearest ${end}`;
}

/** As `merge`, or all epics sorted if the tree has very many groups. PostgreSQL runs only one half. */
function mergeOrSort(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { end } = partsOf(ctx, listing, window);
  const areFew = sql<SqlBool>`(SELECT count(*) FROM scope) <= ${mergedGroups.most}`;
  return sql`SELECT * FROM (
      SELECT * FROM (${merge(ctx, listing, upToPage(window))}) AS merged WHERE ${areFew}
      UNION ALL
      SELECT * FROM ${filtered(ctx, listing, window)} AS filtered WHERE NOT ${areFew}
    ) AS page ${end}`;
}

/** With the rows to skip, which the end of the statement skips in both halves. */
const upToPage = (window: Window): Window => ({ ...window, limit: window.limit + window.offset, offset: 0 });

/**
 * For selective filters: finds all matches, then sorts them. Without the optimization fence between the steps the planner would
 * expect enough matches on a walk along an index.
 */
function filterThenSort(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { end } = partsOf(ctx, listing, window);
  return sql`SELECT filtered.* FROM ${filtered(ctx, listing, window)} AS filtered ${end}`;
}

function filtered(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const { columns, after } = partsOf(ctx, listing, window);
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
  return walkThen(filtered, ctx, listing, window);
}

/** A short walk along all issues of a tree usually finds a page; for viewers who see few of them, the namespaces are merged. */
function walkThenMerge(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  return walkThen((...list) => sql`(${merge(...list)})`, ctx, listing, window);
}

function walkThen(
  otherwise: typeof merge,
  ctx: Context,
  listing: WorkItemListing,
  window: Window,
): RawBuilder<unknown> {
  const { end } = partsOf(ctx, listing, window);
  const toPage = upToPage(window);
  const { columns, end: toItsEnd } = partsOf(ctx, listing, toPage);
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
      SELECT * FROM ${otherwise(ctx, listing, toPage)} AS others WHERE NOT ${isEnough}
    ) AS page ${end}`;
}
