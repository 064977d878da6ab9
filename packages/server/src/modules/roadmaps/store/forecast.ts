import { type Day, addDays, formatDay } from '@milepost/core/days';
import type { MilestoneId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import { FORECAST_WEEKS, firstSampleDay, type ForecastSamples } from '@milepost/core/roadmap/forecast/forecast';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';

/** The item of a forecast: an epic with everything below it, or a milestone with its issues. */
export type ForecastItem = { epicId: WorkItemId } | { milestoneId: MilestoneId };

const isIssue = sql`w.type IN ('issue', 'incident')`;

/** What the viewer may see of the issues below an item, and of those closed in its namespace and below. */
export async function forecastSamples(
  ctx: Context,
  item: ForecastItem,
  traversalIds: readonly NamespaceId[],
  today: Day,
): Promise<ForecastSamples> {
  const from = firstSampleDay(today);
  const isSeen = visibleWorkItems(ctx.viewer);
  const isInGroup = sql`(w.root_id = ${traversalIds[0]} AND ${isIssue} AND ${namespacesBelow(traversalIds)} AND ${isSeen})`;
  const { rows } = await sql<ForecastSamples>`
    WITH RECURSIVE below AS (${belowOf(item)}),
    closed AS (
      SELECT w.id, ((w.closed_at AT TIME ZONE 'utc')::date - ${formatDay(from)}::date) / 7 AS week
      FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
      WHERE ${isInGroup} AND w.closed_at >= ${startOf(from)} AND w.closed_at < ${startOf(addDays(from, 7 * FORECAST_WEEKS))}
    ),
    parts AS (SELECT (SELECT count(*) FROM closed WHERE id IN (SELECT id FROM below))::integer AS "closedBelow")
    SELECT ARRAY(SELECT count(closed.id)::integer FROM generate_series(0, ${FORECAST_WEEKS - 1}) AS week
        LEFT JOIN closed USING (week) GROUP BY week ORDER BY week) AS weeks,
      "closedBelow",
      (SELECT count(*) FROM below JOIN work_items w USING (id) JOIN namespaces n ON n.id = w.namespace_id
        WHERE w.state = 'opened' AND ${isIssue} AND ${isSeen})::integer AS "openBelow",
      CASE WHEN "closedBelow" > 0 THEN 0 ELSE (SELECT count(*) FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
        WHERE w.state = 'opened' AND ${isInGroup})::integer END AS "openInGroup"
    FROM parts`.execute(ctx.db);
  const samples = rows[0];
  if (!samples) throw new Error('Counting returns one row');
  return samples;
}

function belowOf(item: ForecastItem): RawBuilder<unknown> {
  if ('milestoneId' in item) return sql`SELECT w.id FROM work_items w WHERE w.milestone_id = ${item.milestoneId}`;
  return sql`SELECT w.id FROM work_items w WHERE w.parent_id = ${item.epicId}
    UNION ALL SELECT w.id FROM below JOIN work_items w ON w.parent_id = below.id`;
}

const startOf = (day: Day) => sql`(${formatDay(day)}::date AT TIME ZONE 'utc')`;
