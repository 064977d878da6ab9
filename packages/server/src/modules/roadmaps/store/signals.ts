import type { Day } from '@milepost/core/days';
import { formatDay } from '@milepost/core/days';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import {
  filteredSignals,
  type EpicSignal,
  type FilteredSignal,
  type ProgressClass,
} from '@milepost/core/filters/signal-values';
import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { hasFeatureIn } from '../../namespaces/policy.ts';
import { healthShownIn, rollupSeenIn } from '../../hierarchy/store/rollups-in-sql.ts';
import { hiddenUpdate } from '../../status-updates/policy.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';
import { staleAfterOf } from './stale-limit.ts';

/** The inputs of signals in addition to the epic. */
export interface SignalContext {
  viewer: Viewer;
  today: Day;
  tracking: ProgressTracking;
}

type Conditions = Readonly<Record<EpicSignal, RawBuilder<SqlBool>>>;

/** The conditions of signals on the row `w`, an epic: `signalsOf` of core in SQL. */
export function signalConditions({ viewer, today: day, tracking }: SignalContext): Conditions {
  const today = sql`${formatDay(day)}::date`;
  const isOpen = sql<SqlBool>`w.state = 'opened'`;
  return {
    AT_RISK: sql<SqlBool>`(${isOpen} AND ${healthShownIn(viewer)} IS NOT DISTINCT FROM 'at_risk' AND ${hasHealth})`,
    OVERDUE: isOverdue(today),
    STARTS_EARLY: sql<SqlBool>`(${isOpen} AND w.start_date IS NOT NULL AND EXISTS (
      SELECT ${openBlockers(viewer)} AND l.target_id = w.id
      AND blocker.due_date + l.lag_days >= w.start_date))`,
    OUTSIDE_PARENT: sql<SqlBool>`(${isOpen} AND EXISTS (
      SELECT FROM work_items p JOIN namespaces pn ON pn.id = p.namespace_id
      WHERE p.id = w.parent_id AND ${exceedsParent} AND ${visibleWorkItems(viewer, 'p', 'pn')}))`,
    STALE: sql<SqlBool>`(${isOpen} AND w.start_date IS NOT NULL AND w.start_date <= ${today}
      AND ${today} - ${lastChange} > ${staleAfterOf(sql`w.root_id`)})`,
    BEHIND: isBehind(today, progressIn(rollupSeenIn(viewer), tracking)),
    UNDATED: sql<SqlBool>`(w.start_date IS NULL AND w.due_date IS NULL)`,
  };
}

const openBlockers = (viewer: Viewer) => sql`FROM work_item_links l
  JOIN work_items blocker ON blocker.id = l.source_id AND blocker.state = 'opened'
  JOIN namespaces blocker_namespace ON blocker_namespace.id = blocker.namespace_id
  WHERE l.type = 'blocks' AND ${visibleWorkItems(viewer, 'blocker', 'blocker_namespace')}`;

/** The dates of the row \`w\` and those of its parent \`p\`. */
const exceedsParent = sql<SqlBool>`((p.start_date_is_fixed AND w.start_date < p.start_date)
  OR (p.due_date_is_fixed AND w.due_date > p.due_date))`;

const isOverdue = (today: RawBuilder<unknown>) =>
  sql<SqlBool>`(w.state = 'opened' AND w.due_date IS NOT NULL AND w.due_date < ${today})`;

const isBehind = (today: RawBuilder<unknown>, progress: RawBuilder<unknown>) =>
  sql<SqlBool>`(w.state = 'opened' AND w.start_date IS NOT NULL AND w.due_date IS NOT NULL
    AND ${today} BETWEEN w.start_date AND w.due_date AND EXISTS (
      SELECT FROM ${progress} AS progress
      WHERE progress.closed * (w.due_date - w.start_date + 1) < (${today} - w.start_date) * (progress.closed + progress.opened)))`;

/**
 * The same for many rows at once: common tables over the relation `top` (epics of the tree `rootId`), and conditions on its row `w`, whose
 * sums are in `below`. What the row does not contain is read once for all rows.
 */
