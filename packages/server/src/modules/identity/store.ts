import type { IdentityId, UserId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import { lockNamed } from '../../platform/database/locks.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { IdentityRequestTable, IdentityTable } from './table.ts';

export type Identity = Selectable<IdentityTable>;
export type IdentityRequest = Selectable<IdentityRequestTable>;

/** An account at a provider, as the provider names it. */
export interface IdentityKey {
  provider: string;
  /** Empty for the directory. */
  issuer: string;
  subject: string;
}

/** Serializes first sign-ins of one identity. */
export async function lockIdentity(trx: Db, { provider, issuer, subject }: IdentityKey): Promise<void> {
  await lockNamed(trx, `identity:${JSON.stringify([provider, issuer, subject])}`);
}

export async function identityByKey(db: Db, { provider, issuer, subject }: IdentityKey): Promise<Identity | null> {
  const row = await db
    .selectFrom('identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ?? null;
}

/** The account whose identity a provider calls so; null for none. */
export async function userIdShownAs(db: Db, provider: string, shownAs: string): Promise<UserId | null> {
  const row = await db
    .selectFrom('identities')
    .select('userId')
    .where('provider', '=', provider)
    .where(sql<string>`lower(shown_as)`, '=', shownAs.toLowerCase())
    .limit(1)
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** The identities of a person, oldest first. */
export async function identitiesOf(db: Db, userId: UserId): Promise<Identity[]> {
  return db.selectFrom('identities').selectAll().where('userId', '=', userId).orderBy('id').execute();
}

export async function insertIdentity(
  trx: Db,
  identity: IdentityKey & { userId: UserId; shownAs: string },
): Promise<Identity> {
  return trx.insertInto('identities').values(identity).returningAll().executeTakeFirstOrThrow();
}

/** Records a sign-in: what the account is called at the provider now. */
export async function touchIdentity(db: Db, id: IdentityId, shownAs: string): Promise<void> {
  await db
    .updateTable('identities')
    .set({ shownAs, lastUsedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function saveClaimValues(db: Db, id: IdentityId, claimValues: string[]): Promise<void> {
  await db.updateTable('identities').set({ claimValues }).where('id', '=', id).execute();
}

/** Deletes an identity of a person; null when there is none of this id. */
export async function deleteIdentity(trx: Db, userId: UserId, id: IdentityId): Promise<Identity | null> {
  const row = await trx
    .deleteFrom('identities')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Sign-ins that have begun; the sweep deletes older ones, because visitors begin them. */
const MAX_REQUESTS = 100_000;

export async function insertRequest(
  db: Db,
  request: Omit<IdentityRequest, 'usedAt' | 'expiresAt'>,
  minutes: number,
): Promise<void> {
  await db
    .insertInto('identityRequests')
    .values({ ...request, expiresAt: sql<Date>`now() + make_interval(mins => ${minutes}::int)` })
    .execute();
}

/** Uses the request of this browser and state, once; null when there is none that is open. */
export async function useRequest(db: Db, browserHash: Buffer, stateHash: Buffer): Promise<IdentityRequest | null> {
  const row = await db
    .updateTable('identityRequests')
    .set({ usedAt: sql<Date>`now()` })
    .where('browserHash', '=', browserHash)
    .where('stateHash', '=', stateHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Whether this state belongs to a link of an identity that was used. */
export async function isUsedLink(db: Db, stateHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('identityRequests')
    .select('stateHash')
    .where('stateHash', '=', stateHash)
    .where('usedAt', 'is not', null)
    .where('userId', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes expired requests, and the oldest beyond `max`. */
export async function sweepRequests(db: Db, max: number = MAX_REQUESTS): Promise<void> {
  await sql`DELETE FROM identity_requests WHERE expires_at <= now()`.execute(db);
  await sql`DELETE FROM identity_requests WHERE expires_at < (
    SELECT expires_at FROM identity_requests ORDER BY expires_at DESC OFFSET ${max - 1}::int LIMIT 1)`.execute(db);
}
