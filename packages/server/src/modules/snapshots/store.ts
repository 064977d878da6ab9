import type { NamespaceId, SnapshotId } from '@milepost/core/ids';
import { keptSnapshots, type SnapshotSchedule } from '@milepost/core/roadmap/snapshots';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { defineLoader } from '../../platform/context.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { SnapshotScheduleTable, SnapshotTable } from './table.ts';

export type Snapshot = Selectable<SnapshotTable>;

/** By id without a permission check. */
export const snapshotsById = defineLoader<SnapshotId, Snapshot>('snapshotsById', async ({ db }, ids) => {
  const rows = await db.selectFrom('roadmapSnapshots').selectAll().where(isOneOf('id', ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** The snapshots of a group, newest first: their number is limited. */
export function snapshotsOf(db: Db, namespaceId: NamespaceId): Promise<Snapshot[]> {
  return db
    .selectFrom('roadmapSnapshots')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .orderBy('id', 'desc')
    .execute();
}

/** Serializes the requests for snapshots of one group, because their number is limited. The lock ends with the transaction. */
export async function lockQueue(trx: Db, namespaceId: NamespaceId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('roadmap_snapshot_queue', ${namespaceId}))`.execute(trx);
}

/** Of those saved by hand. */
export async function countSnapshots(trx: Db, namespaceId: NamespaceId): Promise<number> {
  const { count } = await trx
    .selectFrom('roadmapSnapshots')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('namespaceId', '=', namespaceId)
    .where('schedule', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Of those that are not saved yet. */
export async function countPending(trx: Db, namespaceId: NamespaceId): Promise<number> {
  const { count } = await trx
    .selectFrom('roadmapSnapshots')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('namespaceId', '=', namespaceId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return count;
}

/** Null when a snapshot of the group has this name, or was saved for this day. */
export async function insertSnapshot(trx: Db, row: Insertable<SnapshotTable>): Promise<Snapshot | null> {
  const inserted = trx
    .insertInto('roadmapSnapshots')
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  return (await inserted.returningAll().executeTakeFirst()) ?? null;
}

/** Null when it was deleted, or its status is another one. */
export async function saveSnapshot(
  db: Db,
  { id, status }: Pick<Snapshot, 'id' | 'status'>,
  changes: Updateable<SnapshotTable>,
): Promise<Snapshot | null> {
  const saved = db.updateTable('roadmapSnapshots').set(changes).where('id', '=', id).where('status', '=', status);
  return (await saved.returningAll().executeTakeFirst()) ?? null;
}

/** The group of a snapshot that waits to be saved; null if it does not. */
export async function groupOfPending(trx: Db, id: SnapshotId): Promise<NamespaceId | null> {
  const row = await trx
    .selectFrom('roadmapSnapshots')
    .select('namespaceId')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return row?.namespaceId ?? null;
}

export async function removeSnapshot(trx: Db, id: SnapshotId): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('roadmapSnapshots').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}

/** Snapshots that were requested at least this long ago and are neither saved nor failed. */
export async function waitingSnapshots(db: Db, minutes: number): Promise<SnapshotId[]> {
  const rows = await db
    .selectFrom('roadmapSnapshots')
    .select('id')
    .where('status', '=', 'pending')
    .where('createdAt', '<', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the oldest snapshots of a schedule beyond the number that is kept. */
export async function removeOldest(trx: Db, namespaceId: NamespaceId, schedule: SnapshotSchedule): Promise<void> {
  await sql`DELETE FROM roadmap_snapshots WHERE id IN (
    SELECT id FROM roadmap_snapshots WHERE namespace_id = ${namespaceId} AND schedule = ${schedule}
    ORDER BY scheduled_day DESC OFFSET ${keptSnapshots[schedule]})`.execute(trx);
}

export async function scheduleOf(db: Db, namespaceId: NamespaceId): Promise<SnapshotSchedule | null> {
  const query = db.selectFrom('roadmapSnapshotSchedules').select('frequency').where('namespaceId', '=', namespaceId);
  return (await query.executeTakeFirst())?.frequency ?? null;
}

/** Sets the schedule; null removes it. The first run is on its next scheduled day. */
export async function saveSchedule(
  trx: Db,
  namespaceId: NamespaceId,
  frequency: SnapshotSchedule | null,
  today: string,
): Promise<void> {
  if (frequency === null) {
    await trx.deleteFrom('roadmapSnapshotSchedules').where('namespaceId', '=', namespaceId).execute();
    return;
  }
  await trx
    .insertInto('roadmapSnapshotSchedules')
    .values({ namespaceId, frequency, lastDay: today })
    .onConflict((conflict) => conflict.column('namespaceId').doUpdateSet({ frequency, lastDay: today }))
    .execute();
}

/** All schedules of groups that are neither archived, deleted nor being transferred. */
export function openSchedules(db: Db): Promise<Selectable<SnapshotScheduleTable>[]> {
  return db
    .selectFrom('roadmapSnapshotSchedules as s')
    .innerJoin('namespaces as n', 'n.id', 's.namespaceId')
    .selectAll('s')
    .where('n.archivedAt', 'is', null)
    .where('n.transferStartedAt', 'is', null)
    .where('n.deletedAt', 'is', null)
    .orderBy('s.namespaceId')
    .execute();
}

/** Moves the schedule on to this day; false when another process already did. */
export async function advanceSchedule(trx: Db, namespaceId: NamespaceId, day: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('roadmapSnapshotSchedules')
    .set({ lastDay: day })
    .where('namespaceId', '=', namespaceId)
    .where('lastDay', '<', day)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
