import type { UserId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';

/** The assignees of each item, by name: one statement for a page of items. */
export const assigneeIdsOf = defineLoader<WorkItemId, UserId[]>('assigneeIdsOf', async (ctx, itemIds) => {
  const rows = await ctx.db
    .selectFrom('workItemAssignees as a')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .select(['a.workItemId', 'a.userId'])
    .where(isOneOf('a.work_item_id', itemIds))
    .orderBy(sql`lower(u.name)`)
    .orderBy('u.id')
    .execute();
  const assignees = new Map<WorkItemId, UserId[]>(itemIds.map((id) => [id, []]));
  for (const { workItemId, userId } of rows) assignees.get(workItemId)?.push(userId);
  return assignees;
});
