import type { RoadmapSummary } from '@milepost/core/roadmap/summary';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { allOf } from '../../../platform/database/all-of.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import { isAmong, sortedIds } from '../../../platform/database/sorted-ids.ts';
import { rollupsSeenIn, worstOf } from '../../hierarchy/store/rollups-in-sql.ts';
import type { FilterFields, ReadFields } from '../../work-items/sockets.ts';
import { filterConditions, isNarrowed, scopeOf, type WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { inIdOrder, matchingEpics } from './lanes/rows.ts';
import { shownSums } from './lanes/sums.ts';
import { signalsOfMany, type SignalContext } from './signals.ts';

/**
 * The counts of a roadmap in one statement: its top rows within the dates, and all its undated epics. The filter must contain
 * the dates; the undated ones are listed at any depth. The epics are read once for both, and what they depend on once for all.
 */
export async function summaryOf(
  ctx: Context,
  listing: WorkItemListing,
  rules: Omit<SignalContext, 'viewer'>,
): Promise<RoadmapSummary> {
  const { timeframe, isUndated, topLevel: _topLevel, ...others } = listing.filter.is;
  const inAllDates = { ...listing, filter: { ...listing.filter, is: others } };
  const { tables, conditions: signals } = signalsOfMany(
    { viewer: ctx.viewer, ...rules },
    sql`(SELECT root_id FROM top LIMIT 1)`,
  );
  const carries = (condition: RawBuilder<SqlBool>) => sql`count(*) FILTER (WHERE ${condition})`;
  const inHealth = (value: RawBuilder<unknown>) =>
    sql`count(*) FILTER (WHERE w.state = 'opened' AND w.health IS NOT DISTINCT FROM ${value})`;
  const { rows } = await sql<RoadmapSummary>`
    ${sql.raw(plannedForItsValues)} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
    every AS MATERIALIZED (
      SELECT w.id, w.root_id, w.parent_id, w.ancestor_ids, w.namespace_id, w.health_status, w.state, w.start_date, w.due_date
      FROM ${matchingEpics(ctx, inAllDates)} ${inIdOrder(ctx, inAllDates)}
    ),
    listed AS MATERIALIZED (SELECT w.* FROM every w WHERE ${conditionsOn(ctx, listing, { timeframe, isUndated })}),
    listed_ids AS MATERIALIZED (${sortedIds(sql`listed`)}),
    top AS MATERIALIZED (SELECT w.* FROM listed w WHERE ${isTop(ctx, listing)}),
    seen AS (${rollupsSeenIn(ctx, sql`top`, shownSums)}),
    ${tables}
    SELECT count(*) AS count, ${carries(sql`w.state = 'opened'`)} AS opened, ${carries(sql`w.state = 'closed'`)} AS closed,
      ${inHealth(sql`'on_track'`)} AS on_track, ${inHealth(sql`'needs_attention'`)} AS needs_attention,
      ${inHealth(sql`'at_risk'`)} AS at_risk, ${inHealth(sql`NULL`)} AS no_update,
      ${carries(signals.OVERDUE)} AS overdue, ${carries(signals.STARTS_EARLY)} AS starts_early,
      ${carries(signals.OUTSIDE_PARENT)} AS outside_parent, ${carries(sql`w.is_behind`)} AS behind, ${carries(signals.STALE)} AS stale,
      (SELECT count(*) FROM every w WHERE ${conditionsOn(ctx, listing, { isUndated: true })}) AS undated
    FROM (
      SELECT w.*, coalesce(w.health_status, ${worstOf}) AS health, ${signals.BEHIND} AS is_behind
      FROM top w FULL JOIN seen below ON below.id = w.id OFFSET 0
    ) AS w`.execute(ctx.db);
  const [counts] = rows;
  if (!counts) throw new Error('A count has one row');
  return counts;
}

/**
 * The page's own rule for a filtered list: a row is below its parent's. Behind a public link all ancestors are checked, and so they are in
 * an expandable list, whose rows are those without an ancestor in the list.
 */
function isTop(ctx: Context, listing: WorkItemListing): RawBuilder<SqlBool> {
  const { topLevel, timeframe, state } = listing.filter.is;
  if (topLevel && !isPlain(ctx, listing)) return conditionsOn(ctx, listing, { topLevel, timeframe, state });
  const isListed = (id: RawBuilder<unknown>) => isAmong(id, 'listed_ids');
  const isParentListed = sql<SqlBool>`w.parent_id IS NOT NULL AND ${isListed(sql`w.parent_id`)}`;
  if (!topLevel && ctx.viewer.linkedTo === null) return sql<SqlBool>`(NOT (${isParentListed}))`;
  // Most rows have a listed parent: ancestors are checked only for the others.
  return sql<SqlBool>`(w.parent_id IS NULL OR (NOT (${isParentListed})
    AND NOT EXISTS (SELECT FROM unnest(w.ancestor_ids) AS above (id) WHERE ${isListed(sql`above.id`)})))`;
}

/** Whether the rows depend on state and dates alone: then the list itself holds every epic that the top rows must not be below of. */
function isPlain(ctx: Context, listing: WorkItemListing): boolean {
  const { scope, filter, leavesOutArchived } = listing;
  const isEmpty = (fields: FilterFields) =>
    Object.values(fields).every((value) => value === undefined || value === null);
  const hasAllGroups = scope?.includeDescendants === true && !scope.includeAncestors && !leavesOutArchived;
  const { timeframe, isUndated, isConfidential } = filter.is;
  const isOfDates = timeframe !== undefined && isUndated === undefined && isConfidential === undefined;
  return hasAllGroups && isOfDates && isEmpty(filter.not) && isEmpty(filter.or) && !isNarrowed(ctx, listing);
}

/** The conditions of these filters on the row `w`. */
const conditionsOn = (ctx: Context, listing: WorkItemListing, is: ReadFields): RawBuilder<SqlBool> =>
  allOf(filterConditions(ctx, { ...listing, filter: { is, not: {}, or: {} } }));
