import type { StatusUpdateId, WorkItemId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { defineLoader, defineRowsLoader, type Context } from '../../platform/context.ts';
import { readCursor, type Slice } from '../../platform/cursors.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { hiddenUpdate, readableUpdates } from './policy.ts';
import type { StatusUpdateTable } from './table.ts';

export interface StatusUpdate extends Selectable<StatusUpdateTable> {
  isHidden: boolean;
}

function selectUpdates(db: Db) {
  return db.selectFrom('statusUpdates as u').selectAll('u').select(hiddenUpdate('u').as('isHidden'));
}

/** The updates of an epic that a viewer may see who may see the epic. */
function shownUpdates({ db, viewer }: Context, workItemId: WorkItemId) {
  return selectUpdates(db)
    .where('u.workItemId', '=', workItemId)
    .where('u.deletedAt', 'is', null)
    .where(readableUpdates(viewer, 'u'));
}

/** Newest first, after the id in `slice.cursor`; one more than requested. */
export function updatesAfter(ctx: Context, workItemId: WorkItemId, slice: Slice): Promise<StatusUpdate[]> {
  return shownUpdates(ctx, workItemId)
    .$if(slice.cursor !== null, (query) => {
      const [id] = readCursor(slice.cursor ?? [], 'bigint');
      return query.where('u.id', slice.isBackward ? '>' : '<', id as StatusUpdateId);
    })
    .orderBy('u.id', slice.isBackward ? 'asc' : 'desc')
    .limit(slice.limit + 1)
    .execute();
}

/** One numbered page, newest first. */
export function updatesOnPage(ctx: Context, workItemId: WorkItemId, page: PageRequest): Promise<StatusUpdate[]> {
  return shownUpdates(ctx, workItemId).orderBy('u.id', 'desc').limit(page.perPage).offset(page.offset).execute();
}

export async function countUpdates({ db, viewer }: Context, workItemId: WorkItemId): Promise<number> {
  const { count } = await db
    .selectFrom('statusUpdates as u')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('u.workItemId', '=', workItemId)
    .where('u.deletedAt', 'is', null)
    .where(readableUpdates(viewer, 'u'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The latest update of each epic: one statement for a page of epics. */
export const latestUpdateOf = defineRowsLoader<WorkItemId, StatusUpdate, StatusUpdate>('latestUpdateOf', {
  rows: ({ db, viewer }, ids) =>
    sql`${selectUpdates(db)
      .distinctOn('u.workItemId')
      .where(isOneOf('u.work_item_id', ids))
      .where('u.deletedAt', 'is', null)
      .where(readableUpdates(viewer, 'u'))
      .orderBy('u.workItemId')
      .orderBy('u.id', 'desc')}`,
  collect: (rows) => new Map(rows.map((row) => [row.workItemId, row])),
});

/** Updates by id, deleted ones included, without a permission check. */
export const updatesById = defineLoader<StatusUpdateId, StatusUpdate>('statusUpdatesById', async ({ db }, ids) => {
  const rows = await selectUpdates(db).where(isOneOf('u.id', ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** Locks the row for the transaction. */
export async function lockUpdate(trx: Db, id: StatusUpdateId): Promise<StatusUpdate | null> {
  return (await selectUpdates(trx).where('u.id', '=', id).forUpdate('u').executeTakeFirst()) ?? null;
}

export async function insertUpdate(trx: Db, row: Insertable<StatusUpdateTable>): Promise<StatusUpdateId> {
  const { id } = await trx.insertInto('statusUpdates').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function saveUpdate(trx: Db, id: StatusUpdateId, changes: Updateable<StatusUpdateTable>): Promise<void> {
  await trx.updateTable('statusUpdates').set(changes).where('id', '=', id).execute();
}

/** Deletes updates that were not restored within a day. */
export async function purgeDeletedUpdates(db: Db): Promise<void> {
  await sql`DELETE FROM status_updates WHERE deleted_at < now() - interval '1 day'`.execute(db);
}
