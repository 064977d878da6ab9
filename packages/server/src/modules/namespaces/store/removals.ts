import type { NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { namespacesBelow } from '../policy.ts';
import type { Namespace } from '../store.ts';
import type { NamespaceRemovalTable } from '../table.ts';

export type NamespaceRemoval = Selectable<NamespaceRemovalTable>;

/** The job that removes items; a higher room has it. */
export const REMOVAL_JOB = 'hierarchy.remove';

/** Records that a job removes a namespace for good, and queues it. Has no effect the second time. */
export async function startRemoval(
  trx: Db,
  namespaceId: NamespaceId,
  { userId, total }: { userId: UserId | null; total: number },
): Promise<void> {
  await trx
    .insertInto('namespaceRemovals')
    .values({ namespaceId, userId, total })
    .onConflict((conflict) => conflict.column('namespaceId').doNothing())
    .execute();
  await queueRemoval(trx, namespaceId);
}

/** The job repeats what fails, and another one resumes what a killed server left. */
export function queueRemoval(db: Db, namespaceId: NamespaceId): Promise<void> {
  return addJob(db, REMOVAL_JOB, { namespaceId }, { key: `${REMOVAL_JOB}.${namespaceId}`, maxAttempts: 1 });
}

export async function removalOf(db: Db, namespaceId: NamespaceId): Promise<NamespaceRemoval | null> {
  const found = await db
    .selectFrom('namespaceRemovals')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .executeTakeFirst();
  return found ?? null;
}

export async function addRemovedItems(trx: Db, namespaceId: NamespaceId, count: number): Promise<void> {
  await trx
    .updateTable('namespaceRemovals')
    .set({ removed: sql<number>`removed + ${count}` })
    .where('namespaceId', '=', namespaceId)
    .execute();
}

export async function pendingRemovals(db: Db): Promise<NamespaceId[]> {
  const rows = await db.selectFrom('namespaceRemovals').select('namespaceId').orderBy('startedAt').execute();
  return rows.map(({ namespaceId }) => namespaceId);
}

/** The deepest group or project below this one, or this one itself if there is none. */
export async function deepestBelow(db: Db, { scope }: Namespace): Promise<NamespaceId | null> {
  const { rows } = await sql<{ id: NamespaceId }>`
    SELECT n.id FROM namespaces n WHERE ${namespacesBelow(scope.traversalIds)}
    ORDER BY cardinality(n.traversal_ids) DESC, n.id LIMIT 1`.execute(db);
  return rows[0]?.id ?? null;
}
