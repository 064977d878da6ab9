import type { NamespaceId, UserId } from '@milepost/core/ids';
import { FREE_LEVEL } from '@milepost/core/accounts/seats';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';

/**
 * The one definition of who takes a seat: memberships `m` in namespaces `n` of a tree, above guest, of active people `u`; given
 * directly or by a share. Bots, blocked people and guests take none.
 */
export function seatedIn(rootId: NamespaceId): RawBuilder<unknown> {
  return sql`FROM memberships m JOIN namespaces n ON n.id = m.namespace_id JOIN users u ON u.id = m.user_id
    WHERE ${namespacesBelow([rootId])} AND m.access_level > ${FREE_LEVEL} AND u.state = 'active' AND NOT u.is_bot`;
}

/** The number of people with a seat in the tree of a top-level group. */
export async function countSeats(db: Db, rootId: NamespaceId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT m.user_id)::int AS count ${seatedIn(rootId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The number of people with any role in the tree of a top-level group, with or without a seat. */
export async function countPeopleBelow(db: Db, rootId: NamespaceId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT m.user_id)::int AS count
    FROM memberships m JOIN namespaces n ON n.id = m.namespace_id JOIN users u ON u.id = m.user_id
    WHERE ${namespacesBelow([rootId])} AND NOT u.is_bot`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The key of a person in the tree of a top-level group, for `isSeated`. */
export const seatKey = ({ rootId }: { rootId: NamespaceId }, userId: UserId): string => `${rootId}/${userId}`;

/** Whether each person has a seat: one statement for a page of members. */
export const isSeated = defineLoader<string, boolean>('isSeated', async (ctx, keys) => {
  const wanted = keys.map((key) => key.split('/').map(Number) as [NamespaceId, UserId]);
  const seated = new Map<string, boolean>();
  for (const rootId of new Set(wanted.map(([id]) => id))) {
    const userIds = wanted.filter(([id]) => id === rootId).map(([, userId]) => userId);
    for (const userId of await seatedAmong(ctx.db, rootId, userIds)) seated.set(seatKey({ rootId }, userId), true);
  }
  return seated;
});

/** Those of these people who have a seat in the tree. */
async function seatedAmong(db: Db, rootId: NamespaceId, userIds: readonly UserId[]): Promise<Set<UserId>> {
  const { rows } = await sql<{ userId: UserId }>`
    SELECT DISTINCT m.user_id ${seatedIn(rootId)} AND m.user_id = ANY(${userIds}::bigint[])`.execute(db);
  return new Set(rows.map(({ userId }) => userId));
}

/** Whether this transaction gave somebody a seat who had none: `insider_since` is set when a role above guest begins. */
export function hasNewSeats(trx: Db, rootId: NamespaceId): Promise<boolean> {
  return existsSeated(trx, rootId, sql<SqlBool>`m.insider_since = now()`);
}

/** Whether people have a seat only because of this group or project, which moved here, or something below it. */
export function hasSeatsOnlyBelow(trx: Db, traversalIds: readonly NamespaceId[]): Promise<boolean> {
  const [rootId] = traversalIds;
  if (rootId === undefined) return Promise.resolve(false);
  return existsSeated(trx, rootId, namespacesBelow(traversalIds));
}

/** Whether all memberships of a person with a seat meet the condition. */
async function existsSeated(trx: Db, rootId: NamespaceId, condition: RawBuilder<SqlBool>): Promise<boolean> {
  const { rows } = await sql`
    SELECT ${seatedIn(rootId)} GROUP BY m.user_id HAVING bool_and(${condition}) LIMIT 1`.execute(trx);
  return rows.length > 0;
}
