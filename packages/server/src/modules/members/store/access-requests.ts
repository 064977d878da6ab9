import type { NamespaceId, UserId } from '@milepost/core/ids';
import { accessLevelOf } from '@milepost/core/roles';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { userColumns, type User } from '../../users/store.ts';

/** A person who asks for access, and since when. */
export interface Requester {
  user: User;
  requestedAt: Date;
}

/** Maximum number of owners who get a to-do for one request. */
const MAX_CALLED_OWNERS = 100;

/** When a person asked; null without a request. */
export async function requestedAt(db: Db, namespaceId: NamespaceId, userId: UserId): Promise<Date | null> {
  const row = await db
    .selectFrom('accessRequests')
    .select('createdAt')
    .where('namespaceId', '=', namespaceId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}

/** How many open requests a person has in all namespaces. */
export async function countRequestsOf(db: Db, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('accessRequests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Null if there is one already. */
export async function insertRequest(trx: Db, namespaceId: NamespaceId, userId: UserId): Promise<Date | null> {
  const row = await trx
    .insertInto('accessRequests')
    .values({ namespaceId, userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('createdAt')
    .executeTakeFirst();
  return row?.createdAt ?? null;
}

/** True if there was one. */
export async function deleteRequest(trx: Db, namespaceId: NamespaceId, userId: UserId): Promise<boolean> {
  const row = await trx
    .deleteFrom('accessRequests')
    .where('namespaceId', '=', namespaceId)
    .where('userId', '=', userId)
    .returning('userId')
    .executeTakeFirst();
  return row !== undefined;
}

/** A page of the people who ask for access and can sign in, oldest first, and their number. */
export async function listRequesters(
  db: Db,
  { id }: Namespace,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
): Promise<{ requesters: Requester[]; total: number }> {
  const wanted = db
    .selectFrom('accessRequests as r')
    .innerJoin('users as u', 'u.id', 'r.userId')
    .where('r.namespaceId', '=', id)
    .where('u.state', '=', 'active');
  const rows = await wanted
    .select(userColumns.map((column) => `u.${column}` as const))
    .select('r.createdAt as requestedAt')
    .orderBy('r.createdAt')
    .orderBy('u.id')
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { requesters: rows.map(({ requestedAt: at, ...user }) => ({ user, requestedAt: at })), total };
}

/** The owners of a namespace from any source, those nearest to it first. */
export async function ownersOf(db: Db, { scope }: Namespace): Promise<UserId[]> {
  const { rows } = await sql<{ userId: UserId }>`
    SELECT m.user_id FROM memberships m
    JOIN namespaces n ON n.id = m.namespace_id JOIN users u ON u.id = m.user_id AND u.state = 'active' AND NOT u.is_bot
    WHERE m.namespace_id = ANY(${scope.traversalIds}::bigint[]) AND m.access_level = ${accessLevelOf.owner}
    GROUP BY m.user_id ORDER BY max(cardinality(n.traversal_ids)) DESC, m.user_id LIMIT ${MAX_CALLED_OWNERS}`.execute(
    db,
  );
  return rows.map(({ userId }) => userId);
}
