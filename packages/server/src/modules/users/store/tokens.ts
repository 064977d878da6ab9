import type { Scope } from '@milepost/core/accounts/access-tokens';
import type { NamespaceId, TokenId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { containing } from '../../../platform/database/violations.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import type { PersonalAccessTokenTable } from '../table.ts';

/** A personal access token without its secret, of which only a hash is stored. */
export interface AccessToken {
  id: TokenId;
  userId: UserId;
  name: string;
  /** What it is for. */
  description: string | null;
  scopes: Scope[];
  /** `YYYY-MM-DD`, the first day on which it is no longer valid. */
  expiresAt: string | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  isActive: boolean;
  /** Of a group or project: the role that it was created with. */
  accessLevel: number | null;
  familyId: TokenId | null;
  isRotated: boolean;
  /** The last addresses that used it, newest first. */
  usedFrom: string[];
}

/** The current day in UTC, which decides about expiry. */
export const todayInSql = sql<string>`(now() AT TIME ZONE 'utc')::date`;

const isActive = sql<boolean>`(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${todayInSql}))`;

function selectTokens(db: Db) {
  return db
    .selectFrom('personalAccessTokens')
    .select([
      'id',
      'userId',
      'name',
      'description',
      'expiresAt',
      'revokedAt',
      'lastUsedAt',
      'createdAt',
      'accessLevel',
      'familyId',
      'isRotated',
      'usedFrom',
    ])
    .select(sql<Scope[]>`scopes`.as('scopes'))
    .select(isActive.as('isActive'));
}

export async function accessTokenById(db: Db, id: TokenId): Promise<AccessToken | null> {
  return (await selectTokens(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function insertAccessToken(
  db: Db,
  token: Omit<Insertable<PersonalAccessTokenTable>, 'scopes'> & { scopes: readonly Scope[] },
): Promise<AccessToken> {
  const { id } = await db
    .insertInto('personalAccessTokens')
    .values({ ...token, scopes: [...token.scopes] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return selectTokens(db).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Revokes a token; false if it was already revoked. */
export async function revokeAccessToken(db: Db, id: TokenId): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('personalAccessTokens')
    .set({ revokedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revokes every access token of an account. */
export async function revokeTokensOf(trx: Db, userId: UserId): Promise<void> {
  await trx
    .updateTable('personalAccessTokens')
    .set({ revokedAt: sql<Date>`now()` })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
}

/** Whether the account has a token that is neither revoked nor expired. */
export async function hasTokenInForce(db: Db, userId: UserId): Promise<boolean> {
  const query = db
    .selectFrom('personalAccessTokens')
    .select('id')
    .where('userId', '=', userId)
    .where(isActive)
    .limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Number of addresses that are kept for each token. */
const MAX_ADDRESSES = 5;

/** Records the use of a token, and from where. */
export async function touchAccessToken(db: Db, id: TokenId, address: string | null): Promise<void> {
  await db
    .updateTable('personalAccessTokens')
    .set({
      lastUsedAt: sql<Date>`now()`,
      ...(address !== null && {
        usedFrom: sql<
          string[]
        >`(array_prepend(${address}::text, array_remove(used_from, ${address}::text)))[1:${sql.lit(MAX_ADDRESSES)}]`,
      }),
    })
    .where('id', '=', id)
    .execute();
}

/** Marks a revoked token as replaced. Returns the family of both. */
export async function markRotated(db: Db, { id, familyId }: AccessToken): Promise<TokenId> {
  const family = familyId ?? id;
  await db
    .updateTable('personalAccessTokens')
    .set({ isRotated: true, familyId: family })
    .where('id', '=', id)
    .execute();
  return family;
}

/** Revokes the tokens of a family that are in force, and returns them. */
export async function revokeFamily(db: Db, familyId: TokenId): Promise<AccessToken[]> {
  const inForce = await selectTokens(db)
    .where('familyId', '=', familyId)
    .where('revokedAt', 'is', null)
    .forUpdate()
    .execute();
  for (const { id } of inForce) await revokeAccessToken(db, id);
  return inForce;
}

/** A token that was replaced, by its hash. */
export async function rotatedToken(db: Db, tokenHash: Buffer): Promise<AccessToken | null> {
  const query = selectTokens(db).where('tokenHash', '=', tokenHash).where('isRotated', '=', true);
  return (await query.executeTakeFirst()) ?? null;
}

export interface AccessTokenFilter {
  /** Null for all people. */
  userId: UserId | null;
  /** Only those of this group or project. */
  botOfId?: NamespaceId;
  state?: 'active' | 'inactive';
  revoked?: boolean;
  search?: string;
  createdAfter?: Date;
  createdBefore?: Date;
  expiresAfter?: string;
  expiresBefore?: string;
  lastUsedAfter?: Date;
  lastUsedBefore?: Date;
}

export const tokenSorts = [
  'created_asc',
  'created_desc',
  'expires_asc',
  'expires_desc',
  'last_used_asc',
  'last_used_desc',
  'name_asc',
  'name_desc',
] as const;
export type TokenSort = (typeof tokenSorts)[number];

const orders: Readonly<Record<TokenSort, RawBuilder<unknown>>> = {
  created_asc: sql`created_at ASC, id ASC`,
  created_desc: sql`created_at DESC, id DESC`,
  expires_asc: sql`expires_at ASC NULLS LAST, id DESC`,
  expires_desc: sql`expires_at DESC NULLS LAST, id DESC`,
  last_used_asc: sql`last_used_at ASC NULLS FIRST, id DESC`,
  last_used_desc: sql`last_used_at DESC NULLS LAST, id DESC`,
  name_asc: sql`lower(name) ASC, id DESC`,
  name_desc: sql`lower(name) DESC, id DESC`,
};

export async function listAccessTokens(
  db: Db,
  filter: AccessTokenFilter,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
  sort: TokenSort = 'created_desc',
): Promise<{ tokens: AccessToken[]; total: number }> {
  const matching = sql<SqlBool>`${sql.join(conditionsOf(filter), sql` AND `)}`;
  const tokens = await selectTokens(db)
    .where(matching)
    .orderBy(orders[sort])
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
  const { total } = await db
    .selectFrom('personalAccessTokens')
    .select(sql<number>`count(*)`.as('total'))
    .where(matching)
    .executeTakeFirstOrThrow();
  return { tokens, total };
}

function conditionsOf(filter: AccessTokenFilter): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`true`];
  const add = (condition: RawBuilder<SqlBool>) => void conditions.push(condition);
  if (filter.userId !== null) add(sql`user_id = ${filter.userId}`);
  if (filter.botOfId !== undefined) add(sql`user_id IN (SELECT id FROM users WHERE bot_of_id = ${filter.botOfId})`);
  if (filter.state) add(filter.state === 'active' ? isActive : sql`NOT ${isActive}`);
  if (filter.revoked !== undefined) add(sql`(revoked_at IS NOT NULL) = ${filter.revoked}`);
  if (filter.search) add(sql`name ILIKE ${containing(filter.search)}`);
  if (filter.createdAfter) add(sql`created_at > ${filter.createdAfter}`);
  if (filter.createdBefore) add(sql`created_at < ${filter.createdBefore}`);
  if (filter.expiresAfter) add(sql`expires_at > ${filter.expiresAfter}::date`);
  if (filter.expiresBefore) add(sql`expires_at < ${filter.expiresBefore}::date`);
  if (filter.lastUsedAfter) add(sql`last_used_at > ${filter.lastUsedAfter}`);
  if (filter.lastUsedBefore) add(sql`last_used_at < ${filter.lastUsedBefore}`);
  return conditions;
}
