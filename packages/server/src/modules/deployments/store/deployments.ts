import { isFinal, type DeploymentStatus } from '@milepost/core/deployments/deployments';
import type { DeploymentId, EnvironmentId, NamespaceId } from '@milepost/core/ids';
import { sql, type Insertable } from 'kysely';
import { readCursor, type Slice } from '../../../platform/cursors.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import type { Deployment, DeploymentTable } from '../table.ts';

export const deploymentOrders = ['id', 'iid', 'created_at', 'updated_at', 'finished_at', 'ref'] as const;

export interface DeploymentFilter {
  /** The name of an environment. */
  environment?: string | undefined;
  environmentId?: EnvironmentId | undefined;
  status?: DeploymentStatus | undefined;
  updatedAfter?: Date | undefined;
  updatedBefore?: Date | undefined;
  finishedAfter?: Date | undefined;
  finishedBefore?: Date | undefined;
}

function findDeployments(db: Db, projectId: NamespaceId, filter: DeploymentFilter) {
  const { environment, environmentId, status, updatedAfter, updatedBefore, finishedAfter, finishedBefore } = filter;
  return db
    .selectFrom('deployments as d')
    .where('d.projectId', '=', projectId)
    .$if(environment !== undefined, (query) =>
      query.where(
        sql<boolean>`d.environment_id = (SELECT e.id FROM environments e WHERE e.project_id = ${projectId} AND e.name = ${environment})`,
      ),
    )
    .$if(environmentId !== undefined, (query) => query.where('d.environmentId', '=', environmentId as EnvironmentId))
    .$if(status !== undefined, (query) => query.where('d.status', '=', status as DeploymentStatus))
    .$if(updatedAfter !== undefined, (query) => query.where('d.updatedAt', '>=', updatedAfter as Date))
    .$if(updatedBefore !== undefined, (query) => query.where('d.updatedAt', '<=', updatedBefore as Date))
    .$if(finishedAfter !== undefined, (query) => query.where('d.finishedAt', '>=', finishedAfter as Date))
    .$if(finishedBefore !== undefined, (query) => query.where('d.finishedAt', '<=', finishedBefore as Date));
}

export interface DeploymentOrder {
  by: (typeof deploymentOrders)[number];
  isDescending: boolean;
}

export async function listDeployments(
  db: Db,
  projectId: NamespaceId,
  filter: DeploymentFilter,
  { by, isDescending }: DeploymentOrder,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
): Promise<Deployment[]> {
  return findDeployments(db, projectId, filter)
    .selectAll('d')
    .orderBy(sql.ref(`d.${by}`), (order) => (isDescending ? order.desc() : order.asc()).nullsLast())
    .orderBy('d.id', isDescending ? 'desc' : 'asc')
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
}

export async function countDeployments(db: Db, projectId: NamespaceId, filter: DeploymentFilter): Promise<number> {
  const { count } = await findDeployments(db, projectId, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function deploymentByIid(db: Db, projectId: NamespaceId, iid: number): Promise<Deployment | null> {
  const row = await db
    .selectFrom('deployments')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('iid', '=', iid)
    .executeTakeFirst();
  return row ?? null;
}

/** A slice of the list, newest first; one more than requested. */
export async function deploymentsInOrder(
  db: Db,
  projectId: NamespaceId,
  filter: DeploymentFilter,
  slice: Slice,
): Promise<Deployment[]> {
  const [id] = slice.cursor ? readCursor(slice.cursor, 'bigint') : [];
  return findDeployments(db, projectId, filter)
    .selectAll('d')
    .$if(id !== undefined, (query) => query.where('d.id', slice.isBackward ? '>' : '<', id as DeploymentId))
    .orderBy('d.id', slice.isBackward ? 'asc' : 'desc')
    .limit(slice.limit + 1)
    .execute();
}

/** The newest one of these projects and groups, with everything below them; null without one. */
export async function newestDeployment(db: Db, traversalIds: readonly NamespaceId[]): Promise<Deployment | null> {
  const row = await db
    .selectFrom('deployments as d')
    .innerJoin('namespaces as n', 'n.id', 'd.projectId')
    .selectAll('d')
    .where(namespacesBelow(traversalIds))
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The last successful deployment to the same environment before this one; null if it is the first. */
export async function successBefore(db: Db, { id, environmentId }: Deployment): Promise<Deployment | null> {
  const row = await db
    .selectFrom('deployments')
    .selectAll()
    .where('environmentId', '=', environmentId)
    .where('status', '=', 'success')
    .where('id', '<', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertDeployment(trx: Db, deployment: Insertable<DeploymentTable>): Promise<Deployment> {
  const finishedAt = isFinal(deployment.status) ? sql<Date>`now()` : null;
  return trx
    .insertInto('deployments')
    .values({ ...deployment, finishedAt })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the row until the transaction ends; null when there is none. */
export async function lockDeployment(trx: Db, id: DeploymentId): Promise<Deployment | null> {
  const row = await trx.selectFrom('deployments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export async function saveStatus(trx: Db, id: DeploymentId, status: DeploymentStatus): Promise<Deployment> {
  return trx
    .updateTable('deployments')
    .set({ status, updatedAt: sql`now()`, finishedAt: isFinal(status) ? sql`now()` : null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeDeployment(trx: Db, id: DeploymentId): Promise<void> {
  await trx.deleteFrom('deployments').where('id', '=', id).execute();
}

/** The blocked deployments of these environments or of a whole group, locked in the order of their ids. */
export async function lockBlockedBelow(trx: Db, namespaceIds: readonly NamespaceId[]): Promise<Deployment[]> {
  return trx
    .selectFrom('deployments')
    .selectAll()
    .where('status', '=', 'blocked')
    .where(
      sql<boolean>`project_id IN (SELECT n.id FROM namespaces n WHERE n.traversal_ids && ${namespaceIds}::bigint[])`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}
