import { workItemStates, type WorkItemState, type WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { allOf } from '../../../platform/database/all-of.ts';
import { hasFeatureIn, insiderNamespaces, visibleNamespaces, whereFeature } from '../../namespaces/policy.ts';
import { unlessWithheld } from '../policy.ts';
import {
  pluggedFilters,
  type AboutList,
  type FilterOperator,
  type FilterWord,
  type WorkItemFilter,
} from '../sockets.ts';
import { namespacesIn, type ListScope } from './list-scope.ts';
import type { ListOrder } from './orders.ts';
import { epicsWithText, issuesWithText, textConditions, wordsOf, type TextSearch } from './texts.ts';
import { issueTypes } from '../store.ts';

export interface WorkItemListing {
  /** Null: all visible namespaces. */
  scope: ListScope | null;
  types: readonly WorkItemType[];
  filter: WorkItemFilter;
  search?: TextSearch | null;
  order: ListOrder;
  /** Excludes items of archived projects, except in the list of an archived group; epics of archived groups stay. */
  leavesOutArchived?: boolean;
}

/** The visible namespaces of a listing, as rows of `id` and `is_insider`. */
export function scopeOf(ctx: Context, { scope, types, leavesOutArchived }: WorkItemListing): RawBuilder<unknown> {
  const isKind = sql<SqlBool>`n.kind = ${types.includes('epic') ? 'group' : 'project'}`;
  const conditions = [
    ...(types.includes('epic') && types.length > 1 ? [] : [isKind]),
    ...(scope ? [namespacesIn(scope)] : []),
    ...(types.every((type) => type === 'epic') ? [] : [hasFeatureIn('issues')]),
    ...(leavesOutArchived && !scope?.of.archivedAt ? [sql<SqlBool>`(n.kind = 'group' OR n.archived_at IS NULL)`] : []),
    visibleNamespaces(ctx.viewer),
  ];
  return sql`SELECT n.id, ${insiderNamespaces(ctx.viewer)} AS is_insider FROM namespaces n WHERE ${allOf(conditions)}`;
}

/** The condition on rows of a listing: its types, in visible namespaces (`scopeOf` as `scope`), confidential ones for insiders. */
export function inScope(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool> {
  if (isWholeTree(listing)) return visibleOnWalk(ctx, listing);
  return allOf([
    inRoot(listing),
    sql<SqlBool>`w.namespace_id IN (SELECT id FROM scope)`,
    ...plainConditions(ctx, listing),
  ]);
}

/**
 * As `inScope`, for a walk along an index. With a join the planner would fetch and sort all rows; `IS TRUE` makes it expect enough
 * matches on the walk.
 */
export function visibleOnWalk(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool> {
  return allOf([
    inRoot(listing),
    sql<SqlBool>`(w.namespace_id IN (SELECT id FROM scope)) IS TRUE`,
    ...plainConditions(ctx, listing),
  ]);
}

/** Whether it lists a top-level group with all descendants: then nearly all rows of the tree match. */
export function isWholeTree({ scope }: WorkItemListing): boolean {
  return scope?.of.parentId === null && scope.includeDescendants === true;
}

/** The condition on the top-level group of a listing; true if all visible namespaces are listed. */
export function inRoot({ scope }: WorkItemListing): RawBuilder<SqlBool> {
  return scope === null ? sql<SqlBool>`true` : sql<SqlBool>`w.root_id = ${scope.of.rootId}`;
}

function plainConditions(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool>[] {
  const isInsider = sql<SqlBool>`(w.namespace_id IN (SELECT id FROM scope WHERE is_insider)) IS TRUE`;
  return [typesOf(listing), unlessWithheld(ctx.viewer, isInsider)];
}

export function isOnlyEpics({ types }: WorkItemListing): boolean {
  return types.every((type) => type === 'epic');
}

export function isOnlyIssues({ types }: WorkItemListing): boolean {
  return !types.includes('epic');
}

/** Whether the listing has all types that are published as issues. */
function hasAllIssues({ types }: WorkItemListing): boolean {
  return issueTypes.every((type) => types.includes(type));
}

/** Literals instead of parameters where they decide which index is used. */
export function typesOf(listing: WorkItemListing): RawBuilder<SqlBool> {
  if (isOnlyEpics(listing)) return sql<SqlBool>`w.type = 'epic'`;
  const isIssue = sql<SqlBool>`w.type <> 'epic'`;
  if (hasAllIssues(listing)) return isOnlyIssues(listing) ? isIssue : sql<SqlBool>`true`;
  const isWanted = sql<SqlBool>`w.type = ANY(${listing.types}::text[])`;
  return isOnlyIssues(listing) ? allOf([isIssue, isWanted]) : isWanted;
}

export function statesOf({ filter }: WorkItemListing): readonly WorkItemState[] {
  return filter.is.state ? [filter.is.state] : workItemStates;
}

type Narrowing = Pick<WorkItemListing, 'filter'> & Partial<Pick<WorkItemListing, 'scope'>> & AboutList;
const operators = ['is', 'not', 'or'] as const satisfies readonly FilterOperator[];

/** The conditions of filters and search on the row `w`. */
export function conditionsOf(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool>[] {
  return [...filterConditions(ctx, listing), ...searchConditions(ctx, listing)];
}

/** Whether list indexes contain the columns of a filter. Those of issues contain only their sort key and the state. */
function isIndexedIn(listing: Narrowing, { isIndexed, name }: FilterWord): boolean {
  return isIndexed === true && (listing.types.every((type) => type === 'epic') || name === 'state');
}

/** The conditions that the list indexes answer, for a walk along one. */
export function indexedConditions(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool>[] {
  const words = pluggedFilters.filter((word) => isIndexedIn(listing, word));
  return wordConditions(ctx, { ...listing, isWalk: true }, words);
}

/** The conditions that must read rows, texts or other tables: all that are not in `indexedConditions`. */
export function expensiveConditions(ctx: Context, listing: WorkItemListing & AboutList): RawBuilder<SqlBool>[] {
  const unindexed = pluggedFilters.filter((word) => !isIndexedIn(listing, word));
  const types = isOnlyIssues(listing) && !hasAllIssues(listing) ? [typesOf(listing)] : [];
  return [...types, ...wordConditions(ctx, listing, unindexed), ...searchConditions(ctx, listing)];
}

/** The search condition on the row `w`: of rows that are read anyway, or by the index of titles. */
function searchConditions(ctx: Context, listing: WorkItemListing & AboutList): RawBuilder<SqlBool>[] {
  const { search, scope, isWalk } = listing;
  const isRead = isWalk === true || scope?.includeDescendants !== true || isOnlyEpics(listing);
  return textConditions(search, !isRead && !isNarrowedBySearch(ctx, listing));
}

/** Maximum number of rows whose texts are searched one by one instead of with the index. */
const MAX_SCANNED_TEXTS = 2_000;

/**
 * The part after FROM: rows `w` with their conditions. In a whole tree of issues the filters run first, fenced by OFFSET 0:
 * visibility is checked against sets computed once, but the planner would assume one set per row.
 */
export function matching(ctx: Context, listing: WorkItemListing, after: RawBuilder<SqlBool>): RawBuilder<unknown> {
  if (isOnlyIssues(listing) && isWholeTree(listing)) {
    return sql`(${matchingIssues(ctx, listing, after, sql`w.*`)} OFFSET 0) AS w WHERE ${visibleOnWalk(ctx, listing)}`;
  }
  const found = foundByText(ctx, listing, after);
  if (found === null) {
    return sql`work_items w WHERE ${inScope(ctx, listing)} AND ${allOf(conditionsOf(ctx, listing))} AND ${after}`;
  }
  return sql`${found} JOIN work_items w ON w.id = found.id WHERE ${inRoot(listing)} AND ${typesOf(listing)}`;
}

/**
 * Issues of a whole tree, each once. A search in descriptions uses its index. With other filters there are three plans: reading the
 * texts of few remaining rows, checking few matches of the search against the filters, or checking every match against everything.
 * Matches are checked one by one (OFFSET 0), so that a count can stop at its limit.
 */
function matchingIssues(
  ctx: Context,
  listing: WorkItemListing,
  after: RawBuilder<SqlBool>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isInTree = allOf([inRoot(listing), typesOf(listing)]);
  const readEach = sql`
    SELECT ${columns} FROM work_items w WHERE ${isInTree} AND ${allOf(conditionsOf(ctx, listing))} AND ${after}`;
  const withText = issuesWithText(listing.search);
  if (withText === null) return readEach;
  const { titled, isNotTitled: isNew, copied, waiting } = withText;
  const partsWith = (rest: RawBuilder<SqlBool>) => {
    const parts = [
      ...(titled ? [sql`SELECT ${columns} FROM work_items w WHERE ${titled} AND ${rest}`] : []),
      sql`SELECT w.* FROM (${copied}) AS copied CROSS JOIN LATERAL (
        SELECT ${columns} FROM work_items w WHERE w.id = copied.id AND ${isNew} AND ${rest} OFFSET 0) AS w`,
      sql`SELECT ${columns} FROM work_items w WHERE ${waiting} AND ${isNew} AND ${rest}`,
    ];
    return sql.join(parts, sql` UNION ALL `);
  };
  const filtered = sql<SqlBool>`${isInTree} AND ${allOf(filterConditions(ctx, listing))} AND ${after}`;
  if (!isNarrowedBySearch(ctx, listing)) return partsWith(filtered);
  // PostgreSQL runs only one of the three, and reads only as many rows as the choice needs.
  const isNarrow = sql<SqlBool>`(SELECT count(*) FROM narrowed) <= ${MAX_SCANNED_TEXTS}`;
  const areFew = sql<SqlBool>`(SELECT count(*) FROM found) <= ${MAX_SCANNED_TEXTS}`;
  return sql`
    WITH narrowed AS MATERIALIZED (SELECT w.id FROM work_items w WHERE ${filtered} LIMIT ${MAX_SCANNED_TEXTS + 1}),
    found AS MATERIALIZED (SELECT id FROM (${partsWith(isInTree)}) AS found LIMIT ${MAX_SCANNED_TEXTS + 1})
    SELECT ${columns} FROM narrowed JOIN work_items w ON w.id = narrowed.id
    WHERE ${isNarrow} AND ${allOf(textConditions(listing.search))}
    UNION ALL
    SELECT ${columns} FROM found JOIN work_items w ON w.id = found.id WHERE NOT ${isNarrow} AND ${areFew} AND ${filtered}
    UNION ALL
    ${readEach} AND NOT ${isNarrow} AND NOT ${areFew}`;
}

/** As `matching`, with only the columns that counts need. */
export function counted(ctx: Context, listing: WorkItemListing): RawBuilder<unknown> {
  const everything = sql<SqlBool>`true`;
  if (isOnlyIssues(listing) && isWholeTree(listing) && issuesWithText(listing.search)) {
    // The index of issues by id contains all these columns; any other would make PostgreSQL read the rows.
    const columns = sql`w.id, w.root_id, w.namespace_id, w.type, w.state, w.is_confidential, w.author_id`;
    return sql`(${matchingIssues(ctx, listing, everything, columns)} OFFSET 0) AS w WHERE ${visibleOnWalk(ctx, listing)}`;
  }
  return foundByText(ctx, listing, everything) ?? titledFirst(ctx, listing) ?? matching(ctx, listing, everything);
}

/**
 * A search in titles and descriptions of all issues of a tree: first those whose titles match, found by an index alone, then
 * the others, whose descriptions must be read. If many titles match, a count stops before that. Null for any other list.
 */
function titledFirst(ctx: Context, listing: WorkItemListing): RawBuilder<unknown> | null {
  const { search } = listing;
  const isPlain = isOnlyIssues(listing) && isWholeTree(listing) && !isNarrowedBySearch(ctx, listing);
  if (!isPlain || !search?.in.includes('title') || !search.in.includes('description')) return null;
  const titled: TextSearch = { ...search, in: ['title'] };
  const conditions = textConditions(titled);
  if (conditions.length === 0) return null;
  return sql`(
      SELECT 1 FROM ${matching(ctx, { ...listing, search: titled }, sql<SqlBool>`true`)}
      UNION ALL
      SELECT 1 FROM ${matching(ctx, listing, sql<SqlBool>`NOT (${allOf(conditions)})`)}
    ) AS met`;
}

/**
 * The ids of epics that match a search, null for no search. Texts are indexed separately, and the matches are a set computed once per
 * statement: `IS TRUE` keeps the planner from choosing a join, for which it would have to guess their number. If the other
 * conditions leave few rows, the texts of those are read instead.
 */
function foundByText(ctx: Context, listing: WorkItemListing, after: RawBuilder<SqlBool>): RawBuilder<unknown> | null {
  const withText = isOnlyEpics(listing) ? epicsWithText(listing.search) : null;
  if (withText === null) return null;
  const narrowed = sql`${inScope(ctx, listing)} AND ${allOf(filterConditions(ctx, listing))} AND ${after}`;
  const isWide = listing.scope === null || isWholeTree(listing);
  // The trigram index does not cover terms shorter than three characters, and nearly every text contains them.
  const isFound = wordsOf(listing.search?.text).some((word) => word.length >= 3);
  if (isWide && isFound && !isNarrowedBySearch(ctx, listing)) {
    return sql`(SELECT w.id FROM work_items w WHERE w.id = ANY(ARRAY(${withText})) AND ${narrowed}) AS found`;
  }
  const areFew = sql<SqlBool>`(SELECT count(*) FROM narrowed) <= ${MAX_SCANNED_TEXTS}`;
  return sql`(
      WITH narrowed AS MATERIALIZED (SELECT w.id FROM work_items w WHERE ${narrowed})
      SELECT w.id FROM narrowed JOIN work_items w ON w.id = narrowed.id
      WHERE ${areFew} AND ${allOf(textConditions(listing.search))}
      UNION ALL
      SELECT id FROM narrowed WHERE NOT ${areFew} AND (id IN (${withText})) IS TRUE
    ) AS found`;
}

/** The conditions of every plugged filter on the row `w`. */
export function filterConditions(ctx: Context, listing: Narrowing): RawBuilder<SqlBool>[] {
  return wordConditions(ctx, listing, pluggedFilters);
}

function wordConditions(ctx: Context, listing: Narrowing, words: readonly FilterWord[]): RawBuilder<SqlBool>[] {
  const about: AboutList = { ...listing, rootId: listing.scope?.of.rootId ?? null };
  // Most lists are not filtered by `not` and `or`: without fields no filter is used.
  const used = operators.filter((operator) => Object.keys(listing.filter[operator]).length > 0);
  return words.flatMap((word) =>
    used.flatMap((operator) =>
      whereFeature(word.feature, operator === 'not', word.conditions(listing.filter[operator], operator, ctx, about)),
    ),
  );
}

/** Whether any condition needs more than the list indexes. */
export function isNarrowed(ctx: Context, listing: WorkItemListing): boolean {
  const isPartOfIssues = isOnlyIssues(listing) && !hasAllIssues(listing);
  return wordsOf(listing.search?.text).length > 0 || isPartOfIssues || isNarrowedBySearch(ctx, listing);
}

function isNarrowedBySearch(ctx: Context, listing: WorkItemListing): boolean {
  const unindexed = pluggedFilters.filter((word) => !isIndexedIn(listing, word));
  return wordConditions(ctx, listing, unindexed).length > 0;
}
