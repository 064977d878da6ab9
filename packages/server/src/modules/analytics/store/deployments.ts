import { changeFailureRate, periodsOf, type AnalyticsInterval, type DayRange } from '@milepost/core/dates/analytics';
import type { EnvironmentTier } from '@milepost/core/deployments/environments';
import type { NamespaceId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { readableEnvironments } from '../../deployments/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { forItsValues, inPeriods, isWithin, placeIn, projectsIn } from '../store.ts';
import { isSelected, visibleScope } from './issues.ts';

/** Deployments of a project, or of the projects of a group. */
export interface DeploymentSelection {
  namespace: Namespace;
  range: DayRange;
  /** Null: all projects. */
  projectIds: readonly NamespaceId[] | null;
  /** Where the code was deployed. */
  environments: { name: string } | { tiers: readonly EnvironmentTier[] };
}

const noFilter = { is: {}, not: {}, or: {} } as const;

/** Of the projects whose deployments the viewer may read. */
function projectsOf(ctx: Context, { namespace, projectIds }: DeploymentSelection): RawBuilder<unknown> {
  return sql`projects AS MATERIALIZED (${projectsIn(namespace, readableEnvironments(ctx.viewer), projectIds)})`;
}

/** The condition on an environment `e`. */
function isTarget({ environments }: DeploymentSelection): RawBuilder<SqlBool> {
  return 'name' in environments
    ? sql<SqlBool>`e.name = ${environments.name}`
    : sql<SqlBool>`e.tier = ANY(${environments.tiers}::text[])`;
}

/** The successful deployments `d` of the range. */
function succeeded(selection: DeploymentSelection): RawBuilder<unknown> {
  return sql`deployments d JOIN environments e ON e.id = d.environment_id AND ${isTarget(selection)}
    WHERE d.project_id IN (SELECT id FROM projects) AND d.status = 'success' AND ${isWithin('d.finished_at', selection.range)}`;
}

export async function countDeployments(ctx: Context, selection: DeploymentSelection): Promise<number> {
  const [period] = await deploymentFrequency(ctx, selection, 'all');
  return period?.deployments ?? 0;
}

export interface DeploymentFrequency extends DayRange {
  deployments: number;
}

export async function deploymentFrequency(
  ctx: Context,
  selection: DeploymentSelection,
  interval: AnalyticsInterval,
): Promise<DeploymentFrequency[]> {
  const periods = periodsOf(selection.range, interval);
  const { rows } = await sql<{ place: number; deployments: number }>`
    ${forItsValues} WITH ${projectsOf(ctx, selection)}
    SELECT ${placeIn(periods, 'd.finished_at')} AS place, count(*)::int AS deployments
    FROM ${succeeded(selection)} GROUP BY place`.execute(ctx.db);
  return inPeriods(periods, rows, (row) => ({ deployments: row?.deployments ?? 0 }));
}

/** The four DORA metrics of a period. Times are medians in seconds. */
export interface DoraPeriod extends DayRange {
  deploymentFrequency: number;
  changeFailureRate: number | null;
  leadTimeForChanges: number | null;
  timeToRestoreService: number | null;
}

/**
 * The metrics of deployments and of the incidents that the viewer may see. A merge request is deployed by the first deployment of
 * its project that was created after merging, from its target branch or from a tag.
 */
export async function doraPeriods(
  ctx: Context,
  selection: DeploymentSelection,
  interval: AnalyticsInterval,
): Promise<DoraPeriod[]> {
  const issues = { ...selection, filter: noFilter };
  const periods = periodsOf(selection.range, interval);
  const seconds = (time: RawBuilder<unknown>) =>
    sql<number>`extract(epoch FROM percentile_cont(0.5) WITHIN GROUP (ORDER BY ${time}))::float8`;
  const incidents = sql`work_items w WHERE ${isSelected(ctx, issues, ['incident'])} AND w.type = 'incident'
    AND (w.namespace_id IN (SELECT id FROM projects)) IS TRUE`;
  const { rows } = await sql<{
    place: number;
    deployments: number;
    incidents: number;
    leadTimeForChanges: number | null;
    timeToRestoreService: number | null;
  }>`
    ${forItsValues} WITH ${visibleScope(ctx, issues)}, ${projectsOf(ctx, selection)},
    targets AS MATERIALIZED (
      SELECT e.id FROM environments e WHERE e.project_id IN (SELECT id FROM projects) AND ${isTarget(selection)}
    ), deployed AS MATERIALIZED (
      SELECT d.id, d.project_id, d.created_at, d.finished_at, d.ref, d.is_tag, ${placeIn(periods, 'd.finished_at')} AS place
      FROM ${succeeded(selection)}
    ), changes AS (
      SELECT DISTINCT ON (m.id) d.place, d.finished_at - m.merged_at AS took
      FROM deployed d
      LEFT JOIN LATERAL (
        SELECT b.created_at FROM deployments b
        WHERE b.project_id = d.project_id AND b.id < d.id AND b.status = 'success' AND (b.environment_id IN (SELECT id FROM targets)) IS TRUE
        ORDER BY b.id DESC LIMIT 1
      ) AS before ON true
      -- OFFSET 0: the few merged between two deployments are read from the index. The planner would join all of a project.
      CROSS JOIN LATERAL (
        SELECT m.id, m.merged_at FROM merge_requests m
        WHERE m.project_id = d.project_id AND m.state = 'merged' AND m.merged_at <= d.created_at
          AND m.merged_at > coalesce(before.created_at, '-infinity') AND (d.is_tag OR m.target_branch = d.ref)
        OFFSET 0
      ) AS m
      ORDER BY m.id, d.finished_at
    )
    SELECT place, sum(deployments)::int AS deployments, sum(incidents)::int AS incidents,
      max(lead_time_for_changes) AS lead_time_for_changes, max(time_to_restore_service) AS time_to_restore_service
    FROM (
      SELECT place, count(*) AS deployments, 0 AS incidents, NULL::float8 AS lead_time_for_changes, NULL::float8 AS time_to_restore_service
      FROM deployed GROUP BY place
      UNION ALL
      SELECT place, 0, 0, ${seconds(sql`took`)}, NULL FROM changes GROUP BY place
      UNION ALL
      SELECT ${placeIn(periods, 'w.created_at')}, 0, count(*), NULL, NULL FROM ${incidents}
        AND ${isWithin('w.created_at', selection.range)} GROUP BY 1
      UNION ALL
      SELECT ${placeIn(periods, 'w.closed_at')}, 0, 0, NULL, ${seconds(sql`w.closed_at - w.created_at`)} FROM ${incidents}
        AND ${isWithin('w.closed_at', selection.range)} GROUP BY 1
    ) AS parts GROUP BY place`.execute(ctx.db);
  return inPeriods(periods, rows, (row) => {
    const counts = { deployments: row?.deployments ?? 0, incidents: row?.incidents ?? 0 };
    return {
      deploymentFrequency: counts.deployments,
      changeFailureRate: changeFailureRate(counts),
      leadTimeForChanges: row?.leadTimeForChanges ?? null,
      timeToRestoreService: row?.timeToRestoreService ?? null,
    };
  });
}
