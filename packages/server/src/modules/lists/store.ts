import type { BulkUpdateId, NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { addJob } from '../../platform/queue/add-job.ts';
import type { WidgetInput } from '../work-items/sockets.ts';
import type { BulkUpdateTable } from './table.ts';

export const BULK_UPDATE_JOB = 'lists.bulkUpdate';

export interface BulkUpdate extends Omit<Selectable<BulkUpdateTable>, 'change'> {
  change: WidgetInput;
}

export interface NewBulkUpdate {
  userId: UserId;
  namespaceId: NamespaceId;
  title: string;
  change: WidgetInput;
  undoOfId?: BulkUpdateId;
}

/** Records a bulk update of these items, and queues its job. */
export async function startBulkUpdate(
  trx: Db,
  { change, ...wanted }: NewBulkUpdate,
  ids: readonly WorkItemId[],
): Promise<BulkUpdate> {
  const row = await trx
    .insertInto('bulkUpdates')
    .values({ ...wanted, change: JSON.stringify(change), total: ids.length })
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`INSERT INTO bulk_update_items (bulk_update_id, work_item_id) SELECT ${row.id}, unnest(${ids}::bigint[])`.execute(
    trx,
  );
  await queueBulkUpdate(trx, row.id);
  return bulkUpdateOf(row);
}

/** Another job resumes what a killed server left. */
export function queueBulkUpdate(db: Db, id: BulkUpdateId): Promise<void> {
  return addJob(db, BULK_UPDATE_JOB, { id }, { key: `${BULK_UPDATE_JOB}.${id}`, maxAttempts: 1 });
}

/** The JSON is what `startBulkUpdate` stored. */
function bulkUpdateOf(row: Selectable<BulkUpdateTable>): BulkUpdate {
  return { ...row, change: row.change as WidgetInput };
}

/** Number of bulk updates of a person that are not finished. Until the transaction ends, the person starts no other. */
export async function countPending(trx: Db, userId: UserId): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bulk updates:${userId}`}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('bulkUpdates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return count;
}

export async function pendingBulkUpdates(db: Db): Promise<BulkUpdateId[]> {
  const rows = await db.selectFrom('bulkUpdates').select('id').where('status', '=', 'pending').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

export async function bulkUpdateById(db: Db, id: BulkUpdateId): Promise<BulkUpdate | null> {
  const row = await db.selectFrom('bulkUpdates').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? bulkUpdateOf(row) : null;
}

/** One of this person, locked until the transaction ends. */
export async function lockBulkUpdate(trx: Db, userId: UserId, id: BulkUpdateId): Promise<BulkUpdate | null> {
  const row = await trx
    .selectFrom('bulkUpdates')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ? bulkUpdateOf(row) : null;
}

/** One that is pending, locked until the transaction ends; null if it is finished, or if another process works on it. */
export async function leaseBulkUpdate(trx: Db, id: BulkUpdateId): Promise<BulkUpdate | null> {
  const row = await trx
    .selectFrom('bulkUpdates')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ? bulkUpdateOf(row) : null;
}

export async function nextItems(trx: Db, id: BulkUpdateId, limit: number): Promise<WorkItemId[]> {
  const rows = await trx
    .selectFrom('bulkUpdateItems')
    .select('workItemId')
    .where('bulkUpdateId', '=', id)
    .where('outcome', 'is', null)
    .orderBy('workItemId')
    .limit(limit)
    .execute();
  return rows.map(({ workItemId }) => workItemId);
}

export interface ItemOutcome {
  id: WorkItemId;
  outcome: 'changed' | 'unchanged' | 'refused';
  reason?: string;
}

/** Records what became of items, and counts them. */
export async function saveOutcomes(trx: Db, id: BulkUpdateId, outcomes: readonly ItemOutcome[]): Promise<void> {
  const count = (wanted: ItemOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  await sql`
    WITH saved AS (
      UPDATE bulk_update_items i SET outcome = o.outcome, reason = o.reason
      FROM unnest(${outcomes.map((each) => each.id)}::bigint[], ${outcomes.map(({ outcome }) => outcome)}::text[],
        ${outcomes.map(({ reason }) => reason ?? null)}::text[]) AS o (id, outcome, reason)
      WHERE i.bulk_update_id = ${id} AND i.work_item_id = o.id
    )
    UPDATE bulk_updates SET processed = processed + ${outcomes.length}, changed = changed + ${count('changed')},
      refused = refused + ${count('refused')}
    WHERE id = ${id}`.execute(trx);
}

export async function finishBulkUpdate(
  trx: Db,
  id: BulkUpdateId,
  status: 'done' | 'cancelled' | 'failed',
  failure: string | null = null,
): Promise<void> {
  await trx
    .updateTable('bulkUpdates')
    .set({ status, failure, finishedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

export async function dismissBulkUpdate(trx: Db, id: BulkUpdateId): Promise<void> {
  await trx
    .updateTable('bulkUpdates')
    .set({ dismissedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function itemsChangedBy(trx: Db, id: BulkUpdateId): Promise<WorkItemId[]> {
  const rows = await trx
    .selectFrom('bulkUpdateItems')
    .select('workItemId')
    .where('bulkUpdateId', '=', id)
    .where('outcome', '=', 'changed')
    .execute();
  return rows.map(({ workItemId }) => workItemId);
}

/** Of a person in a group or project: those that are not finished, and results of the last day that were not dismissed. Newest first. */
export async function shownBulkUpdates(
  db: Db,
  userId: UserId,
  namespaceId: NamespaceId,
  limit: number,
): Promise<BulkUpdate[]> {
  const rows = await db
    .selectFrom('bulkUpdates')
    .selectAll()
    .where('userId', '=', userId)
    .where('namespaceId', '=', namespaceId)
    .where('dismissedAt', 'is', null)
    .where(sql<boolean>`coalesce(finished_at, now()) > now() - interval '1 day'`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(bulkUpdateOf);
}

/** A reason why items were not changed. */
export interface RefusalReason {
  reason: string;
  count: number;
  /** The first of them. */
  itemIds: readonly WorkItemId[];
}

/** The most frequent reasons why items were not changed, each with its first `items` items. */
export async function refusalReasons(
  db: Db,
  id: BulkUpdateId,
  { reasons, items }: { reasons: number; items: number },
): Promise<RefusalReason[]> {
  const { rows } = await sql<RefusalReason>`
    SELECT reason, count(*)::integer AS count, (array_agg(work_item_id ORDER BY work_item_id))[:${items}::integer] AS item_ids
    FROM bulk_update_items WHERE bulk_update_id = ${id} AND outcome = 'refused'
    GROUP BY reason ORDER BY count(*) DESC, reason LIMIT ${reasons}`.execute(db);
  return rows;
}

/** Deletes what nobody reads any more. */
export async function removeOldBulkUpdates(db: Db): Promise<void> {
  await sql`DELETE FROM bulk_updates WHERE finished_at < now() - interval '7 days'`.execute(db);
}
