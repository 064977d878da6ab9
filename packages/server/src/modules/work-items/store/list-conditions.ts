import type { NamespaceId } from '@milepost/core/ids';
import { workItemStates, type WorkItemState, type WorkItemType } from '@milepost/core/work-items';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { insiderNamespaces, namespacesBelow, visibleNamespaces } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { unlessWithheld } from '../policy.ts';
import {
  pluggedFilters,
  type AboutList,
  type FilterOperator,
  type FilterWord,
  type WorkItemFilter,
} from '../sockets.ts';
import type { ListOrder } from './orders.ts';
import { epicsWithText, issuesWithText, textConditions, wordsOf, type TextSearch } from './texts.ts';
import { issueTypes } from '../store.ts';

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
  search?: TextSearch | null;
  order: ListOrder;
  /** Leaves out items of archived projects. */
  leavesOutArchived?: boolean;
}

/** The namespaces of a listing that the viewer may look into, as rows of `id` and `is_insider`. */
export function scopeOf(ctx: Context, { scope, types, leavesOutArchived }: WorkItemListing): RawBuilder<unknown> {
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
  const above: readonly NamespaceId[] = includeAncestors ? of.scope.traversalIds : [of.id];
  const here = sql<SqlBool>`n.id = ANY(${above}::bigint[])`;
  if (!includeDescendants) return here;
  const below = namespacesBelow(of.scope.traversalIds);
  return includeAncestors ? sql<SqlBool>`(${below} OR ${here})` : below;
}

