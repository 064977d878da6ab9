import type { PasskeyId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { ChallengePurpose, PasskeyTable } from '../table.ts';

export type Passkey = Selectable<PasskeyTable>;

/** Maximum number of open challenges; the sweep deletes older ones, because visitors request them too. */
const MAX_CHALLENGES = 100_000;

/** The passkeys of a person, oldest first. */
export async function passkeysOf(db: Db, userId: UserId): Promise<Passkey[]> {
  return db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute();
}

/** A passkey by the id that its authenticator chose, locked until the transaction ends. */
export async function lockPasskey(trx: Db, credentialId: Buffer): Promise<Passkey | null> {
  const row = await trx
    .selectFrom('passkeys')
    .selectAll()
    .where('credentialId', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertPasskey(trx: Db, values: Insertable<PasskeyTable>): Promise<Passkey> {
  return trx.insertInto('passkeys').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function recordPasskeyUse(trx: Db, id: PasskeyId, counter: number): Promise<void> {
  await trx
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Renames a person's passkey; null when there is none of this id. */
export async function savePasskeyName(db: Db, userId: UserId, id: PasskeyId, name: string): Promise<Passkey | null> {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a person's passkey; false when there is none of this id. */
export async function deletePasskey(trx: Db, userId: UserId, id: PasskeyId): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** `userId`: null for a sign-in with a passkey alone. */
export interface Challenge {
  challengeHash: Buffer;
  purpose: ChallengePurpose;
  userId: UserId | null;
}

export async function insertChallenge(db: Db, challenge: Challenge, minutes: number): Promise<void> {
  await db
    .insertInto('passkeyChallenges')
    .values({ ...challenge, expiresAt: sql<Date>`now() + make_interval(mins => ${minutes}::int)` })
    .execute();
}

/** Uses up a challenge; false when it was used, has expired, or is another person's or for something else. */
export async function consumeChallenge(db: Db, { challengeHash, purpose, userId }: Challenge): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM passkey_challenges WHERE challenge_hash = ${challengeHash} AND purpose = ${purpose}
      AND user_id IS NOT DISTINCT FROM ${userId}::bigint AND expires_at > now() RETURNING 1`.execute(db);
  return rows.length > 0;
}

/** Deletes expired challenges, and the oldest beyond `max`. */
export async function sweepChallenges(db: Db, max: number = MAX_CHALLENGES): Promise<void> {
  await sql`DELETE FROM passkey_challenges WHERE expires_at <= now()`.execute(db);
  await sql`DELETE FROM passkey_challenges WHERE expires_at <
    (SELECT expires_at FROM passkey_challenges ORDER BY expires_at DESC OFFSET ${max - 1}::int LIMIT 1)`.execute(db);
}
