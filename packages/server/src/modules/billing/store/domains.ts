import type { NamespaceId } from '@milepost/core/ids';
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { containing } from '../../../platform/database/violations.ts';
import { userColumns, type User } from '../../users/store.ts';
import type { MailDomainTable } from '../table.ts';

export type MailDomain = Selectable<MailDomainTable>;

/** The mail domains of a group, in alphabetical order. Their number is limited. */
export async function mailDomainsOf(db: Db, namespaceId: NamespaceId): Promise<MailDomain[]> {
  return db.selectFrom('mailDomains').selectAll().where('namespaceId', '=', namespaceId).orderBy('domain').execute();
}

export async function mailDomainOf(db: Db, namespaceId: NamespaceId, domain: string): Promise<MailDomain | null> {
  const row = await db
    .selectFrom('mailDomains')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertMailDomain(
  trx: Db,
  row: Pick<MailDomain, 'namespaceId' | 'domain' | 'token'>,
): Promise<MailDomain> {
  return trx.insertInto('mailDomains').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Throws a violation of `mail_domains_are_verified_once` if another group proved it first. */
export async function saveVerified(trx: Db, namespaceId: NamespaceId, domain: string): Promise<void> {
  await trx
    .updateTable('mailDomains')
    .set({ verifiedAt: sql<Date>`coalesce(verified_at, now())` })
    .where('namespaceId', '=', namespaceId)
    .where('domain', '=', domain)
    .execute();
}

export async function deleteMailDomain(trx: Db, namespaceId: NamespaceId, domain: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('mailDomains')
    .where('namespaceId', '=', namespaceId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export interface EnterpriseFilter {
  username?: string | undefined;
  /** Part of a name, username or e-mail address. */
  search?: string | undefined;
  isActive?: boolean | undefined;
  isBlocked?: boolean | undefined;
  createdAfter?: Date | undefined;
  createdBefore?: Date | undefined;
  hasSecondFactor?: boolean | undefined;
}

/** One page of the people whose confirmed address is in a domain that the group has verified, newest first: one statement. */
export async function listEnterpriseUsers(
  db: Db,
  namespaceId: NamespaceId,
  filter: EnterpriseFilter,
  page: { offset: number; perPage: number },
): Promise<{ users: User[]; total: number }> {
  const where = sql`FROM users u
    WHERE lower(split_part(u.email, '@', 2)) IN (
      SELECT d.domain FROM mail_domains d WHERE d.namespace_id = ${namespaceId} AND d.verified_at IS NOT NULL)
      AND u.confirmed_at IS NOT NULL AND NOT u.is_bot AND NOT u.is_automation AND ${passing(filter)}`;
  const { rows } = await sql<User & { total: number }>`
    SELECT ${sql.join(userColumns.map((column) => sql.ref(`u.${column}`)))}, (SELECT count(*)::int ${where}) AS total
    ${where} ORDER BY u.id DESC LIMIT ${page.perPage} OFFSET ${page.offset}`.execute(db);
  if (rows.length > 0 || page.offset === 0) return { users: rows, total: rows[0]?.total ?? 0 };
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${where}`.execute(db);
  return { users: [], total: counted.rows[0]?.total ?? 0 };
}

function passing(filter: EnterpriseFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`];
  const add = (condition: RawBuilder<SqlBool>) => void conditions.push(condition);
  const { username, search, isActive, isBlocked, createdAfter, createdBefore, hasSecondFactor } = filter;
  if (username !== undefined) add(sql`lower(u.username) = lower(${username})`);
  if (search) {
    const pattern = containing(search);
    add(sql`(u.name ILIKE ${pattern} OR u.username ILIKE ${pattern} OR u.email ILIKE ${pattern})`);
  }
  if (isActive !== undefined) add(isActive ? sql`u.state = 'active'` : sql`u.state <> 'active'`);
  if (isBlocked !== undefined) add(isBlocked ? sql`u.state = 'blocked'` : sql`u.state <> 'blocked'`);
  if (createdAfter) add(sql`u.created_at >= ${createdAfter}`);
  if (createdBefore) add(sql`u.created_at <= ${createdBefore}`);
  if (hasSecondFactor !== undefined) add(sql`u.has_second_factor = ${hasSecondFactor}`);
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}
