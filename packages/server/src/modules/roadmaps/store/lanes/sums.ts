import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import { rollupsSeenIn, worstOf } from '../../../hierarchy/store/rollups-in-sql.ts';
import { whereSwitchedOff } from '../../../namespaces/policy.ts';
import { summedColumns } from './sources.ts';

/**
 * `seen` and `lane_health`: the rows with the sums below them, and the health that they show. All sums belong to a row: the full join is a
 * left join that PostgreSQL never runs as a nested loop, whatever number of rows it expects.
 */
export function laneHealth(ctx: Context): RawBuilder<unknown> {
  return sql`${sumsBelow(ctx, 'lane_rows')},
    lane_health AS (
      SELECT r.*, ${healthShown('r')} AS shown, ${sumsOf('below')} FROM lane_rows r FULL JOIN seen below ON below.id = r.id OFFSET 0)`;
}

/** The sums that lanes show. */
export const sumsOf = (row: string): RawBuilder<unknown> =>
  sql.join(['opened_issues', 'closed_issues', 'opened_weight', 'closed_weight'].map((sum) => sql.ref(`${row}.${sum}`)));

/** The sums below an epic that lanes and signals show, and those that decide its health. */
export const shownSums = [
  'openedIssues',
  'closedIssues',
  'openedWeight',
  'closedWeight',
  'issuesOnTrack',
  'issuesNeedingAttention',
  'issuesAtRisk',
] as const;

export const sumsBelow = (ctx: Context, among: 'lane_rows' | 'page_rows') =>
  sql`seen AS (${rollupsSeenIn(ctx, sql.table(among), shownSums)})`;

/** The health that an epic shows; its sums are in `below`. */
const healthShown = (epic: string) => sql`CASE WHEN ${whereSwitchedOff('health_status', epic)} THEN NULL
  ELSE coalesce(${sql.ref(epic)}.health_status, ${worstOf}) END`;

/** `page_rows`: the rows of the lanes on the page. Narrow ones are read once more; for the full join see `laneHealth`. */
export const pageRows = (rows: RawBuilder<unknown>, isNarrow: boolean): RawBuilder<unknown> =>
  isNarrow
    ? sql`MATERIALIZED (
        WITH narrow AS MATERIALIZED (${rows})
        SELECT narrow.*, ${summedColumns('whole')} FROM narrow FULL JOIN (
          SELECT w.id, ${summedColumns('w')} FROM work_items w
          WHERE w.id = ANY(ARRAY(SELECT id FROM narrow))) AS whole ON whole.id = narrow.id)`
    : sql`NOT MATERIALIZED (${rows})`;

/** The sums of the rows of each lane. `areBoth`: of the lanes of both levels; `hasHealth`: the rows contain sums and health. */
export function totalsOf(
  today: string,
  { areBoth, hasHealth }: { areBoth: boolean; hasHealth: boolean },
): RawBuilder<unknown> {
  const withHealth = hasHealth
    ? sql`FROM page_rows r`
    : sql`, ${healthShown('r')} AS shown, ${sumsOf('below')} FROM page_rows r FULL JOIN seen below ON below.id = r.id`;
  const [keys, groups] = areBoth
    ? [
        sql`CASE grouping(r.second) WHEN 1 THEN 1 ELSE 2 END AS level,
          CASE grouping(r.second) WHEN 1 THEN 0 ELSE r.first END AS above,
          CASE grouping(r.second) WHEN 1 THEN r.first ELSE r.second END AS number`,
        sql`GROUPING SETS ((r.first), (r.first, r.second))`,
      ]
    : [sql`1 AS level, r.above, r.number`, sql`r.above, r.number`];
  return sql`
    SELECT ${keys}, count(*) AS count,
      count(*) FILTER (WHERE NOT r.is_open) AS closed,
      count(*) FILTER (WHERE r.is_open AND r.due_date < ${today}::date) AS overdue,
      count(*) FILTER (WHERE r.is_open AND r.shown = 'on_track') AS on_track,
      count(*) FILTER (WHERE r.is_open AND r.shown = 'needs_attention') AS needs_attention,
      count(*) FILTER (WHERE r.is_open AND r.shown = 'at_risk') AS at_risk,
      count(*) FILTER (WHERE r.is_open AND r.shown IS NULL) AS without_update,
      min(r.start_date) AS start_date, max(r.due_date) AS due_date,
      bool_or(r.is_open AND r.start_date IS NULL) AS lacks_start_date,
      bool_or(r.is_open AND r.due_date IS NULL) AS lacks_due_date,
      sum(r.opened_issues) AS opened_issues, sum(r.closed_issues) AS closed_issues,
      sum(r.opened_weight) AS opened_weight, sum(r.closed_weight) AS closed_weight
    FROM (
      SELECT r.*, r.state = 'opened' AS is_open ${withHealth} OFFSET 0
    ) AS r GROUP BY ${groups}`;
}
