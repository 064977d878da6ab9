import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { userColumns, type User } from '../store.ts';

export interface ServiceAccountListing extends Pick<PageRequest, 'offset' | 'perPage'> {
  orderBy: 'id' | 'username';
  isDescending: boolean;
}

/** One page of the service accounts of a group, or of the installation (null), and their number. */
export async function serviceAccounts(
  db: Db,
  ofId: NamespaceId | null,
  { orderBy, isDescending, ...page }: ServiceAccountListing,
): Promise<{ users: User[]; total: number }> {
  const isOf = sql<boolean>`is_service_account AND service_account_of_id IS NOT DISTINCT FROM ${ofId}::bigint`;
  const users = await db
    .selectFrom('users')
    .select(userColumns)
    .where(isOf)
    .orderBy(orderBy === 'id' ? 'id' : sql`lower(username)`, isDescending ? 'desc' : 'asc')
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('total'))
    .where(isOf)
    .executeTakeFirstOrThrow();
  return { users, total };
}
