import type { NamespaceId, UserId } from '@milepost/core/ids';
import { accessLevelOf } from '@milepost/core/roles';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import type { MemberTable } from '../table.ts';

export type Membership = Selectable<MemberTable>;

/** Locks the memberships of a tree of groups, so that two owners cannot leave concurrently. */
export async function lockMembers(trx: Db, rootId: NamespaceId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`members:${rootId}`}, 0))`.execute(trx);
}

/** The direct membership, expired or not. */
export async function membershipOf(db: Db, namespaceId: NamespaceId, userId: UserId): Promise<Membership | null> {
  const row = await db
    .selectFrom('members')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes the membership, replacing an expired one. */
export async function saveMembership(
  trx: Db,
  membership: Pick<Membership, 'namespaceId' | 'userId' | 'accessLevel' | 'createdById' | 'expiresAt'>,
): Promise<void> {
  const { accessLevel, expiresAt } = membership;
  await trx
    .insertInto('members')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['namespaceId', 'userId']).doUpdateSet({ accessLevel, expiresAt }))
    .execute();
}

/** Deletes the membership; with `isWithBelow` also those below. */
export async function deleteMembership(
  trx: Db,
  namespace: Namespace,
  userId: UserId,
  isWithBelow: boolean,
): Promise<void> {
  await (
    isWithBelow
      ? sql`DELETE FROM members m USING namespaces n
        WHERE m.namespace_id = n.id AND m.user_id = ${userId} AND ${namespacesBelow(namespace.scope.traversalIds)}`
      : sql`DELETE FROM members WHERE namespace_id = ${namespace.id} AND user_id = ${userId}`
  ).execute(trx);
}

/** Whether another person owns the namespace without expiry, directly or by inheritance. */
export async function hasOtherOwner(trx: Db, namespace: Namespace, except: UserId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.namespace_id = ANY(${namespace.scope.traversalIds}::bigint[]) AND m.access_level = ${accessLevelOf.owner}
      AND m.expires_at IS NULL AND m.user_id <> ${except} AND u.state = 'active' AND NOT u.is_bot LIMIT 1`.execute(trx);
  return rows.length > 0;
}

/** The person whose direct ownership must stay: the only owner of a group, from above included. Null for none. */
export async function lastOwnerOf(db: Db, { id, kind, scope }: Namespace): Promise<UserId | null> {
  if (kind !== 'group') return null;
  const { rows } = await sql<{ userId: UserId; isDirect: boolean }>`
    SELECT m.user_id, bool_or(m.namespace_id = ${id}) AS is_direct FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.namespace_id = ANY(${scope.traversalIds}::bigint[]) AND m.access_level = ${accessLevelOf.owner}
      AND m.expires_at IS NULL AND u.state = 'active' AND NOT u.is_bot
    GROUP BY m.user_id LIMIT 2`.execute(db);
  const [only, other] = rows;
  return only?.isDirect && !other ? only.userId : null;
}

/** The person's inherited role, and its group; null for none. */
export async function inheritedRole(
  db: Db,
  namespace: Namespace,
  userId: UserId,
): Promise<{ accessLevel: number; groupName: string } | null> {
  const { rows } = await sql<{ accessLevel: number; groupName: string }>`
    SELECT m.access_level, n.name AS group_name FROM members m JOIN namespaces n ON n.id = m.namespace_id
    WHERE m.namespace_id = ANY(${namespace.scope.traversalIds.slice(0, -1)}::bigint[]) AND m.user_id = ${userId}
      AND (m.expires_at IS NULL OR m.expires_at > (now() AT TIME ZONE 'utc')::date)
    ORDER BY m.access_level DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Deletes every membership of an account. */
export async function deleteMembershipsOf(trx: Db, userId: UserId): Promise<void> {
  await trx.deleteFrom('members').where('userId', '=', userId).execute();
}

/** The group or project whose access token the account belongs to; null for people. */
export async function botOf(db: Db, userId: UserId): Promise<NamespaceId | null> {
  const row = await db.selectFrom('users').select('botOfId').where('id', '=', userId).executeTakeFirst();
  return row?.botOfId ?? null;
}
