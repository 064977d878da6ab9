import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { NamespaceScope } from '@milepost/core/roles';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { namespacesBelow } from '../policy.ts';
import type { Namespace } from '../store.ts';
import type { NamespaceTransferTable } from '../table.ts';

export type NamespaceTransfer = Selectable<NamespaceTransferTable>;

/** The job that does a transfer; a higher room has it. */
export const TRANSFER_JOB = 'hierarchy.transfer';

/** Makes a group or project read-only with everything below it, and queues its transfer. */
export async function startTransfer(
  trx: Db,
  { id, scope }: Namespace,
  wanted: { targetId: NamespaceId | null; userId: UserId | null; input: Readonly<Record<string, unknown>> },
): Promise<void> {
  await sql`UPDATE namespaces n SET transfer_started_at = now() WHERE ${namespacesBelow(scope.traversalIds)}`.execute(
    trx,
  );
  await sql`
    INSERT INTO namespace_transfers (namespace_id, target_id, user_id, input)
    VALUES (${id}, ${wanted.targetId}::bigint, ${wanted.userId}::bigint, ${JSON.stringify(wanted.input)}::jsonb)
    ON CONFLICT (namespace_id) DO UPDATE SET target_id = excluded.target_id, user_id = excluded.user_id, input = excluded.input,
      status = 'pending', progress = 0, failure = NULL, started_at = now()`.execute(trx);
  await queueTransfer(trx, id);
}

/** The job stores failures itself, and another one resumes those that a killed server left. */
export function queueTransfer(db: Db, namespaceId: NamespaceId): Promise<void> {
  return addJob(db, TRANSFER_JOB, { namespaceId }, { key: `${TRANSFER_JOB}.${namespaceId}`, maxAttempts: 1 });
}

export async function transferOf(db: Db, namespaceId: NamespaceId): Promise<NamespaceTransfer | null> {
  const found = await db
    .selectFrom('namespaceTransfers')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .executeTakeFirst();
  return found ?? null;
}

export async function pendingTransfers(db: Db): Promise<NamespaceId[]> {
  const rows = await db
    .selectFrom('namespaceTransfers')
    .select('namespaceId')
    .where('status', '=', 'pending')
    .orderBy('startedAt')
    .execute();
  return rows.map(({ namespaceId }) => namespaceId);
}

/** Changes a transfer that is under way. */
export async function saveTransfer(
  db: Db,
  namespaceId: NamespaceId,
  changes: Partial<Pick<NamespaceTransfer, 'status' | 'progress' | 'failure'>>,
): Promise<void> {
  await db
    .updateTable('namespaceTransfers')
    .set(changes)
    .where('namespaceId', '=', namespaceId)
    .where('status', '=', 'pending')
    .execute();
}

/** Allows changes again, here and below. */
export async function endReadOnly(trx: Db, { scope }: Namespace): Promise<void> {
  await sql`UPDATE namespaces n SET transfer_started_at = NULL WHERE ${namespacesBelow(scope.traversalIds)}`.execute(
    trx,
  );
}

/** Until the transaction ends; false when another process does this transfer. */
export async function leaseTransfer(trx: Db, namespaceId: NamespaceId): Promise<boolean> {
  const { rows } = await sql<{ isLeased: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`transfer:${namespaceId}`}, 0)) AS is_leased`.execute(trx);
  return rows[0]?.isLeased === true;
}

/** Whether a part of it is being transferred on its own. */
export async function hasTransferBelow(db: Db, { scope }: Namespace): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM namespaces n WHERE ${namespacesBelow(scope.traversalIds)} AND n.transfer_started_at IS NOT NULL LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The groups that a group or project was below before a transfer, and is not any more. */
export function groupsLeft(
  before: Pick<NamespaceScope, 'traversalIds'>,
  after: Pick<NamespaceScope, 'traversalIds'>,
): NamespaceId[] {
  return before.traversalIds.slice(0, -1).filter((id) => !after.traversalIds.includes(id));
}

/** The ids of a group or project and of everything below it, as a subquery. */
export function idsBelow(id: NamespaceId): RawBuilder<unknown> {
  return sql`SELECT id FROM namespaces WHERE traversal_ids @> ARRAY[${id}::bigint]`;
}
