import type { Scope } from '@milepost/core/accounts/access-tokens';
import type { NamespaceId, TokenId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Impersonator } from '../../../platform/audit.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { todayInSql } from '../../users/store/tokens.ts';
import { userColumns, type User } from '../../users/store.ts';

/** The owner of a credential, read with their memberships in one statement. */
export interface KnownPerson {
  user: User;
  memberships: readonly (readonly [NamespaceId, number])[];
  /** The last recorded use of the token or session. */
  usedAt: Date | null;
}

/** The owner of a session. */
export interface SessionOwner extends KnownPerson {
  /** Until when the person must set up a second factor; null for one who has it or does not need it. */
  twoFactorDeadline: Date | null;
  /** The administrator who acts as the person. */
  impersonator: Impersonator | null;
}

export interface TokenOwner extends KnownPerson {
  tokenId: TokenId;
  scopes: readonly Scope[];
  /** The last addresses that used it. */
  usedFrom: readonly string[];
}

const columns = sql.join(userColumns.map((column) => sql.ref(`u.${column}`)));

const memberships: RawBuilder<unknown> = sql`(
  SELECT coalesce(json_agg(json_build_array(held.namespace_id, held.access_level)), '[]')
  FROM (
    SELECT m.namespace_id, max(m.access_level) AS access_level FROM memberships m WHERE m.user_id = u.id GROUP BY m.namespace_id
  ) AS held) AS memberships`;

/** The condition spares the function its query while no group requires a second factor. */
const deadline: RawBuilder<unknown> = sql`CASE WHEN NOT u.has_second_factor
  AND EXISTS (SELECT FROM namespaces WHERE requires_two_factor) THEN two_factor_deadline(u.id) END`;

/** Until when a person must have a second factor; null if no group requires one. */
export async function twoFactorDeadlineOf(db: Db, userId: User['id']): Promise<Date | null> {
  const { rows } = await sql<{ deadline: Date | null }>`SELECT two_factor_deadline(${userId}) AS deadline`.execute(db);
  return rows[0]?.deadline ?? null;
}

/** The owner of a token that is neither revoked nor expired, unless they are blocked. */
export async function ownerOfToken(db: Db, tokenHash: Buffer): Promise<TokenOwner | null> {
  const { rows } = await sql<User & Omit<TokenOwner, 'user'>>`
    SELECT ${columns}, ${memberships}, t.id AS token_id, t.scopes, t.used_from, t.last_used_at AS used_at
    FROM personal_access_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.token_hash = ${tokenHash} AND t.revoked_at IS NULL
      AND (t.expires_at IS NULL OR t.expires_at > ${todayInSql}) AND u.state = 'active'`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { memberships: held, tokenId, scopes, usedFrom, usedAt, ...user } = row;
  return { user, memberships: held, tokenId, scopes, usedFrom, usedAt };
}

/** The owner of an active session, unless they are blocked. */
export async function personOfSession(db: Db, idHash: Buffer): Promise<SessionOwner | null> {
  const { rows } = await sql<User & Omit<SessionOwner, 'user'>>`
    SELECT ${columns}, ${memberships}, s.last_seen_at AS used_at,
      CASE WHEN i.id IS NULL THEN ${deadline} END AS two_factor_deadline,
      CASE WHEN i.id IS NOT NULL THEN json_build_object('id', i.id, 'name', i.name) END AS impersonator
    FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN users i ON i.id = s.impersonator_id
    WHERE s.id_hash = ${idHash} AND s.expires_at > now() AND u.state = 'active'
      AND (i.id IS NULL OR (i.is_admin AND i.state = 'active'))`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { memberships: held, usedAt, twoFactorDeadline, impersonator, ...user } = row;
  return { user, memberships: held, usedAt, twoFactorDeadline, impersonator };
}

/** The same for several people by their accounts; those who cannot sign in are left out. */
export async function peopleOfAccounts(db: Db, userIds: readonly User['id'][]): Promise<KnownPerson[]> {
  const { rows } = await sql<User & Omit<KnownPerson, 'user'>>`
    SELECT ${columns}, ${memberships}, NULL AS used_at FROM users u
    WHERE u.id = ANY(${userIds}::bigint[]) AND u.state = 'active'`.execute(db);
  return rows.map(({ memberships: held, usedAt, ...user }) => ({ user, memberships: held, usedAt }));
}

/** The same by account: for jobs, the command line and tests. */
export async function personOfAccount(db: Db, userId: User['id']): Promise<KnownPerson | null> {
  const { rows } = await sql<User & Omit<KnownPerson, 'user'>>`
    SELECT ${columns}, ${memberships}, NULL AS used_at FROM users u WHERE u.id = ${userId} AND u.state = 'active'`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return null;
  const { memberships: held, usedAt, ...user } = row;
  return { user, memberships: held, usedAt };
}