/** Of the listing's types, where the viewer may look (`scopeOf` as `scope`), confidential items only for insiders. */
function inScope(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool> {
  if (isWholeTree(listing)) return onTheWay(ctx, listing);
  return allOf([
    inRoot(listing),
    sql<SqlBool>`w.namespace_id IN (SELECT id FROM scope)`,
    ...plainConditions(ctx, listing),
  ]);
}

/**
 * The same for a walk along an index. The planner would rather fetch and sort whatever a join with the scope leaves; put
 * this way it expects to meet enough rows on its way.
 */
export function onTheWay(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool> {
  return allOf([
    inRoot(listing),
    sql<SqlBool>`(w.namespace_id IN (SELECT id FROM scope)) IS TRUE`,
    ...plainConditions(ctx, listing),
  ]);
}

/** Whether it lists a top-level group with all below: then nearly everything of the tree is in it. */
export function isWholeTree({ scope }: WorkItemListing): boolean {
  return scope?.of.parentId === null && scope.includeDescendants === true;
}

/** All of it lies in one tree of groups, where it is not asked for wherever one can look in. */
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

/** Every type that answers to the name "issue". */
function hasAllIssues({ types }: WorkItemListing): boolean {
  return issueTypes.every((type) => types.includes(type));
}

/** Words rather than parameters, where they decide which index fits. */
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

/** What the words of the filter and of the search ask of the row `w`. */
export function conditionsOf(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool>[] {
  return [...filterConditions(ctx, listing), ...searchConditions(ctx, listing)];
}

/** The indexes of issues hold nothing besides their key, in which the state stands. */
function isIndexedIn(listing: Narrowing, { isIndexed, name }: FilterWord): boolean {
  return isIndexed === true && (listing.types.every((type) => type === 'epic') || name === 'state');
}

/** Those of them that read little but what the indexes of lists hold, for a walk along one. */
export function indexedConditions(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool>[] {
  const words = pluggedFilters.filter((word) => isIndexedIn(listing, word));
  return words.flatMap((word) => wordConditions(ctx, { ...listing, isWalk: true }, word));
}

/** All the others. */
export function expensiveConditions(ctx: Context, listing: WorkItemListing & AboutList): RawBuilder<SqlBool>[] {
  const dear = pluggedFilters.filter((word) => !isIndexedIn(listing, word));
  const types = isOnlyIssues(listing) && !hasAllIssues(listing) ? [typesOf(listing)] : [];
  return [...types, ...dear.flatMap((word) => wordConditions(ctx, listing, word)), ...searchConditions(ctx, listing)];
}

/** What a search asks of the row `w` itself: for rows that are looked at anyway. */
function searchConditions(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool>[] {
  const isNarrow = isNarrowedBySearch(ctx, listing) || listing.scope?.includeDescendants !== true;
  return textConditions(listing.search, isNarrow || isOnlyEpics(listing));
}

/** Texts of no more rows than this are looked into one by one, whatever the index beside them would say. */
const FEW_TEXTS = 2_000;

/**
 * Everything the listing asks, after FROM: rows `w` with their conditions. Of a whole tree of issues the filters come first,
 * fenced off by OFFSET 0: who may see them is asked of sets that are made once, and the planner would reckon with one set for
 * each row.
 */
export function matching(ctx: Context, listing: WorkItemListing, after: RawBuilder<SqlBool>): RawBuilder<unknown> {
  if (isOnlyIssues(listing) && isWholeTree(listing)) {
    return sql`(${matchingIssues(ctx, listing, after, sql`w.*`)} OFFSET 0) AS w WHERE ${onTheWay(ctx, listing)}`;
  }
  const found = foundByText(ctx, listing, after);
  if (found === null) {
    return sql`work_items w WHERE ${inScope(ctx, listing)} AND ${allOf(conditionsOf(ctx, listing))} AND ${after}`;
  }
  return sql`${found} JOIN work_items w ON w.id = found.id WHERE ${inRoot(listing)} AND ${typesOf(listing)}`;
}

/**
 * Issues of a whole tree, each once. What a search in descriptions finds is asked of its index: where nothing else narrows the
 * list that is all there is to ask; where other words do, the texts of the few that they leave are read, or else the few that the
 * search finds are asked for the rest, or else every one for all of it. Issues of
 * copies are looked at one after another (hence OFFSET 0), so that a count is through as soon as it has enough.
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
  const { titled, copied, waiting } = withText;
  const isNew = titled ? sql<SqlBool>`(NOT ${titled})` : allOf(textConditions(listing.search, true));
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
  // PostgreSQL runs one of the three, and looks for no more than it takes to know which.
  const isNarrow = sql<SqlBool>`(SELECT count(*) FROM narrowed) <= ${FEW_TEXTS}`;
  const areFew = sql<SqlBool>`(SELECT count(*) FROM found) <= ${FEW_TEXTS}`;
  return sql`
    WITH narrowed AS MATERIALIZED (SELECT w.id FROM work_items w WHERE ${filtered} LIMIT ${FEW_TEXTS + 1}),
    found AS MATERIALIZED (SELECT id FROM (${partsWith(isInTree)}) AS found LIMIT ${FEW_TEXTS + 1})
    SELECT ${columns} FROM narrowed JOIN work_items w ON w.id = narrowed.id
    WHERE ${isNarrow} AND ${allOf(textConditions(listing.search, true))}
    UNION ALL
    SELECT ${columns} FROM found JOIN work_items w ON w.id = found.id WHERE NOT ${isNarrow} AND ${areFew} AND ${filtered}
    UNION ALL
    ${readEach} AND NOT ${isNarrow} AND NOT ${areFew}`;
}

/** The same, where nothing of the rows is asked but how many they are, and in which state. */
export function counted(ctx: Context, listing: WorkItemListing): RawBuilder<unknown> {
  const everything = sql<SqlBool>`true`;
  if (isOnlyIssues(listing) && isWholeTree(listing) && issuesWithText(listing.search)) {
    // All of these are in the index of issues by their ids; of a union PostgreSQL would read whatever is named.
    const columns = sql`w.id, w.root_id, w.namespace_id, w.type, w.state, w.is_confidential, w.author_id`;
    return sql`(${matchingIssues(ctx, listing, everything, columns)} OFFSET 0) AS w WHERE ${onTheWay(ctx, listing)}`;
  }
  return foundByText(ctx, listing, everything) ?? titledFirst(ctx, listing) ?? matching(ctx, listing, everything);
}

/**
 * A search in titles and descriptions of all issues of a tree: those with titles that have it, which an index alone tells, then the
 * others, whose descriptions must be read. Where many titles have it a count is through before. Null for any other list.
 */
function titledFirst(ctx: Context, listing: WorkItemListing): RawBuilder<unknown> | null {
  const { search } = listing;
  const isPlain = isOnlyIssues(listing) && isWholeTree(listing) && !isNarrowedBySearch(ctx, listing);
  if (!isPlain || !search?.in.includes('title') || !search.in.includes('description')) return null;
  const titled: TextSearch = { ...search, in: ['title'] };
  const conditions = textConditions(titled, true);
  if (conditions.length === 0) return null;
  return sql`(
      SELECT 1 FROM ${matching(ctx, { ...listing, search: titled }, sql<SqlBool>`true`)}
      UNION ALL
      SELECT 1 FROM ${matching(ctx, listing, sql<SqlBool>`NOT (${allOf(conditions)})`)}
    ) AS met`;
}

/**
 * The ids of epics that a search finds, null for no search. Their texts have an index beside them, and what it answers is laid
 * over what all else leaves, as a set that is made once (hence `IS TRUE`, which is no join): nobody knows how many it holds, and
 * new texts have no statistics yet. Where all else leaves few, the texts of those are read instead.
 */
function foundByText(ctx: Context, listing: WorkItemListing, after: RawBuilder<SqlBool>): RawBuilder<unknown> | null {
  const withText = isOnlyEpics(listing) ? epicsWithText(listing.search) : null;
  if (withText === null) return null;
  const narrowed = sql`${inScope(ctx, listing)} AND ${allOf(filterConditions(ctx, listing))} AND ${after}`;
  const isWide = listing.scope === null || isWholeTree(listing);
  // The index knows nothing of what is shorter than three letters, and nearly every text holds it.
  const isFound = wordsOf(listing.search?.text).some((word) => word.length >= 3);
  if (isWide && isFound && !isNarrowedBySearch(ctx, listing)) {
    return sql`(SELECT w.id FROM work_items w WHERE w.id = ANY(ARRAY(${withText})) AND ${narrowed}) AS found`;
  }
  const areFew = sql<SqlBool>`(SELECT count(*) FROM narrowed) <= ${FEW_TEXTS}`;
  return sql`(
      WITH narrowed AS MATERIALIZED (SELECT w.id FROM work_items w WHERE ${narrowed})
      SELECT w.id FROM narrowed JOIN work_items w ON w.id = narrowed.id
      WHERE ${areFew} AND ${allOf(textConditions(listing.search, true))}
      UNION ALL
      SELECT id FROM narrowed WHERE NOT ${areFew} AND (id IN (${withText})) IS TRUE
    ) AS found`;
}

/** What every plugged word of the filter language asks of the row `w`. */
export function filterConditions(ctx: Context, listing: Narrowing): RawBuilder<SqlBool>[] {
  return pluggedFilters.flatMap((word) => wordConditions(ctx, listing, word));
}

function wordConditions(
  ctx: Context,
  { filter, scope, types, isWalk = false }: Narrowing,
  word: FilterWord,
): readonly RawBuilder<SqlBool>[] {
  const about: AboutList = { types, isWalk, rootId: scope?.of.rootId ?? null };
  return operators.flatMap((operator) => word.conditions(filter[operator], operator, ctx, about));
}

/** Whether anything is asked that takes more than the indexes of lists to answer. */
export function isNarrowed(ctx: Context, listing: WorkItemListing): boolean {
  const isPartOfIssues = isOnlyIssues(listing) && !hasAllIssues(listing);
  return wordsOf(listing.search?.text).length > 0 || isPartOfIssues || isNarrowedBySearch(ctx, listing);
}

function isNarrowedBySearch(ctx: Context, listing: WorkItemListing): boolean {
  return pluggedFilters.some((word) => !isIndexedIn(listing, word) && wordConditions(ctx, listing, word).length > 0);
}

/** All of these conditions, or none at all. */
export function allOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}
