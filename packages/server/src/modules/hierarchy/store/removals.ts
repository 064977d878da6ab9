import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/**
 * Deletes up to `limit` items of a group or project, the newest first: children are usually newer than their parents. Leaves those that
 * another transaction has locked. Returns the number of deleted items.
 */
export async function deleteNewestItems(trx: Db, namespaceId: NamespaceId, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM work_items WHERE id = ANY(ARRAY(
      SELECT id FROM work_items WHERE namespace_id = ${namespaceId} ORDER BY iid DESC LIMIT ${limit} FOR UPDATE SKIP LOCKED))`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

export async function hasItems(db: Db, namespaceId: NamespaceId): Promise<boolean> {
  const { rows } = await sql`SELECT FROM work_items WHERE namespace_id = ${namespaceId} LIMIT 1`.execute(db);
  return rows.length > 0;
}
