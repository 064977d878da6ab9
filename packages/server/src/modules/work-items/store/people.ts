import type { WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineRowsLoader } from '../../../platform/context.ts';
import { constantSql } from '../../../platform/database/constant-sql.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import { userColumns, type User } from '../../users/store.ts';

const columnsOfUsers = constantSql(sql.join(userColumns.map((column) => sql.ref(`u.${column}`))));

/** The assignees of each item, by name: one statement for a page of items. */
export const assigneesOf = defineRowsLoader<WorkItemId, Assigned, User[]>('assigneesOf', {
  rows: (_ctx, itemIds) => sql`
    SELECT a.work_item_id, ${columnsOfUsers}
    FROM work_item_assignees a JOIN users u ON u.id = a.user_id
    WHERE ${isOneOf('a.work_item_id', itemIds)} ORDER BY lower(u.name), u.id`,
  collect: (rows, itemIds) => {
    const assignees = new Map<WorkItemId, User[]>(itemIds.map((id) => [id, []]));
    for (const row of rows) assignees.get(row.workItemId)?.push(row);
    return assignees;
  },
});

interface Assigned extends User {
  workItemId: WorkItemId;
}
