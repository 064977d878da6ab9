import type { DeploymentId, NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

interface WaitingDeployment {
  deploymentId: DeploymentId;
  projectId: NamespaceId;
  authorId: UserId | null;
  /** A statement that gives the ids of those who can approve it. */
  people: RawBuilder<unknown>;
}

/** Adds a to-do for each of these people, once per deployment, and completes those of all others. */
export async function setDeploymentTodos(trx: Db, waiting: WaitingDeployment): Promise<void> {
  const { deploymentId, projectId, authorId, people } = waiting;
  await sql`
    UPDATE todos SET state = 'done', updated_at = now()
    WHERE deployment_id = ${deploymentId} AND state = 'pending' AND user_id NOT IN (${people})`.execute(trx);
  await sql`
    INSERT INTO todos (user_id, author_id, namespace_id, deployment_id, action)
    SELECT called.id, ${authorId}::bigint, ${projectId}::bigint, ${deploymentId}::bigint, 'approval_required'
    FROM (${people}) called
    WHERE NOT EXISTS (SELECT FROM todos t WHERE t.user_id = called.id AND t.deployment_id = ${deploymentId})
    ORDER BY called.id
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Completes the to-dos of everybody for a deployment. */
export async function finishDeploymentTodos(trx: Db, deploymentId: DeploymentId): Promise<void> {
  await trx
    .updateTable('todos')
    .set({ state: 'done', updatedAt: sql<Date>`now()` })
    .where('deploymentId', '=', deploymentId)
    .where('state', '=', 'pending')
    .execute();
}
