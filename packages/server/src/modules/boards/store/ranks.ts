import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** The first key of an advisory lock; the second is the top-level group. */
const RANKS = 7_205_122;

/** Serializes moves of cards below a top-level group for the transaction. Acquire it before any row lock. */
export async function lockRanks(trx: Db, rootId: NamespaceId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${RANKS}::integer, ${rootId % 2_147_483_647}::integer)`.execute(trx);
}
