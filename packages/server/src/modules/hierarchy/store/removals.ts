import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** Deletes up to `limit` items of a group or project, the newest first: children are usually newer than their parents. Returns their number. */
export async function deleteNewestItems(trx: Db, namespaceId: NamespaceId, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM work_items WHERE id = ANY(ARRAY(
      SELECT id FROM work_items WHERE namespace_id = ${namespaceId} ORDER BY iid DESC LIMIT ${limit}))`.execute(trx);
  return Number(numAffectedRows);
}
