import type { NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import { accessLevelOf, type NamespaceScope, type Role } from '@milepost/core/roles';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { selectWorkItems, workItemOf, type SelectedWorkItem, type WorkItem } from '../store.ts';
import { pluggedLockFacts } from '../sockets.ts';
import type { WorkItemRow, WorkItemTable } from '../table.ts';

/** The whole row with its namespace. */
export type LockedWorkItem = SelectedWorkItem & WorkItem & WorkItemRow;

/** Locks the row for the transaction, without a permission check; null when it does not exist any more. */
export async function lockWorkItem(trx: Db, id: WorkItemId): Promise<LockedWorkItem | null> {
  const row = await selectWorkItems(trx)
    .selectAll('w')
    .$if(pluggedLockFacts.length > 0, (query) =>
      query.select(pluggedLockFacts.map((fact, index) => fact.of.as(`fact${index}`))),
    )
    .where('w.id', '=', id)
    .forNoKeyUpdate('w')
    .executeTakeFirst();
  if (!row) return null;
  pluggedLockFacts.forEach((fact, index) =>
    fact.found(trx, row.namespaceId, (row as unknown as Record<string, unknown>)[`fact${index}`]),
  );
  return workItemOf(row);
}

/** Reads the whole row, without a permission check. */
export async function workItemRow(trx: Db, id: WorkItemId): Promise<WorkItemRow> {
  return trx.selectFrom('workItems').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The name of the last person who changed an item as such events (`e`) record it; null if unknown. */
export async function lastEditor(trx: Db, id: WorkItemId, recorded: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT u.name FROM events e JOIN users u ON u.id = e.actor_id
    WHERE e.work_item_id = ${id} AND ${recorded} ORDER BY e.id DESC LIMIT 1`.execute(trx);
  return rows[0]?.name ?? null;
}

/** The data of an item that decides which locks are needed before its row is locked. */
export interface AboutItem {
  rootId: NamespaceId;
  type: WorkItemType;
  parentId: WorkItemId | null;
}

/** The top-level group of an item, its type and its current parent; null when there is no such item. */
export async function readAbout(trx: Db, id: WorkItemId): Promise<AboutItem | null> {
  const row = await trx
    .selectFrom('workItems')
    .select(['rootId', 'type', 'parentId'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertWorkItem(trx: Db, values: Insertable<WorkItemTable>): Promise<WorkItemRow> {
  return trx.insertInto('workItems').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function saveWorkItem(trx: Db, id: WorkItemId, values: Updateable<WorkItemTable>): Promise<WorkItemRow> {
  return trx.updateTable('workItems').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** The statement that records a change beside the item's own columns. `updatedById` omitted: who changed it last stays. */
export function touching(
  id: WorkItemId,
  { updatedAt, updatedById }: { updatedAt: Date; updatedById?: UserId | null },
): RawBuilder<unknown> {
  const who = updatedById === undefined ? sql`` : sql`, updated_by_id = ${updatedById}::bigint`;
  return sql`UPDATE work_items SET updated_at = ${updatedAt}::timestamptz${who} WHERE id = ${id}::bigint`;
}

/** Whether an item of the group or project has this number. */
export async function isIidTaken(trx: Db, namespaceId: NamespaceId, iid: number): Promise<boolean> {
  const row = await trx
    .selectFrom('workItems')
    .select('id')
    .where('namespaceId', '=', namespaceId)
    .where('iid', '=', iid)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes an item. A trigger makes its children the roots of their own trees. */
export async function removeWorkItem(trx: Db, id: WorkItemId): Promise<void> {
  await trx.deleteFrom('workItems').where('id', '=', id).execute();
}

export async function assigneeIdsOn(trx: Db, id: WorkItemId): Promise<UserId[]> {
  const rows = await trx
    .selectFrom('workItemAssignees')
    .select('userId')
    .where('workItemId', '=', id)
    .orderBy('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

/**
 * Those of these accounts that can see the namespace: only they can be assigned there. A private one can also require a role, as
 * its code does.
 */
export async function assignableAmong(
  trx: Db,
  scope: NamespaceScope,
  userIds: readonly UserId[],
  minimum: Role = 'guest',
): Promise<UserId[]> {
  const rows = await trx
    .selectFrom('users as u')
    .select('u.id')
    .where(sql<boolean>`u.id = ANY(${userIds}::bigint[]) AND u.state = 'active'`)
    .where(
      sql<boolean>`(${scope.visibility !== 'private'} OR u.is_admin OR EXISTS (
        SELECT FROM memberships m WHERE m.user_id = u.id AND m.namespace_id = ANY(${scope.traversalIds}::bigint[])
          AND m.access_level >= ${accessLevelOf[minimum]}))`,
    )
    .orderBy('u.id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function changeAssignees(
  trx: Db,
  workItemId: WorkItemId,
  change: { added: readonly UserId[]; removed: readonly UserId[] },
): Promise<void> {
  if (change.removed.length > 0) {
    await trx
      .deleteFrom('workItemAssignees')
      .where('workItemId', '=', workItemId)
      .where(sql<boolean>`user_id = ANY(${change.removed}::bigint[])`)
      .execute();
  }
  if (change.added.length > 0) {
    await sql`INSERT INTO work_item_assignees (work_item_id, user_id)
      SELECT ${workItemId}, * FROM unnest(${change.added}::bigint[]) ON CONFLICT DO NOTHING`.execute(trx);
  }
}
