import type { GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import { visibleEpicAt } from '../../../work-items/policy.ts';
import { matching, scopeOf, type WorkItemListing } from '../../../work-items/store/list-conditions.ts';
import { laneColumns } from './sources.ts';

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
 * The common tables `scope`, `matched` (the epics that pass the filters, at any depth) and `lane_rows` (the epics that are rows of lanes).
 * The rows are the top rows of the roadmap, so that each epic is counted in one lane and its children below it. In lanes by parent the top
 * rows that have a matching child are the lanes, and their children the rows.
 */
export function laneRows(
  ctx: Context,
  { listing, topRule }: { listing: WorkItemListing; topRule: TopRule },
  keys: readonly (GroupKey | null)[],
): RawBuilder<unknown> {
  // `IS TRUE` keeps the planner from using a join: the set is hashed once, not scanned for every row.
  const isMatched = (id: RawBuilder<unknown>) => sql`(${id} IN (SELECT id FROM matched)) IS TRUE`;
  const { ancestor } = listing.filter.is;
  const byAncestors =
    topRule === 'parent' && ctx.viewer.linkedTo === null
      ? sql`(m.parent_id IS NULL OR NOT ${isMatched(sql`m.parent_id`)})`
      : // Most rows have a matching parent: ancestors are checked only for the others.
        sql`(m.parent_id IS NULL OR (NOT ${isMatched(sql`m.parent_id`)} AND (cardinality(m.ancestor_ids) = 1
          OR NOT EXISTS (SELECT FROM unnest(m.ancestor_ids) AS above (id) WHERE ${isMatched(sql`above.id`)}))))`;
  const isTop =
    topRule === 'children' && ancestor ? sql`m.parent_id = ${visibleEpicAt(ctx.viewer, ancestor)}` : byAncestors;
  const rows = keys.includes('PARENT')
    ? sql`
      WITH top AS MATERIALIZED (SELECT m.* FROM matched m WHERE ${isTop}),
      below AS MATERIALIZED (SELECT m.* FROM matched m WHERE (m.parent_id IN (SELECT id FROM top)) IS TRUE)
      SELECT * FROM below
      UNION ALL
      SELECT * FROM top WHERE (id IN (SELECT parent_id FROM below)) IS NOT TRUE`
    : sql`SELECT m.* FROM matched m WHERE ${isTop}`;
  return sql`scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
    matched AS MATERIALIZED (SELECT ${laneColumns} FROM ${matching(ctx, listing, sql<SqlBool>`true`)}),
    lane_rows AS MATERIALIZED (${rows})`;
}
