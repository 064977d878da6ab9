import type { NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { GrantedMembershipTable } from '../table.ts';

export type GrantedMembership = Selectable<GrantedMembershipTable>;

/** The role of a person in a group, and where it comes from. */
export interface Standing {
  userId: UserId;
  /** The direct membership that has not expired; null for none. */
  level: number | null;
  expiresAt: string | null;
  /** What providers gave it; null for nothing. */
  givenLevel: number | null;
  ownLevel: number | null;
  ownExpiresAt: string | null;
  /** The highest role that providers give now; null for none. */
  granted: number | null;
  /** The highest role that is inherited from above; 0 for none. */
  inherited: number;
  /** Whether the account may be given a role: it exists and is no bot. */
  isPerson: boolean;
}

/** The standing of these people in a group, in one statement. */
export async function standingsOf(
  trx: Db,
  namespaceId: NamespaceId,
  above: readonly NamespaceId[],
  userIds: readonly UserId[],
): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    SELECT u.id AS user_id, m.access_level AS level, m.expires_at, g.given_level, g.own_level, g.own_expires_at,
      (SELECT max(r.access_level)::int FROM granted_roles r WHERE r.namespace_id = ${namespaceId} AND r.user_id = u.id) AS granted,
      coalesce((SELECT max(a.access_level)::int FROM members a WHERE a.namespace_id = ANY(${[...above]}::bigint[])
        AND a.user_id = u.id AND (a.expires_at IS NULL OR a.expires_at > (now() AT TIME ZONE 'utc')::date)), 0) AS inherited,
      NOT u.is_bot AS is_person
    FROM users u
    LEFT JOIN members m ON m.namespace_id = ${namespaceId} AND m.user_id = u.id
      AND (m.expires_at IS NULL OR m.expires_at > (now() AT TIME ZONE 'utc')::date)
    LEFT JOIN granted_memberships g ON g.namespace_id = ${namespaceId} AND g.user_id = u.id
    WHERE u.id = ANY(${[...userIds]}::bigint[]) ORDER BY u.id`.execute(trx);
  return rows;
}

/** Stores what a provider gives these people in a group; null for nothing. */
export async function saveGrants(
  trx: Db,
  namespaceId: NamespaceId,
  provider: string,
  grants: ReadonlyMap<UserId, number | null>,
): Promise<void> {
  const userIds = [...grants.keys()];
  const levels = [...grants.values()];
  await sql`DELETE FROM granted_roles WHERE namespace_id = ${namespaceId} AND provider = ${provider}
    AND user_id = ANY(${userIds}::bigint[])`.execute(trx);
  await sql`INSERT INTO granted_roles (namespace_id, user_id, provider, access_level)
    SELECT ${namespaceId}::bigint, given.user_id, ${provider}, given.level
    FROM unnest(${userIds}::bigint[], ${levels}::smallint[]) AS given (user_id, level)
    JOIN users u ON u.id = given.user_id WHERE given.level IS NOT NULL`.execute(trx);
}

export async function saveGrantedMembership(trx: Db, row: GrantedMembership): Promise<void> {
  await trx
    .insertInto('grantedMemberships')
    .values(row)
    .onConflict((conflict) => conflict.columns(['namespaceId', 'userId']).doUpdateSet(row))
    .execute();
}

export async function deleteGrantedMembership(trx: Db, namespaceId: NamespaceId, userId: UserId): Promise<void> {
  await trx
    .deleteFrom('grantedMemberships')
    .where('namespaceId', '=', namespaceId)
    .where('userId', '=', userId)
    .execute();
}

/** What a provider gives a person, by group; null where it gives nothing, and a provider once gave the membership. */
export async function grantsOfUser(db: Db, userId: UserId, provider: string): Promise<Map<NamespaceId, number | null>> {
  const { rows } = await sql<{ namespaceId: NamespaceId; level: number | null }>`
    SELECT namespace_id, r.access_level AS level
    FROM (SELECT * FROM granted_roles WHERE user_id = ${userId} AND provider = ${provider}) r
    FULL JOIN (SELECT namespace_id FROM granted_memberships WHERE user_id = ${userId}) m USING (namespace_id)`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.namespaceId, row.level]));
}

/** The same in a group, by person. */
export async function grantsInGroup(
  db: Db,
  namespaceId: NamespaceId,
  provider: string,
): Promise<Map<UserId, number | null>> {
  const { rows } = await sql<{ userId: UserId; level: number | null }>`
    SELECT user_id, r.access_level AS level
    FROM (SELECT * FROM granted_roles WHERE namespace_id = ${namespaceId} AND provider = ${provider}) r
    FULL JOIN (SELECT user_id FROM granted_memberships WHERE namespace_id = ${namespaceId}) m USING (user_id)`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.userId, row.level]));
}
