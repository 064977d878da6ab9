import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

/** Something that sign-ins are counted by, and how many may fail within the window. */
export interface AttemptKey {
  key: string;
  limit: number;
}

/** Failures older than this no longer count. */
const WINDOW_SECONDS = 15 * 60;

/**
 * Counts an attempt as failed before the password is looked at, so that many at once cannot slip through together; who
 * succeeds takes it back. Null when the attempt is allowed, else the seconds until the next one is.
 */
export async function takeAttempt(db: Db, keys: readonly AttemptKey[]): Promise<number | null> {
  const names = keys.map(({ key }) => key);
  return db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM (SELECT unnest(${names}::text[]) AS key ORDER BY 1) AS keys`.execute(
      trx,
    );
    // The clock, not the start of the transaction: it may have waited for the lock.
    await sql`DELETE FROM sign_in_failures
      WHERE key = ANY(${names}::text[]) AND failed_at <= clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS}::int)`.execute(
      trx,
    );
    const { rows } = await sql<{ key: string; count: number; wait: number }>`
      SELECT key, count(*) AS count,
        ceil(extract(epoch FROM min(failed_at) - clock_timestamp()) + ${WINDOW_SECONDS}::int)::int AS wait
      FROM sign_in_failures WHERE key = ANY(${names}::text[]) GROUP BY key`.execute(trx);
    const limits = new Map(keys.map(({ key, limit }) => [key, limit]));
    const waits = rows.filter((row) => row.count >= (limits.get(row.key) ?? 0)).map((row) => Math.max(1, row.wait));
    if (waits.length > 0) return Math.max(...waits);
    await sql`INSERT INTO sign_in_failures (key, failed_at) SELECT unnest(${names}::text[]), clock_timestamp()`.execute(
      trx,
    );
    return null;
  });
}

/** After a success: the account starts afresh, the address gets back this one attempt only. */
export async function giveAttemptBack(db: Db, account: string, address: string): Promise<void> {
  await sql`DELETE FROM sign_in_failures WHERE key = ${account} OR ctid = (
    SELECT ctid FROM sign_in_failures WHERE key = ${address} ORDER BY failed_at DESC LIMIT 1)`.execute(db);
}

export async function deleteOldFailures(db: Db): Promise<void> {
  await sql`DELETE FROM sign_in_failures WHERE failed_at <= now() - make_interval(secs => ${WINDOW_SECONDS}::int)`.execute(
    db,
  );
}

export async function insertSetUpToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.insertInto('setUpTokens').values({ tokenHash }).execute();
}

/** Takes the token so that nobody uses it again; false when there is no such token. */
export async function takeSetUpToken(trx: Db, tokenHash: Buffer): Promise<boolean> {
  const taken = await trx
    .deleteFrom('setUpTokens')
    .where('tokenHash', '=', tokenHash)
    .returning('tokenHash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Held while the first administrator is made, so that two addresses cannot both be used at once. */
export async function lockSetUp(trx: Db): Promise<void> {
  await sql`LOCK TABLE set_up_tokens IN EXCLUSIVE MODE`.execute(trx);
}

export async function deleteSetUpTokens(db: Db): Promise<void> {
  await db.deleteFrom('setUpTokens').execute();
}
