import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { userColumns, type User } from '../store.ts';

/** One page of the service accounts of a group, or of the installation (null), newest first, and their number. */
export async function serviceAccounts(
  db: Db,
  ofId: NamespaceId | null,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
): Promise<{ users: User[]; total: number }> {
  const isOf = sql<boolean>`is_service_account AND service_account_of_id IS NOT DISTINCT FROM ${ofId}::bigint`;
  const users = await db
    .selectFrom('users')
    .select(userColumns)
    .where(isOf)
    .orderBy('id', 'desc')
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
