import type { MilestoneId, NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { idsBelow } from '../../namespaces/store/transfers.ts';
import type { AffectedItem } from './items.ts';

const itemsBelow = (movedId: NamespaceId) =>
  sql`SELECT id FROM work_items WHERE namespace_id IN (${idsBelow(movedId)})`;
const boardsBelow = (movedId: NamespaceId) => sql`SELECT id FROM boards WHERE namespace_id IN (${idsBelow(movedId)})`;

/**
 * The milestones of these groups that items, merge requests and boards in `movedId` and below use, each with the milestone of the same
 * title that is available there, if any. `availableIn`: `movedId` and its ancestors.
 */
export async function milestonesUsedBelow(
  db: Db,
  movedId: NamespaceId,
  groupIds: readonly NamespaceId[],
  availableIn: readonly NamespaceId[],
): Promise<readonly { id: MilestoneId; sameId: MilestoneId | null }[]> {
  if (groupIds.length === 0) return [];
  const { rows } = await sql<{ id: MilestoneId; sameId: MilestoneId | null }>`
    SELECT m.id,
      (SELECT same.id FROM milestones same
       WHERE same.title = m.title AND same.namespace_id = ANY(${availableIn}::bigint[]) LIMIT 1) AS same_id
    FROM milestones m WHERE m.namespace_id = ANY(${groupIds}::bigint[]) AND (
      EXISTS (SELECT FROM work_items w WHERE w.milestone_id = m.id AND w.namespace_id IN (${idsBelow(movedId)}))
      OR EXISTS (SELECT FROM merge_requests r WHERE r.milestone_id = m.id AND r.project_id IN (${idsBelow(movedId)}))
      OR EXISTS (SELECT FROM boards b WHERE b.milestone_id = m.id AND b.namespace_id IN (${idsBelow(movedId)}))
      OR EXISTS (SELECT FROM board_lists l WHERE l.milestone_id = m.id AND l.board_id IN (${boardsBelow(movedId)})))
    ORDER BY m.id`.execute(db);
  return rows;
}

/** Gives everything in `movedId` and below another milestone instead of `from`, with its past in charts. Returns the items that had it. */
export async function replaceMilestoneBelow(
  trx: Db,
  movedId: NamespaceId,
  from: MilestoneId,
  to: MilestoneId,
): Promise<AffectedItem[]> {
  // First the items, whose trigger records the change; then all of their events.
  const { rows } = await sql<AffectedItem>`
    UPDATE work_items SET milestone_id = ${to} WHERE milestone_id = ${from} AND namespace_id IN (${idsBelow(movedId)})
    RETURNING id, namespace_id AS "namespaceId", parent_id AS "parentId"`.execute(trx);
  await sql`
    UPDATE timebox_events SET milestone_id = ${to}
    WHERE milestone_id = ${from} AND work_item_id IN (${itemsBelow(movedId)})`.execute(trx);
  await sql`
    UPDATE merge_requests SET milestone_id = ${to}
    WHERE milestone_id = ${from} AND project_id IN (${idsBelow(movedId)})`.execute(trx);
  await sql`
    UPDATE boards SET milestone_id = ${to} WHERE milestone_id = ${from} AND namespace_id IN (${idsBelow(movedId)})`.execute(
    trx,
  );
  await sql`
    UPDATE board_lists l SET milestone_id = ${to}::bigint
    WHERE milestone_id = ${from} AND board_id IN (${boardsBelow(movedId)})
      AND NOT EXISTS (SELECT FROM board_lists o WHERE o.board_id = l.board_id AND o.milestone_id = ${to}::bigint)`.execute(
    trx,
  );
  await sql`DELETE FROM board_lists WHERE milestone_id = ${from} AND board_id IN (${boardsBelow(movedId)})`.execute(
    trx,
  );
  return rows;
}
