import type { NamespaceId, TokenId, UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import type { Db } from '../../../platform/database/tables.ts';

/** A token that a to-do is about. */
interface TokenOfTodo {
  id: TokenId;
  name: string;
  /** `YYYY-MM-DD` */
  expiresAt: string | null;
}

export const tokensOfTodos = defineLoader<TokenId, TokenOfTodo>('tokensOfTodos', async ({ db }, ids) => {
  const rows = await db
    .selectFrom('personalAccessTokens')
    .select(['id', 'name', 'expiresAt'])
    .where(isOneOf('id', ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** Adds a to-do for each of these people, and completes those of earlier dates. */
export async function setTokenTodos(
  trx: Db,
  token: { tokenId: TokenId; accountId: UserId; namespaceId: NamespaceId | null; userIds: readonly UserId[] },
): Promise<void> {
  const { tokenId, accountId, namespaceId, userIds } = token;
  await sql`
    UPDATE todos SET state = 'done', updated_at = now()
    WHERE access_token_id = ${tokenId} AND state = 'pending'`.execute(trx);
  await sql`
    INSERT INTO todos (user_id, author_id, namespace_id, access_token_id, action)
    SELECT id, ${accountId}::bigint, ${namespaceId}::bigint, ${tokenId}::bigint, 'access_token_expiring'
    FROM unnest(${userIds.toSorted((a, b) => a - b)}::bigint[]) AS id`.execute(trx);
}
