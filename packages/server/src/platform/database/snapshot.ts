import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * The committed state of the database as text: PostgreSQL's list of the transactions that a statement sent now would see. Two
 * equal texts mean that nothing was committed in between, by any process, in any table; a state never returns.
 */
export async function snapshotOf(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`SELECT pg_current_snapshot()::text AS snapshot`.execute(db);
  return rows[0]?.snapshot ?? '';
}
