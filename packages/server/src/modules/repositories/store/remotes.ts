import { MIN_FETCH_MINUTES } from '@milepost/core/repositories/remotes';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Updateable } from 'kysely';
import { isOneOf } from '../../../platform/database/one-of.ts';
import { defineLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { RepositoryRemote, RepositoryRemoteTable } from '../table.ts';

export async function remoteOf(db: Db, projectId: NamespaceId): Promise<RepositoryRemote | null> {
  const row = await db
    .selectFrom('repositoryRemotes')
    .selectAll()
    .where('projectId', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

export async function lockRemote(trx: Db, projectId: NamespaceId): Promise<RepositoryRemote | null> {
  const row = await trx
    .selectFrom('repositoryRemotes')
    .selectAll()
    .where('projectId', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a project follows a remote. */
export const isMirror = defineLoader<NamespaceId, boolean>('isMirror', async (ctx, ids) => {
  const rows = await ctx.db
    .selectFrom('repositoryRemotes')
    .select('projectId')
    .where('isEnabled', '=', true)
    .where(isOneOf('projectId', ids))
    .execute();
  return new Map(rows.map(({ projectId }) => [projectId, true]));
});

export interface RemoteFields {
  url: string;
  sealedCredentials: Buffer | null;
  isEnabled: boolean;
  overwritesDiverged: boolean;
  setById: UserId | null;
}

/** Names the remote of a project, and when it is fetched: now, or five minutes after the last fetch began. */
export async function saveRemote(trx: Db, projectId: NamespaceId, fields: RemoteFields): Promise<RepositoryRemote> {
  const state = {
    ...fields,
    status: fields.isEnabled ? ('scheduled' as const) : ('none' as const),
    lastError: null,
    failures: 0,
  };
  return trx
    .insertInto('repositoryRemotes')
    .values({ projectId, ...state, nextFetchAt: fields.isEnabled ? sql<Date>`now()` : null })
    .onConflict((conflict) =>
      conflict.column('projectId').doUpdateSet({
        ...state,
        nextFetchAt: fields.isEnabled ? soonest : null,
        endedAt: ofSameUrl('ended_at'),
        succeededAt: ofSameUrl('succeeded_at'),
        lockVersion: sql<number>`repository_remotes.lock_version + 1`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The state of the former remote is discarded. */
const ofSameUrl = (column: string) =>
  sql<Date | null>`CASE WHEN repository_remotes.url = excluded.url THEN ${sql.ref(`repository_remotes.${column}`)} END`;

const soonest = sql<Date>`greatest(now(), repository_remotes.started_at + make_interval(mins => ${MIN_FETCH_MINUTES}))`;

export async function removeRemote(trx: Db, projectId: NamespaceId): Promise<void> {
  await trx.deleteFrom('repositoryRemotes').where('projectId', '=', projectId).execute();
}

/** Stores the state of a remote. */
export async function saveRemoteState(
  db: Db,
  { id, lockVersion }: Pick<RepositoryRemote, 'id' | 'lockVersion'>,
  changes: Updateable<RepositoryRemoteTable>,
): Promise<void> {
  await db
    .updateTable('repositoryRemotes')
    .set(changes)
    .where('id', '=', id)
    // The remote was replaced meanwhile: the result for the former one is discarded.
    .where('lockVersion', '=', lockVersion)
    .execute();
}

/** Projects whose remote is due, those that wait longest first. Archived and deleted projects are not fetched. */
export async function dueRemotes(db: Db, limit: number): Promise<NamespaceId[]> {
  const rows = await db
    .selectFrom('repositoryRemotes as r')
    .innerJoin('namespaces as n', 'n.id', 'r.projectId')
    .select('r.projectId')
    .where('r.isEnabled', '=', true)
    .where('r.nextFetchAt', '<=', sql<Date>`now()`)
    .where('n.archivedAt', 'is', null)
    .where('n.deletedAt', 'is', null)
    .orderBy('r.nextFetchAt')
    .limit(limit)
    .execute();
  return rows.map(({ projectId }) => projectId);
}