export function signalsOfMany(
  { viewer, today: day, tracking }: SignalContext,
  rootId: RawBuilder<unknown>,
): { tables: RawBuilder<unknown>; conditions: Omit<Conditions, 'AT_RISK' | 'UNDATED'> } {
  const today = sql`${formatDay(day)}::date`;
  const started = sql`SELECT id FROM top WHERE state = 'opened' AND start_date <= ${today}`;
  const isOld = (time: RawBuilder<unknown>) =>
    sql<SqlBool>`(${today} - (${time} AT TIME ZONE 'utc')::date > ${staleAfterOf(rootId)})`;
  const tables = sql`
    early AS MATERIALIZED (
      SELECT w.id FROM top w JOIN (
        SELECT l.target_id, blocker.due_date, l.lag_days ${openBlockers(viewer)}
          AND l.target_id = ANY(ARRAY(SELECT id FROM top WHERE state = 'opened' AND start_date IS NOT NULL))
      ) AS l ON l.target_id = w.id WHERE l.due_date + l.lag_days >= w.start_date
    ),
    outside AS MATERIALIZED (
      SELECT w.id FROM top w JOIN work_items p ON p.id = w.parent_id JOIN namespaces pn ON pn.id = p.namespace_id
      WHERE w.state = 'opened' AND ${exceedsParent} AND ${visibleWorkItems(viewer, 'p', 'pn')}
        AND p.id = ANY(ARRAY(SELECT DISTINCT parent_id FROM top WHERE state = 'opened' AND parent_id IS NOT NULL))
    ),
    unchanged AS MATERIALIZED (
      SELECT w.id FROM work_items w WHERE w.id = ANY(ARRAY(${started})) AND ${isOld(sql`w.updated_at`)}
    ),
    updates AS (
      SELECT DISTINCT ON (u.work_item_id) u.work_item_id AS id, u.created_at FROM status_updates u
      WHERE u.work_item_id = ANY(ARRAY(SELECT id FROM unchanged)) AND u.deleted_at IS NULL AND NOT ${hiddenUpdate('u')}
      ORDER BY u.work_item_id, u.id DESC
    ),
    stale AS MATERIALIZED (
      SELECT id FROM unchanged
      WHERE (id IN (SELECT id FROM updates WHERE NOT ${isOld(sql`updates.created_at`)})) IS NOT TRUE
    )`;
  // `IS TRUE` keeps the planner from using joins: each set is hashed once.
  const isIn = (table: string) => sql<SqlBool>`((w.id IN (SELECT id FROM ${sql.table(table)})) IS TRUE)`;
  const sums = sql`(SELECT coalesce(below.closed_weight, 0) AS closed_weight, coalesce(below.opened_weight, 0) AS opened_weight,
    coalesce(below.closed_issues, 0) AS closed_issues, coalesce(below.opened_issues, 0) AS opened_issues)`;
  return {
    tables,
    conditions: {
      OVERDUE: isOverdue(today),
      STARTS_EARLY: isIn('early'),
      OUTSIDE_PARENT: isIn('outside'),
      STALE: isIn('stale'),
      BEHIND: isBehind(today, progressIn(sums, tracking)),
    },
  };
}

/** The numbers of signals on the row `w`. Each is computed only where its signal is present. */
export function signalNumbers({ viewer, today, tracking }: SignalContext, conditions: Conditions) {
  const where = (name: EpicSignal, value: RawBuilder<unknown>) => sql`CASE WHEN ${conditions[name]} THEN ${value} END`;
  return {
    early: where(
      'STARTS_EARLY',
      sql`(SELECT max(blocker.due_date + l.lag_days - w.start_date) ${openBlockers(viewer)} AND l.target_id = w.id)`,
    ),
    unchanged: where('STALE', sql`${formatDay(today)}::date - ${lastChange}`),
    done: where(
      'BEHIND',
      sql`(SELECT ${percentageOf(sql`progress`)} FROM ${progressIn(rollupSeenIn(viewer), tracking)} AS progress)`,
    ),
  };
}

/** The day of the last change or status update. An update with the same health does not change the epic's row. */
const lastChange = sql`(greatest(w.updated_at, (SELECT u.created_at FROM status_updates u
  WHERE u.work_item_id = w.id AND u.deleted_at IS NULL AND NOT ${hiddenUpdate('u')} ORDER BY u.id DESC LIMIT 1)) AT TIME ZONE 'utc')::date`;

/** Nothing has a health status where the feature is off. */
const hasHealth = sql<SqlBool>`(SELECT ${hasFeatureIn('health_status', 'hn')} FROM namespaces hn WHERE hn.id = w.namespace_id)`;

/** Any of these signals. */
export function anySignal(names: readonly FilteredSignal[], context: SignalContext): RawBuilder<SqlBool> {
  const conditions = {
    ...signalConditions(context),
    NO_END: sql<SqlBool>`(w.state = 'opened' AND w.due_date IS NULL)`,
    CLOSED: sql<SqlBool>`(w.state = 'closed')`,
  };
  const wanted = filteredSignals.filter((name) => names.includes(name)).map((name) => conditions[name]);
  return wanted.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(wanted, sql` OR `)})`;
}

/**
 * A subquery of one row, `closed` and `opened`, or of none without anything below: `progressOf` in SQL. `sums`: a subquery of one row.
 */
function progressIn(sums: RawBuilder<unknown>, tracking: ProgressTracking): RawBuilder<unknown> {
  const byWeight = tracking === 'WEIGHT' ? sql`below.closed_weight + below.opened_weight > 0` : sql`false`;
  return sql`(SELECT CASE WHEN ${byWeight} THEN below.closed_weight ELSE below.closed_issues END AS closed,
      CASE WHEN ${byWeight} THEN below.opened_weight ELSE below.opened_issues END AS opened
    FROM ${sums} AS below
    WHERE ${byWeight} OR below.closed_issues + below.opened_issues > 0)`;
}

/** Rounded half up, as `progressOf` does. */
const percentageOf = (parts: RawBuilder<unknown>) =>
  sql`floor(${parts}.closed * 100.0 / (${parts}.closed + ${parts}.opened) + 0.5)`;

/** Any of these classes of progress. A closed epic is done, if anything is below it. */
export function inProgressClass(
  classes: readonly ProgressClass[],
  { viewer, tracking }: Pick<SignalContext, 'viewer' | 'tracking'>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce((SELECT CASE
      WHEN progress.percentage = 0 THEN 'ZERO' WHEN progress.percentage < 50 THEN 'STARTED'
      WHEN progress.percentage < 100 THEN 'HALF' ELSE 'DONE' END
    FROM (SELECT CASE WHEN w.state = 'closed' THEN 100
        ELSE ${percentageOf(sql`parts`)} END AS percentage
      FROM ${progressIn(rollupSeenIn(viewer), tracking)} AS parts) AS progress), 'NONE') = ANY(${classes}::text[])`;
}
