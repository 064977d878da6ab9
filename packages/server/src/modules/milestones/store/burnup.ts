import type { TimeboxEvent } from '@milepost/core/dates/burnup';
import type { IterationId, MilestoneId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';

/** A milestone or iteration, and the group or project whose issues count; null for all. */
export type Timebox = ({ milestoneId: MilestoneId } | { iterationId: IterationId }) & { of: Namespace | null };

/** A chart with more changes than this is refused: one item changes on few days. */
export const MAX_CHART_EVENTS = 100_000;

/**
 * The last change of each day of the visible issues that are or were in a milestone or iteration, oldest first. Null for more
 * than MAX_CHART_EVENTS.
 */
export async function timeboxEvents(ctx: Context, timebox: Timebox): Promise<TimeboxEvent[] | null> {
  const { rows } = await sql<TimeboxEvent>`
    WITH items AS (
      SELECT DISTINCT e.work_item_id FROM timebox_events e
      JOIN work_items w ON w.id = e.work_item_id JOIN namespaces n ON n.id = w.namespace_id
      WHERE ${isOf(timebox, 'e')} AND w.type <> 'epic' AND ${isIn(timebox)} AND ${visibleWorkItems(ctx.viewer)}
    )
    SELECT DISTINCT ON (day, e.work_item_id) e.work_item_id AS "itemId", coalesce(${isOf(timebox, 'e')}, false) AS "isInside",
      e.is_closed AS "isClosed", coalesce(e.weight, 0) AS weight,
      (e.created_at AT TIME ZONE 'utc')::date - date '1970-01-01' AS day
    FROM items JOIN timebox_events e ON e.work_item_id = items.work_item_id
    ORDER BY day, e.work_item_id, e.id DESC
    LIMIT ${MAX_CHART_EVENTS + 1}`.execute(ctx.db);
  return rows.length > MAX_CHART_EVENTS ? null : rows;
}

export interface Totals {
  count: number;
  weight: number;
}

export interface TimeboxTotals {
  opened: Totals;
  closed: Totals;
}

/** Number and weight of the visible issues in a milestone or iteration now. */
export async function timeboxTotals(ctx: Context, timebox: Timebox): Promise<TimeboxTotals> {
  const { rows } = await sql<Totals & { isClosed: boolean }>`
    SELECT w.state = 'closed' AS "isClosed", count(*)::int AS count, coalesce(sum(w.weight), 0)::int AS weight
    FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
    WHERE ${isOf(timebox, 'w')} AND w.type <> 'epic' AND ${isIn(timebox)} AND ${visibleWorkItems(ctx.viewer)}
    GROUP BY 1`.execute(ctx.db);
  const of = (isClosed: boolean): Totals => {
    const row = rows.find((each) => each.isClosed === isClosed);
    return { count: row?.count ?? 0, weight: row?.weight ?? 0 };
  };
  return { opened: of(false), closed: of(true) };
}

/** A change of an issue in a milestone, as the REST API lists it. */
export interface BurndownEvent {
  created_at: Date;
  weight: number;
  action: 'created' | 'removed' | 'closed' | 'reopened';
}

/** When the visible issues of a milestone came in, went, were closed and reopened; oldest first. */
export async function burndownEvents(ctx: Context, milestoneId: MilestoneId): Promise<BurndownEvent[]> {
  const timebox: Timebox = { milestoneId, of: null };
  const { rows } = await sql<BurndownEvent>`
    WITH steps AS (
      SELECT e.id, e.created_at, coalesce(e.weight, 0) AS weight, e.is_closed, ${isOf(timebox, 'e')} IS TRUE AS is_inside,
        coalesce(lag(${isOf(timebox, 'e')} IS TRUE) OVER item, false) AS was_inside,
        coalesce(lag(e.is_closed) OVER item, false) AS was_closed
      FROM timebox_events e JOIN work_items w ON w.id = e.work_item_id JOIN namespaces n ON n.id = w.namespace_id
      WHERE e.work_item_id IN (SELECT i.work_item_id FROM timebox_events i WHERE ${isOf(timebox, 'i')})
        AND w.type <> 'epic' AND ${visibleWorkItems(ctx.viewer)}
      WINDOW item AS (PARTITION BY e.work_item_id ORDER BY e.id)
    ), actions AS (
      SELECT id, created_at, weight, CASE
        WHEN is_inside AND NOT was_inside THEN 'created'
        WHEN was_inside AND NOT is_inside THEN 'removed'
        WHEN is_inside AND is_closed AND NOT was_closed THEN 'closed'
        WHEN is_inside AND was_closed AND NOT is_closed THEN 'reopened'
      END AS action FROM steps
      UNION ALL
      SELECT id, created_at, weight, 'closed' FROM steps WHERE is_inside AND NOT was_inside AND is_closed
    )
    SELECT created_at, weight, action FROM actions WHERE action IS NOT NULL
    ORDER BY created_at, id LIMIT ${MAX_CHART_EVENTS}`.execute(ctx.db);
  return rows;
}

function isOf(timebox: Timebox, alias: string): RawBuilder<SqlBool> {
  return 'milestoneId' in timebox
    ? sql`${sql.ref(`${alias}.milestone_id`)} = ${timebox.milestoneId}`
    : sql`${sql.ref(`${alias}.iteration_id`)} = ${timebox.iterationId}`;
}

function isIn({ of }: Timebox): RawBuilder<SqlBool> {
  return of ? namespacesBelow(of.scope.traversalIds) : sql`true`;
}
