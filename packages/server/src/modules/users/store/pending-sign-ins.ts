import type { UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** Open sign-ins of one person; a further one replaces the oldest. */
const MAX_OF_USER = 20;

export async function insertPendingSignIn(
  db: Db,
  row: { tokenHash: Buffer; userId: UserId; isRemembered: boolean },
  minutes: number,
): Promise<void> {
  await db
    .insertInto('pendingSignIns')
    .values({ ...row, expiresAt: sql<Date>`now() + make_interval(mins => ${minutes}::int)` })
    .execute();
  await sql`DELETE FROM pending_sign_ins WHERE token_hash IN (SELECT token_hash FROM pending_sign_ins
    WHERE user_id = ${row.userId} ORDER BY expires_at DESC OFFSET ${MAX_OF_USER}::int)`.execute(db);
}

/** The open sign-in of a token; null when it expired, ended, or never existed. */
export async function pendingSignIn(
  db: Db,
  tokenHash: Buffer,
): Promise<{ userId: UserId; isRemembered: boolean } | null> {
  const row = await db
    .selectFrom('pendingSignIns')
    .select(['userId', 'isRemembered'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/** Ends a sign-in; false when it has ended before. */
export async function deletePendingSignIn(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pendingSignIns')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteExpiredPendingSignIns(db: Db): Promise<void> {
  await db
    .deleteFrom('pendingSignIns')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
}
