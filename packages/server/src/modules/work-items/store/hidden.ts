import type { NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { HiddenReason } from '../table.ts';

/** An item that was hidden or shown again. */
export interface FollowedItem {
  id: WorkItemId;
  namespaceId: NamespaceId;
}

/** Hides all items of this person; returns those that were not hidden for this reason before. */
export async function hideItemsOf(trx: Db, authorId: UserId, byId: UserId | null): Promise<FollowedItem[]> {
  const { rows } = await sql<FollowedItem>`
    WITH hidden AS (
      INSERT INTO hidden_work_items (work_item_id, reason, hidden_by_id)
      SELECT id, 'banned', ${byId} FROM work_items WHERE author_id = ${authorId} ORDER BY id
      ON CONFLICT DO NOTHING RETURNING work_item_id
    )
    SELECT w.id, w.namespace_id FROM hidden JOIN work_items w ON w.id = hidden.work_item_id ORDER BY w.id`.execute(trx);
  return rows;
}

/** Reverts `hideItemsOf`; items hidden for another reason stay hidden. */
export async function showItemsOf(trx: Db, authorId: UserId): Promise<FollowedItem[]> {
  const { rows } = await sql<FollowedItem>`
    WITH shown AS (
      DELETE FROM hidden_work_items h USING work_items w
      WHERE w.id = h.work_item_id AND w.author_id = ${authorId} AND h.reason = 'banned' RETURNING w.id, w.namespace_id
    )
    SELECT * FROM shown ORDER BY id`.execute(trx);
  return rows;
}

/** Hides an item for a reason, or reverts that; false when nothing changed. */
export async function setHidden(
  trx: Db,
  id: WorkItemId,
  hiding: { reason: HiddenReason; isHidden: boolean; byId: UserId | null },
): Promise<boolean> {
  const { reason, isHidden, byId } = hiding;
  const { rows } = isHidden
    ? await sql`INSERT INTO hidden_work_items (work_item_id, reason, hidden_by_id) VALUES (${id}, ${reason}, ${byId})
        ON CONFLICT DO NOTHING RETURNING work_item_id`.execute(trx)
    : await sql`DELETE FROM hidden_work_items WHERE work_item_id = ${id} AND reason = ${reason} RETURNING work_item_id`.execute(
        trx,
      );
  return rows.length > 0;
}
