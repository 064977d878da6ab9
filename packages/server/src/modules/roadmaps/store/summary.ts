import type { RoadmapSummary } from '@milepost/core/roadmap/summary';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { plannedForItsValues } from '../../../platform/database/connect.ts';
import { healthShownIn } from '../../hierarchy/store/rollups-in-sql.ts';
import { matching, scopeOf, type WorkItemListing } from '../../work-items/store/list-conditions.ts';
import { signalConditions, type SignalContext } from './signals.ts';

const everything = sql<SqlBool>`true`;

/**
 * The counts of a roadmap in one statement: its top rows within the dates, and all its undated epics. The filter must contain
 * the dates; the undated ones are listed at any depth.
 */
export async function summaryOf(
  ctx: Context,
  listing: WorkItemListing,
  rules: Omit<SignalContext, 'viewer'>,
): Promise<RoadmapSummary> {
  const { timeframe: _dates, topLevel, ...filters } = listing.filter.is;
  const undated: WorkItemListing = { ...listing, filter: { ...listing.filter, is: { ...filters, isUndated: true } } };
  const signals = signalConditions({ viewer: ctx.viewer, ...rules });
  const isTop = topLevel ? everything : sql<SqlBool>`(NOT ${hasListedAncestor(ctx)})`;
  const carries = (condition: RawBuilder<SqlBool>) => sql`count(*) FILTER (WHERE ${condition})`;
  const inHealth = (value: RawBuilder<unknown>) =>
    sql`count(*) FILTER (WHERE top.state = 'opened' AND top.health IS NOT DISTINCT FROM ${value})`;
  const { rows } = await sql<RoadmapSummary>`
    ${sql.raw(plannedForItsValues)} WITH scope AS MATERIALIZED (${scopeOf(ctx, listing)}),
    listed AS MATERIALIZED (SELECT w.id FROM ${matching(ctx, listing, everything)}),
    top AS MATERIALIZED (
      SELECT w.state, ${healthShownIn(ctx.viewer)} AS health, ${signals.OVERDUE} AS is_overdue,
        ${signals.STARTS_EARLY} AS starts_early, ${signals.OUTSIDE_PARENT} AS is_outside, ${signals.BEHIND} AS is_behind,
        ${signals.STALE} AS is_stale
      FROM listed JOIN work_items w ON w.id = listed.id WHERE ${isTop}
    )
    SELECT count(*) AS count, ${carries(sql`top.state = 'opened'`)} AS opened, ${carries(sql`top.state = 'closed'`)} AS closed,
      ${inHealth(sql`'on_track'`)} AS on_track, ${inHealth(sql`'needs_attention'`)} AS needs_attention,
      ${inHealth(sql`'at_risk'`)} AS at_risk, ${inHealth(sql`NULL`)} AS no_update,
      ${carries(sql`is_overdue`)} AS overdue, ${carries(sql`starts_early`)} AS starts_early,
      ${carries(sql`is_outside`)} AS outside_parent, ${carries(sql`is_behind`)} AS behind, ${carries(sql`is_stale`)} AS stale,
      (SELECT count(*) FROM ${matching(ctx, undated, everything)}) AS undated
    FROM top`.execute(ctx.db);
  const [counts] = rows;
  if (!counts) throw new Error('A count has one row');
  return counts;
}

/** The page's own rule for a filtered list: a row is below its parent's. Behind a public link all ancestors are checked. */
function hasListedAncestor({ viewer }: Context): RawBuilder<SqlBool> {
  if (viewer.linkedTo === null)
    return sql<SqlBool>`(w.parent_id IS NOT NULL AND w.parent_id IN (SELECT id FROM listed))`;
  return sql<SqlBool>`EXISTS (SELECT FROM listed above WHERE above.id = ANY(w.ancestor_ids))`;
}
