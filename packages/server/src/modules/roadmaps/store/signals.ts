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
    OVERDUE: sql<SqlBool>`(${isOpen} AND w.due_date IS NOT NULL AND w.due_date < ${today})`,
    STARTS_EARLY: sql<SqlBool>`(${isOpen} AND w.start_date IS NOT NULL AND EXISTS (
      SELECT ${openBlockers(viewer)} AND blocker.due_date + l.lag_days >= w.start_date))`,
    OUTSIDE_PARENT: sql<SqlBool>`(${isOpen} AND EXISTS (
      SELECT FROM work_items p JOIN namespaces pn ON pn.id = p.namespace_id
      WHERE p.id = w.parent_id AND ((p.start_date_is_fixed AND w.start_date < p.start_date)
          OR (p.due_date_is_fixed AND w.due_date > p.due_date))
        AND ${visibleWorkItems(viewer, 'p', 'pn')}))`,
    STALE: sql<SqlBool>`(${isOpen} AND w.start_date IS NOT NULL AND w.start_date <= ${today}
      AND ${today} - ${lastChange} > ${staleAfterOf(sql`w.root_id`)})`,
    BEHIND: sql<SqlBool>`(${isOpen} AND w.start_date IS NOT NULL AND w.due_date IS NOT NULL
      AND ${today} BETWEEN w.start_date AND w.due_date AND EXISTS (
        SELECT FROM ${progressIn(viewer, tracking)} AS progress
        WHERE progress.closed * (w.due_date - w.start_date + 1) < (${today} - w.start_date) * (progress.closed + progress.opened)))`,
    UNDATED: sql<SqlBool>`(w.start_date IS NULL AND w.due_date IS NULL)`,
  };
}

const openBlockers = (viewer: Viewer) => sql`FROM work_item_links l
  JOIN work_items blocker ON blocker.id = l.source_id AND blocker.state = 'opened'
  JOIN namespaces blocker_namespace ON blocker_namespace.id = blocker.namespace_id
  WHERE l.type = 'blocks' AND l.target_id = w.id AND ${visibleWorkItems(viewer, 'blocker', 'blocker_namespace')}`;

/** The numbers of signals on the row `w`. Each is computed only where its signal is present. */
export function signalNumbers({ viewer, today, tracking }: SignalContext, conditions: Conditions) {
  const where = (name: EpicSignal, value: RawBuilder<unknown>) => sql`CASE WHEN ${conditions[name]} THEN ${value} END`;
  return {
    early: where(
      'STARTS_EARLY',
      sql`(SELECT max(blocker.due_date + l.lag_days - w.start_date) ${openBlockers(viewer)})`,
    ),
    unchanged: where('STALE', sql`${formatDay(today)}::date - ${lastChange}`),
    done: where(
      'BEHIND',
      sql`(SELECT ${percentageOf(sql`progress`)} FROM ${progressIn(viewer, tracking)} AS progress)`,
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

/** A subquery of one row, `closed` and `opened`, or of none without anything below: `progressOf` in SQL. */
function progressIn(viewer: Viewer, tracking: ProgressTracking): RawBuilder<unknown> {
  const byWeight = tracking === 'WEIGHT' ? sql`below.closed_weight + below.opened_weight > 0` : sql`false`;
  return sql`(SELECT CASE WHEN ${byWeight} THEN below.closed_weight ELSE below.closed_issues END AS closed,
      CASE WHEN ${byWeight} THEN below.opened_weight ELSE below.opened_issues END AS opened
    FROM ${rollupSeenIn(viewer)} AS below
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
      FROM ${progressIn(viewer, tracking)} AS parts) AS progress), 'NONE') = ANY(${classes}::text[])`;
}
