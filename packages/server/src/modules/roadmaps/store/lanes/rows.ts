import type { GroupKey, GroupKind } from '@milepost/core/roadmap/lanes/grouping';
import { groupKindOf } from '@milepost/core/roadmap/lanes/lane-keys';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import { allOf } from '../../../../platform/database/all-of.ts';
import { isAmong, sortedIds } from '../../../../platform/database/sorted-ids.ts';
import { visibleEpicAt, visibleInScope } from '../../../work-items/policy.ts';
import {
  filterConditions,
  inRoot,
  isNarrowed,
  isWholeTree,
  matching,
  scopeOf,
  typesOf,
  type WorkItemListing,
} from '../../../work-items/store/list-conditions.ts';
import { columnsOf, laneColumns, laneColumnsFor } from './sources.ts';

/**
 * Which matching epics are top rows: those without a matching ancestor, as in a filtered list those whose parent is not in it, or as in the
 * roadmap of one epic its children.
 */
export type TopRule = 'ancestors' | 'parent' | 'children';

export interface TopRuleArguments {
  topLevelHierarchyOnly?: boolean | null | undefined;
  ancestorIid?: string | number | null | undefined;
}

/** The rule of a list with these arguments. */
export function topRuleOf({ topLevelHierarchyOnly, ancestorIid }: TopRuleArguments): TopRule {
  if (ancestorIid !== null && ancestorIid !== undefined) return 'children';
  return topLevelHierarchyOnly ? 'ancestors' : 'parent';
}

/**
 * The part after FROM: the epics `w` that match, with `laneColumns` and `root_id`. Those of a whole tree are read from the index of lanes
 * alone, and filtered before visibility is checked (OFFSET 0): the planner overestimates what that costs for each row, and would read two
 * indexes and the rows themselves to check fewer of them.
 */
export function matchingEpics(ctx: Context, listing: WorkItemListing): RawBuilder<unknown> {
  if (!isReadFromIndex(ctx, listing)) return matching(ctx, listing, sql<SqlBool>`true`);
  return sql`(SELECT ${laneColumns}, w.root_id, w.is_confidential FROM work_items w
    WHERE ${allOf([inRoot(listing), typesOf(listing), ...filterConditions(ctx, listing)])} OFFSET 0
  ) AS w WHERE ${visibleInScope(ctx.viewer)}`;
}

/** The order of that index, so that nothing is sorted for `sortedIds`; none where that would take a sort itself. */
export const inIdOrder = (ctx: Context, listing: WorkItemListing): RawBuilder<unknown> =>
  isReadFromIndex(ctx, listing) ? sql`ORDER BY w.id` : sql``;

const isReadFromIndex = (ctx: Context, listing: WorkItemListing): boolean =>
  isWholeTree(listing) && !isNarrowed(ctx, listing);

const plannedOnce: ReadonlySet<GroupKind> = new Set(['LABEL', 'STATUS', 'ASSIGNEE', 'SUBGROUP', 'MILESTONE', 'PARENT']);

/**
 * Whether a statement of these lanes is as fast with a plan for any values: all matching epics are read from one index, each once. Measured
 * for these groupings, on one level.
 */
export function isReadInOnePlan(ctx: Context, listing: WorkItemListing, keys: readonly (GroupKey | null)[]): boolean {
  const [key, ...others] = keys.filter((each) => each !== null);
  return key !== undefined && others.length === 0 && plannedOnce.has(groupKindOf(key)) && hasOneScan(ctx, listing);
}

/** Whether all matching epics are read from one index, whatever the values of the filters are. */
export function hasOneScan(ctx: Context, listing: WorkItemListing): boolean {
  const { is, not } = listing.filter;
  return isReadFromIndex(ctx, listing) && (is.isConfidential ?? not.isConfidential) === undefined;
}

/**
 * The common tables `scope`, `matched` (the epics that pass the filters, at any depth) and `lane_rows` (the epics that are rows of lanes).
 * The rows are the top rows of the roadmap, so that each epic is counted in one lane and its children below it. In lanes by parent the top
 * rows that have a matching child are the lanes, and their children the rows (`is_below`). `isNarrow`: without the columns that only sums
 * need.
 */
export function laneRows(
  ctx: Context,
  { listing, topRule }: { listing: WorkItemListing; topRule: TopRule },
  keys: readonly (GroupKey | null)[],
  isNarrow = false,
): RawBuilder<unknown> {
  const names = laneColumnsFor(keys, isNarrow);
  const columns = columnsOf('m', names);
  const isMatched = (id: RawBuilder<unknown>) => isAmong(id, 'matched_ids');
  const { ancestor } = listing.filter.is;
  const isOfEpic =
    topRule === 'children' && ancestor ? sql`m.parent_id = ${visibleEpicAt(ctx.viewer, ancestor)}` : null;
  const isByParent = topRule === 'parent' && ctx.viewer.linkedTo === null;
  const isBelowParent = isMatched(sql`m.parent_id`);
  const isBelowNext = isMatched(sql`m.ancestor_ids[cardinality(m.ancestor_ids) - 1]`);
  // Nearly all rows below another one have a matching parent or grandparent: others are checked only without these.
  const isBelowOthers = sql`(${isBelowNext} OR (cardinality(m.ancestor_ids) > 2
    AND EXISTS (SELECT FROM unnest(m.ancestor_ids[:cardinality(m.ancestor_ids) - 2]) AS above (id) WHERE ${isMatched(sql`above.id`)})))`;
  const isTop =
    isOfEpic ??
    (isByParent
      ? sql`(m.parent_id IS NULL OR NOT ${isBelowParent})`
      : sql`(m.parent_id IS NULL OR (NOT ${isBelowParent} AND NOT ${isBelowOthers}))`);
  // Whether a row is below a top row, false for top rows, null for others: in one expression, so that all rows are read once.
  const isBelowTop = (): RawBuilder<unknown> => {
    if (isOfEpic)
      return sql`CASE WHEN ${isOfEpic} THEN false WHEN m.parent_id IN (SELECT m.id FROM matched m WHERE ${isOfEpic}) THEN true END`;
    return isByParent
      ? sql`CASE WHEN ${isTop} THEN false WHEN NOT ${isBelowNext} THEN true END`
      : sql`CASE WHEN m.parent_id IS NULL THEN false WHEN NOT ${isBelowOthers} THEN ${isBelowParent} END`;
  };
  const rows = keys.includes('PARENT')
    ? sql`
      WITH placed AS MATERIALIZED (
        SELECT * FROM (SELECT ${columns}, ${isBelowTop()} AS is_below FROM matched m OFFSET 0) AS placed WHERE is_below IS NOT NULL)
      SELECT * FROM placed WHERE is_below OR (id IN (SELECT parent_id FROM placed WHERE is_below)) IS NOT TRUE`
    : sql`SELECT ${columns} FROM matched m WHERE ${isTop}`;
  return sql`scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
    matched AS MATERIALIZED (SELECT ${columnsOf('w', [...names, 'ancestor_ids'])} FROM ${matchingEpics(ctx, listing)} ${inIdOrder(ctx, listing)}),
    matched_ids AS MATERIALIZED (${sortedIds(sql`matched`)}),
    lane_rows AS (${rows})`;
}
