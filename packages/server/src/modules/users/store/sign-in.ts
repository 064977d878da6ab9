import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** A count is reset when its last failure is older than this. */
const FORGET_AFTER_SECONDS = 24 * 60 * 60;
/** Maximum number of counts; the sweep deletes older ones, so that requests with random names cannot fill the disk. */
const MAX_COUNTS = 100_000;

/**
 * Counts an attempt as failed, in one statement. `delays`: seconds to wait after the first, second, … failure; the last value
 * applies to all later ones. Null when the attempt is allowed, otherwise the remaining seconds; refused attempts do not count.
 */
export async function takeAttempt(db: Db, key: Buffer, delays: readonly number[]): Promise<number | null> {
  // clock_timestamp(), because the statement may have waited for the row.
  const { rows } = await sql<{ key: Buffer }>`
    INSERT INTO sign_in_delays AS d (key, failures, failed_at, allowed_at)
    VALUES (${key}, 1, clock_timestamp(), clock_timestamp() + make_interval(secs => (${delays}::int[])[1]))
    ON CONFLICT (key) DO UPDATE SET (failures, failed_at, allowed_at) = (
      SELECT n, clock_timestamp(), clock_timestamp() + make_interval(secs => (${delays}::int[])[least(n, ${delays.length}::int)])
      FROM (SELECT CASE WHEN d.failed_at > clock_timestamp() - make_interval(secs => ${FORGET_AFTER_SECONDS}::int)
        THEN d.failures + 1 ELSE 1 END AS n) AS counted)
    WHERE d.allowed_at <= clock_timestamp()
    RETURNING key`.execute(db);
  if (rows.length > 0) return null;
  const waiting = await sql<{ seconds: number }>`
    SELECT ceil(extract(epoch FROM allowed_at - clock_timestamp()))::int AS seconds FROM sign_in_delays WHERE key = ${key}`.execute(
    db,
  );
  return Math.max(1, waiting.rows[0]?.seconds ?? 1);
}

/** Resets the count after a success. */
export async function clearAttempts(db: Db, key: Buffer): Promise<void> {
  await sql`DELETE FROM sign_in_delays WHERE key = ${key}`.execute(db);
}

/** Deletes expired counts, and the oldest beyond `max`. */
export async function sweepAttempts(db: Db, max: number = MAX_COUNTS): Promise<void> {
  await sql`DELETE FROM sign_in_delays
    WHERE failed_at <= now() - make_interval(secs => ${FORGET_AFTER_SECONDS}::int)`.execute(db);
  await sql`DELETE FROM sign_in_delays
    WHERE failed_at < (SELECT failed_at FROM sign_in_delays ORDER BY failed_at DESC OFFSET ${max - 1}::int LIMIT 1)`.execute(
    db,
  );
}

export async function insertSetUpToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.insertInto('setUpTokens').values({ tokenHash }).execute();
}

export async function isSetUpToken(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('setUpTokens')
    .select('tokenHash')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Consumes the token; false when there is no such token. */
export async function consumeSetUpToken(trx: Db, tokenHash: Buffer): Promise<boolean> {
  const taken = await trx
    .deleteFrom('setUpTokens')
    .where('tokenHash', '=', tokenHash)
    .returning('tokenHash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Serializes the creation of the first administrator, so that two links cannot be used concurrently. */
export async function lockSetUp(trx: Db): Promise<void> {
  await sql`LOCK TABLE set_up_tokens IN EXCLUSIVE MODE`.execute(trx);
}

export async function deleteSetUpTokens(db: Db): Promise<void> {
  await db.deleteFrom('setUpTokens').execute();
}
