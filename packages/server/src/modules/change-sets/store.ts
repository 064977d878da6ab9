import type { ChangeSetId, LabelId, UserId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { ItemValues, MadeChange } from './table.ts';

export async function insertChangeSet(trx: Db, authorId: UserId, changes: readonly MadeChange[]): Promise<ChangeSetId> {
  const { id } = await trx
    .insertInto('changeSets')
    .values({ authorId, changes: JSON.stringify(changes) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface ChangeSet {
  id: ChangeSetId;
  changes: readonly MadeChange[];
  undoneAt: Date | null;
}

/** A change set of this author, locked until the transaction ends; null for none. */
export async function lockChangeSet(trx: Db, authorId: UserId, id: ChangeSetId): Promise<ChangeSet | null> {
  const row = await trx
    .selectFrom('changeSets')
    .select(['id', 'changes', 'undoneAt'])
    .where('id', '=', id)
    .where('authorId', '=', authorId)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, changes: row.changes as MadeChange[] } : null;
}

export async function markUndone(trx: Db, id: ChangeSetId): Promise<void> {
  await trx
    .updateTable('changeSets')
    .set({ undoneAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** The present values of an item that exists. */
export async function itemValues(trx: Db, id: WorkItemId): Promise<ItemValues> {
  const { rows } = await sql<ItemValues & { labelIds: LabelId[] }>`
    SELECT title, description, state, start_date_fixed::text AS start_date, start_date_is_fixed,
      due_date_fixed::text AS due_date, due_date_is_fixed, weight, health_status, is_confidential, milestone_id, parent_id,
      ARRAY(SELECT label_id FROM work_item_labels WHERE work_item_id = w.id ORDER BY 1) AS label_ids,
      ARRAY(SELECT user_id FROM work_item_assignees WHERE work_item_id = w.id ORDER BY 1) AS assignee_ids
    FROM work_items w WHERE id = ${id}`.execute(trx);
  const [values] = rows;
  if (!values) throw new Error('The item is gone');
  return values;
}

const RETENTION_DAYS = 30;

/** Removes change sets that are too old to be undone. */
export async function removeOldChangeSets(db: Db): Promise<void> {
  await sql`DELETE FROM change_sets WHERE created_at < now() - make_interval(days => ${RETENTION_DAYS})`.execute(db);
}
