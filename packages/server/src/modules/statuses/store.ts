import type { LifecycleId, NamespaceId, StatusId } from '@milepost/core/ids';
import { isSystem } from '@milepost/core/statuses/statuses';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { violatedUniqueness } from '../../platform/database/violations.ts';
import { namespacesBelow } from '../namespaces/policy.ts';
import type { Status, StatusCount } from '../work-items/store/statuses.ts';
import type { LifecycleTable, StatusTable } from '../work-items/table.ts';

/** The statuses of a top-level group itself, unordered. */
export async function ownStatuses(trx: Db, rootId: NamespaceId): Promise<Status[]> {
  return trx.selectFrom('statuses').selectAll().where('rootId', '=', rootId).execute();
}

export async function insertStatus(trx: Db, values: Insertable<StatusTable>): Promise<StatusId> {
  const row = await trx.insertInto('statuses').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function saveStatus(trx: Db, id: StatusId, values: Updateable<StatusTable>): Promise<void> {
  await trx.updateTable('statuses').set(values).where('id', '=', id).execute();
}

/** Writes a lifecycle; null when the group has another one of this name. */
export async function insertLifecycle(trx: Db, values: Insertable<LifecycleTable>): Promise<LifecycleId | null> {
  const row = await trx
    .insertInto('lifecycles')
    .values(values)
    .onConflict((conflict) => conflict.expression(sql`root_id, lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Changes a lifecycle; false when the group has another one of this name. */
export async function saveLifecycle(trx: Db, id: LifecycleId, values: Updateable<LifecycleTable>): Promise<boolean> {
  try {
    await trx
      .updateTable('lifecycles')
      .set({ ...values, lockVersion: sql`lock_version + 1` })
      .where('id', '=', id)
      .execute();
    return true;
  } catch (error) {
    if (violatedUniqueness(error) !== null) return false;
    throw error;
  }
}

/** Sets the statuses of a lifecycle, in this order. */
export async function setStatuses(trx: Db, id: LifecycleId, statusIds: readonly StatusId[]): Promise<void> {
  await trx.deleteFrom('lifecycleStatuses').where('lifecycleId', '=', id).execute();
  await sql`INSERT INTO lifecycle_statuses (lifecycle_id, status_id, position)
    SELECT ${id}::bigint, s.id, s.place - 1 FROM unnest(${statusIds}::bigint[]) WITH ORDINALITY AS s (id, place)`.execute(
    trx,
  );
}

/** Makes items of these types follow a lifecycle: the system's is that of types without a row. */
export async function setTypes(
  trx: Db,
  rootId: NamespaceId,
  types: readonly WorkItemType[],
  id: LifecycleId,
): Promise<void> {
  if (isSystem(id)) {
    await trx.deleteFrom('lifecycleTypes').where('rootId', '=', rootId).where('type', 'in', types).execute();
    return;
  }
  await sql`INSERT INTO lifecycle_types (root_id, type, lifecycle_id)
    SELECT ${rootId}::bigint, type, ${id}::bigint FROM unnest(${types}::text[]) AS type
    ON CONFLICT (root_id, type) DO UPDATE SET lifecycle_id = excluded.lifecycle_id`.execute(trx);
}

export async function removeLifecycle(trx: Db, id: LifecycleId): Promise<void> {
  await trx.deleteFrom('lifecycles').where('id', '=', id).execute();
}

/** Deletes the statuses of a group that are in none of its lifecycles, and counts the others. */
export async function removeUnusedStatuses(trx: Db, rootId: NamespaceId): Promise<number> {
  await sql`DELETE FROM statuses s WHERE s.root_id = ${rootId}::bigint
    AND NOT EXISTS (SELECT FROM lifecycle_statuses ls WHERE ls.status_id = s.id)`.execute(trx);
  return (await ownStatuses(trx, rootId)).length;
}

/** Locks lifecycles and statuses of items below a top-level group against changes for the transaction. */
export async function lockLifecycles(trx: Db, rootId: NamespaceId): Promise<void> {
  await sql`SELECT lock_lifecycles(${rootId}::bigint)`.execute(trx);
}

/** The number of items of these types in a group or project and below in each status, without a permission check. */
export async function countStatusesBelow(
  db: Db,
  traversalIds: readonly NamespaceId[],
  types: readonly WorkItemType[],
): Promise<readonly StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    SELECT w.status_id, w.type, count(*)::int AS count FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
    WHERE ${namespacesBelow(traversalIds)} AND w.type = ANY(${types}::text[]) GROUP BY w.status_id, w.type ORDER BY w.status_id, w.type`.execute(
    db,
  );
  return rows;
}

/** Replaces a status of the items of a type in a group or project and its descendants. */
export async function setStatusBelow(
  trx: Db,
  traversalIds: readonly NamespaceId[],
  types: readonly WorkItemType[],
  [from, to]: readonly [StatusId, StatusId],
): Promise<void> {
  await sql`
    UPDATE work_items w SET status_id = ${to}::bigint FROM namespaces n
    WHERE n.id = w.namespace_id AND ${namespacesBelow(traversalIds)} AND w.status_id = ${from}::bigint
      AND w.type = ANY(${types}::text[])`.execute(trx);
}
