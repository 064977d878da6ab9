import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * What is committed at this moment, as one text: PostgreSQL's list of the transactions that a statement sent now would see.
 * Where two of these texts are the same, nothing was committed between them, by any process, in any table; it never comes back
 * to an earlier one.
 */
export async function snapshotOf(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`SELECT pg_current_snapshot()::text AS snapshot`.execute(db);
  return rows[0]?.snapshot ?? '';
}
