import type { DeploymentStatus } from '@milepost/core/deployments/deployments';
import type { EnvironmentId, NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Deployment } from '../table.ts';

/** How many deployments of an environment its row on the page shows. */
const SHOWN_DEPLOYMENTS = 14;

export interface RecentDeployments {
  environmentId: EnvironmentId;
  /** The last deployments, oldest first. */
  statuses: DeploymentStatus[];
  /** The number of the last four weeks. */
  lastFourWeeks: number;
}

/** The last deployments of each environment. */
export const recentDeployments = defineLoader<EnvironmentId, RecentDeployments>(
  'recentDeployments',
  async (ctx, ids) => {
    const { rows } = await sql<RecentDeployments>`
      SELECT wanted.id AS environment_id,
        ARRAY(SELECT last.status FROM (
          SELECT d.id, d.status FROM deployments d WHERE d.environment_id = wanted.id ORDER BY d.id DESC LIMIT ${SHOWN_DEPLOYMENTS}
        ) last ORDER BY last.id) AS statuses,
        (SELECT count(*)::int FROM deployments d
          WHERE d.environment_id = wanted.id AND d.created_at > now() - interval '28 days') AS last_four_weeks
      FROM unnest(${ids}::bigint[]) AS wanted (id)`.execute(ctx.db);
    return new Map(rows.map((row) => [row.environmentId, row]));
  },
);

/** The newest deployment of each environment that does not wait for approval. */
export const latestDeployments = defineLoader<EnvironmentId, Deployment>('latestDeployments', async (ctx, ids) => {
  const { rows } = await sql<Deployment>`
    SELECT d.* FROM unnest(${ids}::bigint[]) AS wanted (id)
    CROSS JOIN LATERAL (SELECT * FROM deployments d WHERE d.environment_id = wanted.id AND d.status NOT IN ('blocked', 'created')
      ORDER BY d.id DESC LIMIT 1) d`.execute(ctx.db);
  return new Map(rows.map((row) => [row.environmentId, row]));
});

export interface EnvironmentCounts {
  active: number;
  stopped: number;
}

export async function environmentCounts(db: Db, projectId: NamespaceId): Promise<EnvironmentCounts> {
  const { rows } = await sql<EnvironmentCounts>`
    SELECT count(*) FILTER (WHERE state <> 'stopped')::int AS active, count(*) FILTER (WHERE state = 'stopped')::int AS stopped
    FROM environments WHERE project_id = ${projectId}`.execute(db);
  return rows[0] ?? { active: 0, stopped: 0 };
}
