import type { UserId } from '@milepost/core/ids';
import { ValidationError } from '@milepost/core/errors';
import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool, type Updateable } from 'kysely';
import { defineLoader, defineRowsLoader } from '../../platform/context.ts';
import { readCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/database/tables.ts';
import { containing, violatedUniqueness } from '../../platform/database/violations.ts';
import type { Slice } from '../../platform/cursors.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { constantSql } from '../../platform/database/constant-sql.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import type { UserState, UserTable } from './table.ts';

/** An account without its password hash, which never leaves the store. */
export type User = Omit<Selectable<UserTable>, 'passwordHash'>;

export const userColumns = [
  'id',
  'username',
  'name',
  'email',
  'publicEmail',
  'isAdmin',
  'isAutomation',
  'botOfId',
  'isServiceAccount',
  'serviceAccountOfId',
  'isBot',
  'state',
  'avatarUrl',
  'bio',
  'createdAt',
  'updatedAt',
  'lastSignInAt',
  'confirmedAt',
  'hasSecondFactor',
] as const satisfies readonly (keyof User)[];
const columnsInSql = constantSql(sql.join(userColumns.map((column) => sql.ref(column))));
/** The ghost user, to whom the content of deleted accounts is attributed. */
export const ghost: User = {
  id: 0 as UserId,
  username: 'ghost',
  name: 'Deleted user',
  email: '',
  publicEmail: null,
  isAdmin: false,
  isAutomation: false,
  botOfId: null,
  isServiceAccount: false,
  serviceAccountOfId: null,
  isBot: false,
  state: 'active',
  avatarUrl: null,
  bio: 'The author of content of deleted accounts.',
  createdAt: new Date(0),
  updatedAt: new Date(0),
  lastSignInAt: null,
  confirmedAt: null,
  hasSecondFactor: false,
};

export const usersById = defineRowsLoader<UserId, User, User>('usersById', {
  rows: (_ctx, ids) => sql`SELECT ${columnsInSql} FROM users WHERE ${isOneOf('id', ids)}`,
  collect: (rows) => new Map(rows.map((row) => [row.id, row])),
});

/**
 * Accounts by the address that they show to everyone, in lower case. Other addresses must not reveal their account. The index of `lower(email)`
 * finds them.
 */
export const usersByPublicEmail = defineLoader<string, User>('usersByPublicEmail', async (ctx, emails) => {
  const rows = await ctx.db
    .selectFrom('users')
    .select(userColumns)
    .where(sql<string>`lower(email)`, 'in', [...emails])
    .where(sql<boolean>`lower(public_email) = lower(email)`)
    .execute();
  return new Map(rows.map((row) => [(row.publicEmail ?? '').toLowerCase(), row]));
});

export async function userById(db: Db, id: UserId): Promise<User | null> {
  return (await db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Locks the account until the transaction ends. */
export async function lockUser(trx: Db, id: UserId): Promise<User | null> {
  const row = await trx.selectFrom('users').select(userColumns).where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

/** The account of a username in any case; null for none. */
export async function userByUsername(db: Db, username: string): Promise<User | null> {
  const [user] = await usersByUsername(db, [username]);
  return user ?? null;
}

/** The accounts of these usernames in any case; unknown ones are left out. */
export async function usersByUsername(db: Db, usernames: readonly string[]): Promise<User[]> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where(sql<boolean>`lower(username) = ANY(${usernames.map((username) => username.toLowerCase())}::text[])`)
    .execute();
}

export interface UserWithPassword {
  user: User;
  passwordHash: string | null;
}

/** The account of a username or email address, for sign-in. */
export async function userByLogin(db: Db, login: string): Promise<UserWithPassword | null> {
  const wanted = login.toLowerCase();
  return withPassword(db, sql<boolean>`lower(username) = ${wanted} OR lower(email) = ${wanted}`);
}

export async function userWithPassword(db: Db, id: UserId): Promise<UserWithPassword | null> {
  return withPassword(db, sql<boolean>`id = ${id}`);
}

async function withPassword(db: Db, condition: RawBuilder<boolean>): Promise<UserWithPassword | null> {
  const row = await db
    .selectFrom('users')
    .select([...userColumns, 'passwordHash'])
    .where(condition)
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { passwordHash, ...user } = row;
  return { user, passwordHash };
}

export async function userByEmail(db: Db, email: string): Promise<UserWithPassword | null> {
  return withPassword(db, sql<boolean>`lower(email) = ${email.toLowerCase()}`);
}

/** Inserts an account. Throws ValidationError when the username or the email address is taken. */
export async function insertUser(db: Db, values: Insertable<UserTable>): Promise<User> {
  return unlessTaken(() => db.insertInto('users').values(values).returning(userColumns).executeTakeFirstOrThrow());
}

/** Changes an account. Throws ValidationError when the username or the email address is taken. */
export async function saveUser(db: Db, id: UserId, changes: Updateable<UserTable>): Promise<User> {
  return unlessTaken(() =>
    db
      .updateTable('users')
      .set({ ...changes, updatedAt: sql<Date>`now()` })
      .where('id', '=', id)
      .returning(userColumns)
      .executeTakeFirstOrThrow(),
  );
}

async function unlessTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedUniqueness(error);
    // The second statement checks for a top-level group of that name.
    if (constraint === 'users_username_is_unique' || constraint === 'taken_names_pkey')
      throw new ValidationError({ username: ['has already been taken'] });
    if (constraint === 'users_email_is_unique') throw new ValidationError({ email: ['has already been taken'] });
    throw error;
  }
}

/** Whether a person or a top-level group has this name. */
export async function isTakenName(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM taken_names WHERE name = ${name.toLowerCase()}`.execute(db);
  return rows.length > 0;
}

/** Locks every administrator, so that two who step down concurrently cannot both succeed. */
export async function lockAdministrators(trx: Db): Promise<void> {
  await sql`SELECT id FROM users WHERE is_admin ORDER BY id FOR UPDATE`.execute(trx);
}

export async function recordSignIn(db: Db, id: UserId): Promise<void> {
  await db
    .updateTable('users')
    .set({ lastSignInAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteUserRow(db: Db, id: UserId): Promise<void> {
  await db.deleteFrom('users').where('id', '=', id).execute();
}

/** Whether any account can sign in. */
export async function hasAccount(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('passwordHash', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another active administrator exists. */
export async function hasAdministrator(db: Db, except: UserId | null = null): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .where('state', '=', 'active')
    .where('passwordHash', 'is not', null)
    .where(sql<boolean>`id IS DISTINCT FROM ${except}::bigint`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface UserFilter {
  username?: string;
  /** Part of a username, name or public email address; `searchesEmails` adds the private one. */
  search?: string;
  searchesEmails?: boolean;
  state?: UserState;
  states?: readonly UserState[];
  admins?: boolean;
  createdAfter?: Date;
  createdBefore?: Date;
  ids?: readonly UserId[];
  usernames?: readonly string[];
}
export type UserOrder = 'id' | 'name' | 'username' | 'created_at' | 'updated_at';

const orders: Readonly<Record<UserOrder, RawBuilder<unknown>>> = {
  id: sql`u.id`,
  name: sql`lower(u.name)`,
  username: sql`lower(u.username)`,
  created_at: sql`u.created_at`,
  updated_at: sql`u.updated_at`,
};

/** One page of the matching people, and their total number. */
export async function listUsers(
  db: Db,
  filter: UserFilter,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
  order: { by: UserOrder; descending: boolean } = { by: 'id', descending: true },
): Promise<{ users: User[]; total: number }> {
  const matching = sql<SqlBool>`${sql.join(userConditions(filter), sql` AND `)}`;
  const direction = order.descending ? sql`DESC` : sql`ASC`;
  const users = await db
    .selectFrom('users as u')
    .select(userColumns)
    .where(matching)
    .orderBy(sql`${orders[order.by]} ${direction}, u.id ${direction}`)
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom('users as u')
    .select(sql<number>`count(*)`.as('total'))
    .where(matching)
    .executeTakeFirstOrThrow();
  return { users, total };
}

/** A slice of the matching people, newest first; one more than requested, so that the caller sees whether there is more. */
export async function usersInOrder(db: Db, filter: UserFilter, slice: Slice): Promise<User[]> {
  const conditions = userConditions(filter);
  if (slice.cursor) {
    const [from] = readCursor(slice.cursor, 'bigint');
    conditions.push(slice.isBackward ? sql`u.id > ${from}` : sql`u.id < ${from}`);
  }
  return db
    .selectFrom('users as u')
    .select(userColumns)
    .where(sql<SqlBool>`${sql.join(conditions, sql` AND `)}`)
    .orderBy('u.id', slice.isBackward ? 'asc' : 'desc')
    .limit(slice.limit + 1)
    .execute();
}

function userConditions(filter: UserFilter): RawBuilder<SqlBool>[] {
  const isNamed = filter.username !== undefined || filter.usernames !== undefined || filter.ids !== undefined;
  const conditions = [isNamed ? sql<SqlBool>`true` : sql<SqlBool>`NOT u.is_bot`];
  const add = (condition: RawBuilder<SqlBool>) => void conditions.push(condition);
  if (filter.username !== undefined) add(sql`lower(u.username) = ${filter.username.toLowerCase()}`);
  if (filter.usernames)
    add(sql`lower(u.username) = ANY(${filter.usernames.map((each) => each.toLowerCase())}::text[])`);
  if (filter.ids) add(sql`u.id = ANY(${filter.ids}::bigint[])`);
  if (filter.state) add(sql`u.state = ${filter.state}`);
  if (filter.states) add(sql`u.state = ANY(${[...filter.states]}::text[])`);
  if (filter.admins) add(sql`u.is_admin`);
  if (filter.createdAfter) add(sql`u.created_at > ${filter.createdAfter}`);
  if (filter.createdBefore) add(sql`u.created_at < ${filter.createdBefore}`);
  if (filter.search) {
    const pattern = containing(filter.search);
    const email = filter.searchesEmails ? sql`u.email` : sql`coalesce(u.public_email, '')`;
    add(
      sql`(u.name ILIKE ${pattern} OR u.username ILIKE ${pattern} OR lower(${email}) = ${filter.search.toLowerCase()})`,
    );
  }
  return conditions;
}
