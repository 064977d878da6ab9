import type { EnvironmentState, EnvironmentTier } from '@milepost/core/deployments/environments';
import type { DeploymentId, NamespaceId, UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { ImportProblem } from '../table.ts';
import type { Counted } from './merge-planning.ts';
import { countOf, createTempTable, findProblems, rowsWritten, type Problems } from './problems.ts';

export interface StagedEnvironment {
  environment: number;
  name: string;
  slug: string | null;
  description: string | null;
  externalUrl: string | null;
  tier: EnvironmentTier;
  state: EnvironmentState;
  createdAt: Date | null;
  updatedAt: Date | null;
}

/** The next environments whose names the project does not have, each name once, in order. */
export async function newEnvironmentsAfter(
  trx: Db,
  projectId: NamespaceId,
  after: number,
  limit: number,
): Promise<StagedEnvironment[]> {
  const { rows } = await sql<StagedEnvironment>`
    SELECT * FROM (SELECT DISTINCT ON (name) * FROM staged_environments ORDER BY name, environment) AS s
    WHERE environment > ${after}::bigint
      AND NOT EXISTS (SELECT FROM environments e WHERE e.project_id = ${projectId}::bigint AND e.name = s.name)
    ORDER BY environment LIMIT ${limit}`.execute(trx);
  return rows;
}

export async function countEnvironmentNames(trx: Db): Promise<number> {
  return countOf(trx, sql`SELECT count(DISTINCT name) AS count FROM staged_environments`);
}

/**
 * Writes the deployments of the archive with their approvals. They are matched by number and time of creation. Problems are those that
 * are skipped: their environment is unknown, or their number belongs to another one.
 */
export async function writeDeployments(trx: Db, projectId: NamespaceId): Promise<Counted & { skipped: Problems }> {
  // Must come first: it locks the counter, so that no concurrent transaction takes these numbers.
  await sql`
    INSERT INTO iid_counters (namespace_id, usage, last_iid)
    SELECT ${projectId}::bigint, 'deployments', max(iid) FROM staged_deployments HAVING max(iid) IS NOT NULL
    ON CONFLICT (namespace_id, usage) DO UPDATE SET last_iid = excluded.last_iid
    WHERE iid_counters.last_iid < excluded.last_iid`.execute(trx);
  await createTempTable(
    trx,
    'placed_deployments',
    sql`
    SELECT matched.*, coalesce(known_id, nextval(pg_get_serial_sequence('deployments', 'id'))) AS id
    FROM (
      SELECT s.deployment, s.iid, s.location, e.id AS environment_id, d.id AS known_id, d.id IS NULL AS is_new,
        CASE
          WHEN row_number() OVER (PARTITION BY s.iid ORDER BY s.deployment) > 1 THEN 'has a duplicate number: ' || s.iid
          WHEN d.created_at <> s.created_at
            THEN 'is skipped: number ' || s.iid || ' belongs to a deployment created here'
          WHEN e.id IS NULL THEN 'is skipped: its environment is not in the archive'
        END AS problem
      FROM staged_deployments s
      LEFT JOIN (
        SELECT DISTINCT ON (source_id) source_id, name FROM staged_environments WHERE source_id IS NOT NULL ORDER BY source_id, environment
      ) AS named ON named.source_id = s.environment_source_id
      LEFT JOIN environments e ON e.project_id = ${projectId}::bigint AND e.name = coalesce(s.environment_name, named.name)
      LEFT JOIN deployments d ON d.project_id = ${projectId}::bigint AND d.iid = s.iid
      ORDER BY s.iid, s.deployment
    ) AS matched`,
  );
  const skipped = await findProblems(
    trx,
    sql<ImportProblem>`SELECT location, problem FROM placed_deployments WHERE problem IS NOT NULL`,
  );
  if (skipped.count > 0) await sql`DELETE FROM placed_deployments WHERE problem IS NOT NULL`.execute(trx);
  const result = await sql`
    INSERT INTO deployments (id, iid, project_id, environment_id, status, ref, is_tag, sha, user_id, created_at, updated_at, finished_at)
    SELECT p.id, s.iid, ${projectId}::bigint, p.environment_id, s.status, s.ref, s.is_tag, s.sha, k.user_id, s.created_at, s.updated_at,
      s.finished_at
    FROM placed_deployments p JOIN staged_deployments s USING (deployment)
    LEFT JOIN known_users k ON k.source_id = s.user_source_id
    WHERE p.is_new ORDER BY p.id`.execute(trx);
  await sql`
    INSERT INTO deployment_approvals (deployment_id, user_id, status, comment, created_at)
    SELECT DISTINCT ON (p.id, k.user_id) p.id, k.user_id, a.status, a.comment, a.created_at
    FROM staged_deployment_approvals a JOIN placed_deployments p ON p.deployment = a.deployment AND p.is_new
    JOIN known_users k ON k.source_id = a.user_source_id
    ORDER BY p.id, k.user_id, a.created_at`.execute(trx);
  const total = await countOf(trx, sql`SELECT count(*) AS count FROM placed_deployments`);
  const added = rowsWritten(result);
  return { added, present: total - added, skipped };
}

/** The imported deployments that wait for approval. */
export async function newBlockedDeployments(trx: Db): Promise<DeploymentId[]> {
  const { rows } = await sql<{ id: DeploymentId }>`
    SELECT p.id FROM placed_deployments p JOIN staged_deployments s USING (deployment)
    WHERE p.is_new AND s.status = 'blocked' ORDER BY p.id`.execute(trx);
  return rows.map(({ id }) => id);
}

export interface StagedProtection {
  protection: number;
  namespaceId: NamespaceId;
  name: string;
  location: string;
}

/** The next protections of the archive's groups or project, each name once, in order. */
export async function protectionsAfter(trx: Db, after: number, limit: number): Promise<StagedProtection[]> {
  const { rows } = await sql<StagedProtection>`
    SELECT s.protection, p.namespace_id, s.name, s.location
    FROM (SELECT DISTINCT ON (owner, name) * FROM staged_protections ORDER BY owner, name, protection) AS s
    JOIN placed_namespaces p ON p.source_id = s.owner
    WHERE s.protection > ${after}::bigint ORDER BY s.protection LIMIT ${limit}`.execute(trx);
  return rows;
}

export async function protectedNames(trx: Db, namespaceId: NamespaceId): Promise<string[]> {
  const rows = await trx
    .selectFrom('protectedEnvironments')
    .select('name')
    .where('namespaceId', '=', namespaceId)
    .execute();
  return rows.map(({ name }) => name);
}

export interface StagedRule {
  accessLevel: number | null;
  /** Whether the archive names a person, known here or not. */
  namesUser: boolean;
  userId: UserId | null;
  namesGroup: boolean;
  groupId: NamespaceId | null;
  groupInheritanceType: number;
  requiredApprovals: number | null;
  location: string;
}

/** The rules of a protection, with people by their accounts and groups by where they came from, in the same tree. */
export async function rulesOfProtection(
  trx: Db,
  rootId: NamespaceId,
  protection: number,
  limit: number,
): Promise<StagedRule[]> {
  const { rows } = await sql<StagedRule>`
    SELECT s.access_level, s.user_source_id IS NOT NULL AS names_user, k.user_id, s.group_source_id IS NOT NULL AS names_group,
      (SELECT max(n.id) FROM namespace_origins o JOIN namespaces n ON n.id = o.namespace_id
        WHERE o.source_id = s.group_source_id AND n.root_id = ${rootId}::bigint) AS group_id,
      coalesce(s.group_inheritance_type, 0) AS group_inheritance_type, s.required_approvals, s.location
    FROM staged_rules s LEFT JOIN known_users k ON k.source_id = s.user_source_id
    WHERE s.protection = ${protection}::bigint LIMIT ${limit}`.execute(trx);
  return rows;
}

export interface StagedCheck {
  name: string;
  url: string;
  mayHaveSecret: boolean;
  location: string;
}

export async function stagedChecks(trx: Db, limit: number): Promise<StagedCheck[]> {
  const { rows } = await sql<StagedCheck>`
    SELECT * FROM (SELECT DISTINCT ON (name) * FROM staged_checks ORDER BY name, location) AS s ORDER BY location LIMIT ${limit}`.execute(
    trx,
  );
  return rows;
}

/** Whether the archive's project did not exist before. */
export async function isProjectNew(trx: Db): Promise<boolean> {
  const { rows } = await sql<{
    isNew: boolean;
  }>`SELECT is_new FROM placed_namespaces ORDER BY source_id LIMIT 1`.execute(trx);
  return rows[0]?.isNew ?? false;
}
