import type { NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { UserState } from '../../users/table.ts';
import type { LdapGroupLinkTable } from '../table.ts';

export type LdapGroupLink = Selectable<LdapGroupLinkTable>;

/** The links of a group in the order in which they were made; of every group without one. */
export async function ldapLinks(db: Db, provider: string, namespaceId: NamespaceId | null): Promise<LdapGroupLink[]> {
  const query = db.selectFrom('ldapGroupLinks').selectAll().where('provider', '=', provider);
  return (namespaceId === null ? query : query.where('namespaceId', '=', namespaceId)).orderBy('id').execute();
}

export async function insertLdapLink(trx: Db, link: Insertable<LdapGroupLinkTable>): Promise<LdapGroupLink> {
  return trx.insertInto('ldapGroupLinks').values(link).returningAll().executeTakeFirstOrThrow();
}

/** Deletes the link of a group with this `cn` or `filter`; null for none. */
export async function deleteLdapLink(
  trx: Db,
  { namespaceId, provider, cn, filter }: Pick<LdapGroupLink, 'namespaceId' | 'provider' | 'cn' | 'filter'>,
): Promise<LdapGroupLink | null> {
  const isIt: RawBuilder<SqlBool> =
    cn === null ? sql<SqlBool>`filter = ${filter}` : sql<SqlBool>`lower(cn) = ${cn.toLowerCase()}`;
  const row = await trx
    .deleteFrom('ldapGroupLinks')
    .where('namespaceId', '=', namespaceId)
    .where('provider', '=', provider)
    .where(isIt)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export interface LinkedAccount {
  userId: UserId;
  subject: string;
  state: UserState;
}

/** The accounts that sign in through the directory, by the subjects of their entries. */
export async function linkedAccounts(db: Db, provider: string): Promise<LinkedAccount[]> {
  return db
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.id', 'i.userId')
    .select(['i.userId', 'i.subject', 'u.state'])
    .where('i.provider', '=', provider)
    .orderBy('i.userId')
    .execute();
}

/** The groups in which a provider gives roles. */
export async function groupsWithGrants(db: Db, provider: string): Promise<NamespaceId[]> {
  const rows = await db
    .selectFrom('grantedRoles')
    .select('namespaceId')
    .distinct()
    .where('provider', '=', provider)
    .execute();
  return rows.map((row) => row.namespaceId);
}

/** Whether a person owns any group. */
export async function ownsGroup(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM memberships m JOIN namespaces n ON n.id = m.namespace_id
    WHERE m.user_id = ${userId} AND m.access_level = 50 AND n.kind = 'group' AND n.deleted_at IS NULL LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}
