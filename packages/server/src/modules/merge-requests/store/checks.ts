import type { MergeRequestId, NamespaceId, StatusCheckId, WebhookId } from '@milepost/core/ids';
import type { CheckStatus } from '@milepost/core/merge-requests/rules';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { violatedUniqueness } from '../../../platform/database/violations.ts';

/** An external status check with its address. */
export interface StatusCheck {
  id: StatusCheckId;
  projectId: NamespaceId;
  webhookId: WebhookId;
  name: string;
  url: string;
  hasSecret: boolean;
}

function selectChecks(db: Db) {
  return db
    .selectFrom('statusChecks as c')
    .innerJoin('webhooks as h', 'h.id', 'c.webhookId')
    .select(['c.id', 'c.projectId', 'c.webhookId', 'c.name', 'h.url'])
    .select(sql<boolean>`(h.sealed_token IS NOT NULL)`.as('hasSecret'));
}

/** By name. */
export function checksOfProject(db: Db, projectId: NamespaceId): Promise<StatusCheck[]> {
  return selectChecks(db).where('c.projectId', '=', projectId).orderBy('c.name').execute();
}

export async function findCheck(db: Db, projectId: NamespaceId, id: StatusCheckId): Promise<StatusCheck | null> {
  const found = selectChecks(db).where('c.projectId', '=', projectId).where('c.id', '=', id);
  return (await found.executeTakeFirst()) ?? null;
}

/** Null if the project has one of this name. */
export async function insertCheck(
  trx: Db,
  values: { projectId: NamespaceId; webhookId: WebhookId; name: string },
): Promise<StatusCheckId | null> {
  const row = await trx
    .insertInto('statusChecks')
    .values(values)
    .onConflict((conflict) => conflict.constraint('status_checks_name_is_unique').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** False if another check of the project has this name: the transaction has failed then. */
export async function renameCheck(trx: Db, id: StatusCheckId, name: string): Promise<boolean> {
  try {
    await trx.updateTable('statusChecks').set({ name }).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (violatedUniqueness(error) === 'status_checks_name_is_unique') return false;
    throw error;
  }
}

export interface CheckOfRequest extends StatusCheck {
  status: CheckStatus;
}

/** A check without an answer for this long has failed. */
const ANSWER_WITHIN = sql`interval '2 minutes'`;

/** The checks of a merge request with their answers about a commit; an answer about another commit does not count. */
export async function checksOfRequest(
  db: Db,
  { id, projectId, headSha }: { id: MergeRequestId; projectId: NamespaceId; headSha: string | null },
): Promise<CheckOfRequest[]> {
  const since = sql`coalesce(r.requested_at, greatest(c.created_at, (SELECT created_at FROM merge_requests WHERE id = ${id})))`;
  return selectChecks(db)
    .leftJoin('statusCheckResults as r', (join) =>
      join
        .onRef('r.statusCheckId', '=', 'c.id')
        .on('r.mergeRequestId', '=', id)
        .on('r.sha', '=', headSha ?? ''),
    )
    .select(
      sql<CheckStatus>`CASE WHEN coalesce(r.status, 'pending') <> 'pending' THEN r.status
        WHEN ${since} < now() - ${ANSWER_WITHIN} THEN 'failed' ELSE 'pending' END`.as('status'),
    )
    .where('c.projectId', '=', projectId)
    .orderBy('c.name')
    .execute();
}

/** Stores an answer, or marks the check as pending from now on. */
export async function saveCheckResult(
  trx: Db,
  result: { mergeRequestId: MergeRequestId; statusCheckId: StatusCheckId; sha: string; status: CheckStatus },
): Promise<void> {
  const { sha, status } = result;
  await trx
    .insertInto('statusCheckResults')
    .values(result)
    .onConflict((conflict) =>
      conflict
        .columns(['mergeRequestId', 'statusCheckId'])
        .doUpdateSet({ sha, status, ...(status === 'pending' && { requestedAt: sql`now()` }) }),
    )
    .execute();
}
