import type { BoardId, NamespaceId, StatusId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';

/** The boards of a namespace and below with the statuses of their lists. */
export async function boardsWithStatusesBelow(
  db: Db,
  traversalIds: readonly NamespaceId[],
): Promise<{ boardId: BoardId; statusId: StatusId }[]> {
  const { rows } = await sql<{ boardId: BoardId; statusId: StatusId }>`
    SELECT l.board_id, l.status_id FROM board_lists l
    JOIN boards b ON b.id = l.board_id JOIN namespaces n ON n.id = b.namespace_id
    WHERE l.status_id IS NOT NULL AND ${namespacesBelow(traversalIds)}
    ORDER BY l.board_id, l.position, l.id`.execute(db);
  return rows;
}

/** Gives a list of a board another status. Without one, or if the board has a list of it already, the list is removed. */
export async function replaceStatusOfLists(
  trx: Db,
  boardId: BoardId,
  from: StatusId,
  to: StatusId | null,
): Promise<void> {
  await sql`
    UPDATE board_lists SET status_id = ${to}::bigint
    WHERE board_id = ${boardId} AND status_id = ${from} AND ${to}::bigint IS NOT NULL
      AND NOT EXISTS (SELECT FROM board_lists o WHERE o.board_id = ${boardId} AND o.status_id = ${to}::bigint)`.execute(
    trx,
  );
  await sql`DELETE FROM board_lists WHERE board_id = ${boardId} AND status_id = ${from}`.execute(trx);
}
