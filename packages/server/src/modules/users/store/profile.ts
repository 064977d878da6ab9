import type { UserId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { usersByUsername, type User, userColumns } from '../store.ts';
import type { UserAvatarTable, UserPreferenceTable } from '../table.ts';

export type Preferences = Omit<Selectable<UserPreferenceTable>, 'userId'>;

export const noPreferences: Preferences = {
  timeZone: null,
  dateLanguage: null,
  firstWeekday: null,
  hasShortcuts: true,
};

export async function preferencesOf(db: Db, userId: UserId): Promise<Preferences> {
  const row = await db
    .selectFrom('userPreferences')
    .select(['timeZone', 'dateLanguage', 'firstWeekday', 'hasShortcuts'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ?? noPreferences;
}

export async function savePreferences(db: Db, userId: UserId, preferences: Preferences): Promise<void> {
  await db
    .insertInto('userPreferences')
    .values({ userId, ...preferences })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(preferences))
    .execute();
}

export type Avatar = Omit<Selectable<UserAvatarTable>, 'userId'>;

export async function avatarOf(db: Db, userId: UserId): Promise<Avatar | null> {
  const row = await db
    .selectFrom('userAvatars')
    .select(['mediaType', 'bytes', 'digest'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveAvatar(db: Db, userId: UserId, avatar: Avatar): Promise<void> {
  await db
    .insertInto('userAvatars')
    .values({ userId, ...avatar })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(avatar))
    .execute();
}

export async function deleteAvatar(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('userAvatars').where('userId', '=', userId).execute();
}

export async function countFormerUsernames(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM taken_names WHERE user_id = ${userId} AND is_former`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The person who had this username before; null for none. */
export async function userByFormerUsername(db: Db, username: string): Promise<User | null> {
  const [found] = await formerOwners(db, [username]);
  return found?.user ?? null;
}

/** Accounts by current or former username; the keys are the given names in lower case. */
export async function usersByAnyUsername(db: Db, usernames: readonly string[]): Promise<ReadonlyMap<string, User>> {
  if (usernames.length === 0) return new Map();
  const present = await usersByUsername(db, usernames);
  const found = new Map(present.map((user) => [user.username.toLowerCase(), user]));
  const missing = usernames.filter((name) => !found.has(name.toLowerCase()));
  for (const { name, user } of await formerOwners(db, missing)) found.set(name, user);
  return found;
}

async function formerOwners(db: Db, usernames: readonly string[]): Promise<{ name: string; user: User }[]> {
  if (usernames.length === 0) return [];
  const { rows } = await sql<{ name: string; userId: UserId }>`
    SELECT name, user_id FROM taken_names
    WHERE is_former AND name = ANY(${usernames.map((name) => name.toLowerCase())}::text[])`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ userId }) => userId);
  const users = await db.selectFrom('users').select(userColumns).where('id', 'in', ids).execute();
  const byId = new Map(users.map((user) => [user.id, user]));
  return rows.flatMap(({ name, userId }) => {
    const user = byId.get(userId);
    return user ? [{ name, user }] : [];
  });
}
