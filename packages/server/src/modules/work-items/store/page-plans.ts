import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import { unlessWithheld } from '../policy.ts';
import { allOf } from '../../../platform/database/all-of.ts';
import {
  indexedConditions,
  conditionsOf,
  expensiveConditions,
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
import { orderOf } from './orders.ts';
import { isUsual, nearest, partsOf } from './page-parts.ts';
import { metInPhases, type Window } from './phases.ts';
import { pluggedFilters, type AboutList, type FilterTable } from '../sockets.ts';
import type { WorkItem } from '../store.ts';

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
  const isPlannedAgain = !isPlannedOnce && plannedAgain.has(form);
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

/** Forms with several plans. */
const plannedAgain: ReadonlySet<Form> = new Set(['filterThenSort', 'walkThenFilter', 'epicsAndIssues']);

/** What the filters of a page compute once. */
const tablesOf = (ctx: Context, { filter }: WorkItemListing): FilterTable[] =>
  pluggedFilters.flatMap((word) => word.table?.(filter.is, ctx) ?? []);

/** The plans to find the ids of a page. Which one is fast depends on the data; none degrades sharply. */
type Form = 'walk' | 'merge' | 'mergeOrSort' | 'walkThenMerge' | 'filterThenSort' | 'walkThenFilter' | 'epicsAndIssues';
const forms = {
  walk,
  merge,
  mergeOrSort,
  walkThenMerge,
  filterThenSort,
  walkThenFilter,
  epicsAndIssues,
} satisfies Record<Form, unknown>;

function formOf(ctx: Context, listing: WorkItemListing, window: Window): Form {
  const { by } = listing.order;
  const hasIndex = isWalkable(ctx, listing);
  const isNear = window.offset <= walkToPage.most;
  const isByTime = by === 'createdAt' || by === 'updatedAt';
  const narrowed = isNarrowed(ctx, listing);
  const isMixed = !isOnlyEpics(listing) && !isOnlyIssues(listing);
  if (isMixed && isWholeTree(listing) && isNear && (narrowed || !isByTime) && isWalkable(ctx, partOf(listing, false))) {
    return 'epicsAndIssues';
  }
  if (narrowed) {
    return isWholeTree(listing) && hasIndex && isNear ? 'walkThenFilter' : 'filterThenSort';
  }
  if (listing.scope?.includeDescendants === true && isOnlyEpics(listing) && hasIndex) return 'walk';
  // With a large offset, `merge` would read that many rows of every namespace.
  if (isOnlyEpics(listing) && isWholeTree(listing)) return isByTime && isNear ? 'mergeOrSort' : 'filterThenSort';
  if (isByTime && isNear) {
    const isOneRange = isOnlyIssues(listing) && isWholeTree(listing) && statesOf(listing).length === 1;
    return isOneRange ? 'walkThenMerge' : 'merge';
  }
  return isOnlyIssues(listing) && isWholeTree(listing) && hasIndex && isNear ? 'walkThenFilter' : 'filterThenSort';
}

/** A walk along an index has one plan. Of confidential items there is an index of their own, which is better where they are few. */
function hasOnePlan(form: Form, { filter }: WorkItemListing, window: Window, isWalkWithTables: () => boolean): boolean {
  const isConfidential = filter.is.isConfidential ?? filter.not.isConfidential;
  if (isConfidential !== undefined || !isUsual(window)) return false;
  return form === 'walkThenFilter' ? isWalkWithTables() : !plannedAgain.has(form);
}

/** A walk along epics whose only other conditions are on tables that have one plan: each epic is checked alone. */
function isWalkWithTables(ctx: Context, listing: WorkItemListing, tables: readonly FilterTable[]): boolean {
  const areOfTables = expensiveConditions(ctx, listing).length === tables.length;
  return isOnlyEpics(listing) && areOfTables && tables.every(({ hasOnePlan }) => hasOnePlan);
}

/** Whether all epics, or all issues, of a top-level group can be read in the order of the list, from one index or in phases. */
function isWalkable({ viewer }: Context, listing: WorkItemListing): boolean {
  const { walkable = [], phases } = orderOf(listing.order, viewer);
  if (isOnlyIssues(listing)) return walkable.includes('issues') || phases !== undefined;
  return isOnlyEpics(listing) && walkable.includes('epics');
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

/** The first epics and the first issues, each by the plan that suits them. */
function epicsAndIssues(ctx: Context, listing: WorkItemListing, window: Window): RawBuilder<unknown> {
  const toPage = upToPage(window);
  const found = [true, false].map((areEpics) => {
    const part = partOf(listing, areEpics);
    return sql`(${forms[formOf(ctx, part, toPage)](ctx, part, toPage)})`;
  });
  return sql`SELECT * FROM (${sql.join(found, sql` UNION ALL `)}) AS page ${partsOf(ctx, listing, window).end}`;
}

function partOf(listing: WorkItemListing, areEpics: boolean): WorkItemListing {
  return { ...listing, types: listing.types.filter((type) => (type === 'epic') === areEpics) };
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
