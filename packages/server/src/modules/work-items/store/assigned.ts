import type { UserId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';

/** The next open items of a namespace and below that are assigned to a person, after an id. */
export async function openItemsAssigned(
  db: Db,
  { scope }: Namespace,
  userId: UserId,
  after: WorkItemId | 0,
  limit: number,
): Promise<WorkItemId[]> {
  const { rows } = await sql<{ id: WorkItemId }>`
    SELECT w.id FROM work_item_assignees a JOIN work_items w ON w.id = a.work_item_id
    JOIN namespaces n ON n.id = w.namespace_id
    WHERE a.user_id = ${userId} AND w.state = 'opened' AND w.id > ${after} AND ${namespacesBelow(scope.traversalIds)}
    ORDER BY w.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
