import { sql } from 'kysely';
import type { Db } from './tables.ts';

/** Waits for the lock of this name and holds it until the transaction ends. */
export async function lockNamed(trx: Db, name: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}
