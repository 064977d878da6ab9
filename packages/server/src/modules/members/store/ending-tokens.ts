import type { NamespaceId, TokenId, UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** A token that ends soon, with those who are notified. */
export interface EndingToken {
  id: TokenId;
  /** Whose token it is: a person, a bot or a service account. */
  accountId: UserId;
  name: string;
  /** `YYYY-MM-DD` */
  expiresAt: string;
  /** Of a token of a group or project, or of a service account of a group. */
  namespace: { id: NamespaceId; fullPath: string; kind: 'group' | 'project' } | null;
  people: readonly { id: UserId; name: string; email: string }[];
}

/**
 * Marks up to a hundred tokens of which somebody must be notified at this number of days before their end, and returns them. The owner is notified;
 * of a bot those who manage its group or project; of a service account the owners of its group, or the administrators.
 * A token that was valid for fewer days from the beginning is left out.
 */
export async function takeEndingTokens(trx: Db, days: number): Promise<EndingToken[]> {
  const { rows } = await sql<EndingToken>`
    WITH due AS (
      SELECT t.id FROM personal_access_tokens t
      WHERE t.revoked_at IS NULL AND t.expires_at > (now() AT TIME ZONE 'utc')::date
        AND t.expires_at <= (now() AT TIME ZONE 'utc')::date + ${days}::int
        AND (t.created_at AT TIME ZONE 'utc')::date <= t.expires_at - ${days}::int
        AND (t.noticed_days IS NULL OR t.noticed_days > ${days}::int)
      ORDER BY t.id LIMIT 100 FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE personal_access_tokens t SET noticed_days = ${days} FROM due WHERE t.id = due.id
      RETURNING t.id, t.name, t.expires_at, t.user_id
    )
    SELECT t.id, t.user_id AS account_id, t.name, t.expires_at,
      CASE WHEN n.id IS NOT NULL THEN json_build_object('id', n.id, 'fullPath', n.full_path, 'kind', n.kind) END AS namespace,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'email', p.email) ORDER BY p.id), '[]') FROM users p
        WHERE p.state = 'active' AND NOT p.is_bot AND CASE
          WHEN NOT u.is_bot THEN p.id = u.id
          WHEN n.id IS NULL THEN p.is_admin
          ELSE EXISTS (SELECT FROM memberships m WHERE m.user_id = p.id AND m.namespace_id = ANY(n.traversal_ids)
            AND m.access_level >= CASE WHEN n.kind = 'project' THEN 40 ELSE 50 END) END) AS people
    FROM taken t JOIN users u ON u.id = t.user_id
    LEFT JOIN namespaces n ON n.id = coalesce(u.bot_of_id, u.service_account_of_id)
    WHERE u.state = 'active'`.execute(trx);
  return rows;
}
