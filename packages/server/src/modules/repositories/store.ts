import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { isOneOf } from '../../platform/database/one-of.ts';
import { defineLoader } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Repository } from './table.ts';

export const repositoriesByProject = defineLoader<NamespaceId, Repository>(
  'repositoriesByProject',
  async (ctx, ids) => {
    const rows = await ctx.db.selectFrom('repositories').selectAll().where(isOneOf('projectId', ids)).execute();
    return new Map(rows.map((row) => [row.projectId, row]));
  },
);

export async function repositoryOf(db: Db, projectId: NamespaceId): Promise<Repository | null> {
  const row = await db.selectFrom('repositories').selectAll().where('projectId', '=', projectId).executeTakeFirst();
  return row ?? null;
}

/** Creates the row unless it exists. Concurrent transactions of the same project wait for each other. */
export async function insertRepository(trx: Db, projectId: NamespaceId): Promise<void> {
  await trx
    .insertInto('repositories')
    .values({ projectId })
    .onConflict((conflict) => conflict.column('projectId').doNothing())
    .execute();
  await trx.selectFrom('repositories').select('projectId').where('projectId', '=', projectId).forUpdate().execute();
}

/** Creates the row and returns true; false if the project has a repository. */
export async function insertNewRepository(
  trx: Db,
  values: Pick<Repository, 'projectId' | 'defaultBranch' | 'sizeBytes'>,
): Promise<boolean> {
  const row = await trx
    .insertInto('repositories')
    .values({ ...values, pushedAt: sql`now()` })
    .onConflict((conflict) => conflict.column('projectId').doNothing())
    .returning('projectId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the row of the repository, as the end of a push does before it locks merge requests. */
export async function lockRepository(trx: Db, projectId: NamespaceId): Promise<void> {
  await trx
    .selectFrom('repositories')
    .select('projectId')
    .where('projectId', '=', projectId)
    .forNoKeyUpdate()
    .execute();
}

/** Stores what a push changed. */
export async function savePush(
  db: Db,
  projectId: NamespaceId,
  changes: { defaultBranch: string | null; sizeBytes: number },
): Promise<void> {
  await db
    .updateTable('repositories')
    .set({ ...changes, pushedAt: sql`now()` })
    .where('projectId', '=', projectId)
    .execute();
}

/** Which of these projects have a repository. */
export async function withRepository(db: Db, projectIds: readonly NamespaceId[]): Promise<ReadonlySet<NamespaceId>> {
  const rows = await db
    .selectFrom('repositories')
    .select('projectId')
    .where(isOneOf('projectId', projectIds))
    .execute();
  return new Set(rows.map(({ projectId }) => projectId));
}

/** The full paths of the projects whose repositories these are, in the order of their ids. */
export async function repositoryPaths(db: Db): Promise<{ projectId: NamespaceId; fullPath: string }[]> {
  return db
    .selectFrom('repositories as r')
    .innerJoin('namespaces as n', 'n.id', 'r.projectId')
    .select(['r.projectId', 'n.fullPath'])
    .orderBy('r.projectId')
    .execute();
}
