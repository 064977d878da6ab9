import type { TimelogId, WorkItemId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable } from 'kysely';
import { defineRowsLoader } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import type { TimelogTable } from './table.ts';

export type Timelog = Selectable<TimelogTable>;

/** The seconds spent on each item: one statement for a page of items. */
export const timeSpentOn = defineRowsLoader<WorkItemId, { workItemId: WorkItemId; total: number }, number>(
  'timeSpentOn',
  {
    rows: (_ctx, itemIds) => sql`
    SELECT work_item_id, sum(time_spent)::bigint AS total FROM timelogs
    WHERE ${isOneOf('work_item_id', itemIds)} GROUP BY work_item_id`,
    collect: (rows) => new Map(rows.map(({ workItemId, total }) => [workItemId, total])),
  },
);

/** The time logs of each item, latest first. */
export const timelogsOf = defineRowsLoader<WorkItemId, Timelog, Timelog[]>('timelogsOf', {
  rows: (_ctx, itemIds) => sql`
    SELECT * FROM timelogs WHERE ${isOneOf('work_item_id', itemIds)} ORDER BY spent_at DESC, id DESC`,
  collect: (rows, itemIds) => {
    const logs = new Map<WorkItemId, Timelog[]>(itemIds.map((id) => [id, []]));
    for (const row of rows) logs.get(row.workItemId)?.push(row);
    return logs;
  },
});

/** The time spent on an item in seconds, read from the transaction. */
export async function totalSpent(trx: Db, itemId: WorkItemId): Promise<number> {
  const { total } = await trx
    .selectFrom('timelogs')
    .select(sql<number>`coalesce(sum(time_spent), 0)::bigint`.as('total'))
    .where('workItemId', '=', itemId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function timelogById(db: Db, id: TimelogId): Promise<Timelog | null> {
  return (await db.selectFrom('timelogs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export function insertTimelog(trx: Db, timelog: Insertable<TimelogTable>): Promise<Timelog> {
  return trx.insertInto('timelogs').values(timelog).returningAll().executeTakeFirstOrThrow();
}

/** Deletes a time log; false when it does not exist any more. */
export async function removeTimelog(trx: Db, id: TimelogId): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('timelogs').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes all time logs of an item; false when it had none. */
export async function removeTimelogsOf(trx: Db, itemId: WorkItemId): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('timelogs').where('workItemId', '=', itemId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Copies the time logs of an item to its successor. */
export async function copyTimelogs(trx: Db, fromId: WorkItemId, toId: WorkItemId): Promise<void> {
  await sql`INSERT INTO timelogs (work_item_id, user_id, time_spent, spent_at, summary, created_at)
    SELECT ${toId}, user_id, time_spent, spent_at, summary, created_at FROM timelogs WHERE work_item_id = ${fromId} ORDER BY id`.execute(
    trx,
  );
}
