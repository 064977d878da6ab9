import type { UserId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import { defineLoader } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { UserTable } from './table.ts';

/** An account without its password's hash, which never leaves the store. */
export type User = Omit<Selectable<UserTable>, 'passwordHash'>;

export const userColumns = [
  'id',
  'username',
  'name',
  'email',
  'publicEmail',
  'isAdmin',
  'state',
  'avatarUrl',
  'bio',
  'createdAt',
  'updatedAt',
  'lastSignInAt',
] as const satisfies readonly (keyof User)[];

export const usersById = defineLoader<UserId, User>('usersById', async (ctx, ids) => {
  const rows = await ctx.db
    .selectFrom('users')
    .select(userColumns)
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
});

export async function userById(db: Db, id: UserId): Promise<User | null> {
  return (await db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** By username in any letter case. */
export async function userByUsername(db: Db, username: string): Promise<User | null> {
  const [user] = await usersByUsername(db, [username]);
  return user ?? null;
}

/** By usernames in any letter case; unknown ones are left out. */
export async function usersByUsername(db: Db, usernames: readonly string[]): Promise<User[]> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where(sql<boolean>`lower(username) = ANY(${usernames.map((username) => username.toLowerCase())}::text[])`)
    .execute();
}
