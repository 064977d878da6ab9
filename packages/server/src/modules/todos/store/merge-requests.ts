import type { MergeRequestId, NamespaceId, UserId } from '@milepost/core/ids';
import type { TodoAction } from '@milepost/core/notifications/todos';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

interface RequestTodos {
  mergeRequestId: MergeRequestId;
  projectId: NamespaceId;
  authorId: UserId | null;
  userIds: readonly UserId[];
  action: TodoAction;
}

/** Adds a to-do for each of these people, one at a time for each action. */
export async function insertRequestTodos(trx: Db, { userIds, ...todo }: RequestTodos): Promise<void> {
  const { mergeRequestId, projectId, authorId, action } = todo;
  await sql`
    INSERT INTO todos (user_id, author_id, namespace_id, merge_request_id, action)
    SELECT id, ${authorId}::bigint, ${projectId}::bigint, ${mergeRequestId}::bigint, ${action}
    FROM unnest(${userIds.toSorted((one, other) => one - other)}::bigint[]) AS id
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Completes the to-dos of one person for a merge request, or of everybody. */
export async function finishRequestTodos(
  trx: Db,
  mergeRequestId: MergeRequestId,
  userId: UserId | null = null,
): Promise<void> {
  await trx
    .updateTable('todos')
    .set({ state: 'done', updatedAt: sql<Date>`now()` })
    .where('mergeRequestId', '=', mergeRequestId)
    .where('state', '=', 'pending')
    .$if(userId !== null, (query) => query.where('userId', '=', userId as UserId))
    .execute();
}

/** Completes the to-dos of those who are no longer among these people. */
export async function keepRequestTodos(
  trx: Db,
  mergeRequestId: MergeRequestId,
  action: TodoAction,
  userIds: readonly UserId[],
): Promise<void> {
  await trx
    .updateTable('todos')
    .set({ state: 'done', updatedAt: sql<Date>`now()` })
    .where('mergeRequestId', '=', mergeRequestId)
    .where('action', '=', action)
    .where('state', '=', 'pending')
    .where(sql<boolean>`user_id <> ALL(${userIds}::bigint[])`)
    .execute();
}
