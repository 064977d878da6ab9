import type { NamespaceId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { VisibilityChangeTable } from '../table.ts';

export type VisibilityChange = Selectable<VisibilityChangeTable>;

/** Records that a job has to move this many items to other sums. An earlier change of the same namespace is a part of it. */
export async function startVisibilityChange(trx: Db, namespaceId: NamespaceId, total: number): Promise<void> {
  await trx
    .insertInto('visibilityChanges')
    .values({ namespaceId, total })
    .onConflict((conflict) =>
      conflict.column('namespaceId').doUpdateSet({ total, moved: 0, startedAt: sql<Date>`now()`, finishedAt: null }),
    )
    .execute();
}

export async function visibilityChangeOf(db: Db, namespaceId: NamespaceId): Promise<VisibilityChange | null> {
  const found = await db
    .selectFrom('visibilityChanges')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .executeTakeFirst();
  return found ?? null;
}

export async function addMovedItems(trx: Db, namespaceId: NamespaceId, count: number): Promise<void> {
  await trx
    .updateTable('visibilityChanges')
    .set({ moved: sql<number>`moved + ${count}` })
    .where('namespaceId', '=', namespaceId)
    .execute();
}

/** Waits for a change of visibility that is about to restart the job of this namespace. */
export async function lockVisibilityChange(trx: Db, namespaceId: NamespaceId): Promise<void> {
  await trx
    .selectFrom('visibilityChanges')
    .select('namespaceId')
    .where('namespaceId', '=', namespaceId)
    .forUpdate()
    .execute();
}

export async function finishVisibilityChange(trx: Db, namespaceId: NamespaceId): Promise<void> {
  await trx
    .updateTable('visibilityChanges')
    .set({ finishedAt: sql<Date>`now()` })
    .where('namespaceId', '=', namespaceId)
    .where('finishedAt', 'is', null)
    .execute();
}

export async function pendingVisibilityChanges(db: Db): Promise<NamespaceId[]> {
  const rows = await db
    .selectFrom('visibilityChanges')
    .select('namespaceId')
    .where('finishedAt', 'is', null)
    .orderBy('startedAt')
    .execute();
  return rows.map(({ namespaceId }) => namespaceId);
}

/** Percent; null when nothing is left to do. */
export function progressOf(change: VisibilityChange | null): number | null {
  if (!change || change.finishedAt !== null) return null;
  return Math.min(99, Math.floor((100 * change.moved) / Math.max(change.total, 1)));
}
