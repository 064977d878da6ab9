import type { EnvironmentState } from '@milepost/core/deployments/environments';
import type { DeploymentId, EnvironmentId, NamespaceId } from '@milepost/core/ids';
import { sql, type Insertable, type Updateable } from 'kysely';
import { defineLoader } from '../../platform/context.ts';
import { readCursor, type Slice } from '../../platform/cursors.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import type { Db } from '../../platform/database/tables.ts';
import { containing } from '../../platform/database/violations.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import type { Deployment, Environment, EnvironmentTable } from './table.ts';

/** The first keys of advisory locks; the second is a namespace. */
const ENVIRONMENTS = 7_205_195;
const PROTECTION = 7_205_196;

export const environmentsById = defineLoader<EnvironmentId, Environment>('environmentsById', async (ctx, ids) => {
  const rows = await ctx.db.selectFrom('environments').selectAll().where(isOneOf('id', ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

export async function environmentNamed(db: Db, projectId: NamespaceId, name: string): Promise<Environment | null> {
  const row = await db
    .selectFrom('environments')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

export interface EnvironmentFilter {
  name?: string | undefined;
  /** Part of the name. */
  search?: string | undefined;
  states?: readonly EnvironmentState[] | undefined;
}

function findEnvironments(db: Db, projectId: NamespaceId, { name, search, states }: EnvironmentFilter) {
  return db
    .selectFrom('environments')
    .where('projectId', '=', projectId)
    .$if(name !== undefined, (query) => query.where('name', '=', name ?? ''))
    .$if(search !== undefined, (query) => query.where('name', 'ilike', containing(search ?? '')))
    .$if(states !== undefined, (query) => query.where(sql<boolean>`state = ANY(${states}::text[])`));
}

/** One page by name. */
export async function listEnvironments(
  db: Db,
  projectId: NamespaceId,
  filter: EnvironmentFilter,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
): Promise<Environment[]> {
  return findEnvironments(db, projectId, filter)
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
}

/** A slice of the same list after a cursor (name and id); one more than requested. */
export async function environmentsInOrder(
  db: Db,
  projectId: NamespaceId,
  filter: EnvironmentFilter,
  slice: Slice,
): Promise<Environment[]> {
  const [name, id] = slice.cursor ? readCursor(slice.cursor, 'text', 'bigint') : [];
  const comparison = slice.isBackward ? sql`<` : sql`>`;
  const direction = slice.isBackward ? 'desc' : 'asc';
  return findEnvironments(db, projectId, filter)
    .selectAll()
    .$if(id !== undefined, (query) =>
      query.where(sql<boolean>`(lower(name), id) ${comparison} (${name}::text, ${id}::bigint)`),
    )
    .orderBy(sql`lower(name)`, direction)
    .orderBy('id', direction)
    .limit(slice.limit + 1)
    .execute();
}

export async function countEnvironments(db: Db, projectId: NamespaceId, filter: EnvironmentFilter): Promise<number> {
  const { count } = await findEnvironments(db, projectId, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Serializes the creation of a project's environments for the transaction, so that names and slugs stay unique. */
export async function lockEnvironmentsOf(trx: Db, projectId: NamespaceId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${ENVIRONMENTS}::integer, ${projectId % 2_147_483_647}::integer)`.execute(trx);
}

/**
 * Changes of protection below a top-level group (exclusive) and deployments and approvals there (shared) wait for each other, so that a
 * deployment sees all rules of a change, or none.
 */
export async function lockProtection(trx: Db, rootId: NamespaceId, access: 'use' | 'change'): Promise<void> {
  const lock = access === 'use' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await sql`SELECT ${lock}(${PROTECTION}::integer, ${rootId % 2_147_483_647}::integer)`.execute(trx);
}

export async function isSlugTaken(db: Db, projectId: NamespaceId, slug: string): Promise<boolean> {
  const row = await db
    .selectFrom('environments')
    .select('id')
    .where('projectId', '=', projectId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertEnvironment(trx: Db, environment: Insertable<EnvironmentTable>): Promise<Environment> {
  return trx.insertInto('environments').values(environment).returningAll().executeTakeFirstOrThrow();
}

/** Locks the row until the transaction ends; null when there is none. */
export async function lockEnvironment(trx: Db, id: EnvironmentId): Promise<Environment | null> {
  const row = await trx.selectFrom('environments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

export async function saveEnvironment(
  trx: Db,
  id: EnvironmentId,
  changes: Updateable<EnvironmentTable>,
): Promise<Environment> {
  return trx
    .updateTable('environments')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function removeEnvironment(trx: Db, id: EnvironmentId): Promise<void> {
  await trx.deleteFrom('environments').where('id', '=', id).execute();
}

/** What runs in each environment: its last successful deployment. */
export const currentDeployments = defineLoader<EnvironmentId, Deployment>('currentDeployments', async (ctx, ids) => {
  const { rows } = await sql<Deployment>`
    SELECT d.* FROM unnest(${ids}::bigint[]) AS wanted (id)
    CROSS JOIN LATERAL (SELECT * FROM deployments d WHERE d.environment_id = wanted.id AND d.status = 'success'
      ORDER BY d.id DESC LIMIT 1) d`.execute(ctx.db);
  return new Map(rows.map((row) => [row.environmentId, row]));
});

export const deploymentsById = defineLoader<DeploymentId, Deployment>('deploymentsById', async (ctx, ids) => {
  const rows = await ctx.db.selectFrom('deployments').selectAll().where(isOneOf('id', ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
});
