import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../platform/database/tables.ts';

/**
 * Polls until so many statements wait for locks in this database. `db` must not be a transaction: PostgreSQL shows it the sessions of its first
 * look all the time.
 */
export async function untilWaiting(db: Db, count = 1): Promise<void> {
  const waiting = async (): Promise<number> => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND pg_blocking_pids(pid) <> '{}'`.execute(db);
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 10_000, interval: 20 }).toBe(count);
}
