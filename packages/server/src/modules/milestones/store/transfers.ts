import type { MilestoneId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { idsBelow } from '../../namespaces/store/transfers.ts';

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

/** A milestone, and the one that takes its place. */
export interface MilestoneReplacement {
  from: MilestoneId;
  to: MilestoneId;
}

/** An item that had a replaced milestone. */
export interface ReplacedItem {
  from: MilestoneId;
  parentId: WorkItemId | null;
}

/** The replacements as a relation `pair` with the columns `from_id` and `to_id`. */
export const milestonePairs = (replacements: readonly MilestoneReplacement[], alias = 'pair'): RawBuilder<unknown> =>
  sql`unnest(${replacements.map((each) => each.from)}::bigint[], ${replacements.map((each) => each.to)}::bigint[])
    AS ${sql.ref(alias)} (from_id, to_id)`;

/**
 * Gives everything in `movedId` and below other milestones, with its past in charts. Each table in one statement, because a group has
 * hundreds of milestones. Returns the items that had one.
 */
export async function replaceMilestonesBelow(
  trx: Db,
  movedId: NamespaceId,
  replacements: readonly MilestoneReplacement[],
): Promise<readonly ReplacedItem[]> {
  if (replacements.length === 0) return [];
  // First the items, whose trigger records the change; then all of their events.
  const { rows } = await sql<ReplacedItem>`
    UPDATE work_items SET milestone_id = pair.to_id FROM ${milestonePairs(replacements)}
    WHERE milestone_id = pair.from_id AND namespace_id IN (${idsBelow(movedId)})
    RETURNING pair.from_id AS "from", parent_id AS "parentId"`.execute(trx);
  await replaceMilestonesInCharts(trx, itemsBelow(movedId), replacements);
  await replaceMilestonesBeside(trx, movedId, replacements);
  return rows;
}

/** Gives the past of items in charts other milestones. */
export async function replaceMilestonesInCharts(
  trx: Db,
  items: RawBuilder<unknown>,
  replacements: readonly MilestoneReplacement[],
): Promise<void> {
  if (replacements.length === 0) return;
  await sql`
    UPDATE timebox_events SET milestone_id = pair.to_id FROM ${milestonePairs(replacements)}
    WHERE milestone_id = pair.from_id AND work_item_id IN (${items})`.execute(trx);
}

/** Gives the merge requests and boards in `movedId` and below other milestones. */
export async function replaceMilestonesBeside(
  trx: Db,
  movedId: NamespaceId,
  replacements: readonly MilestoneReplacement[],
): Promise<void> {
  if (replacements.length === 0) return;
  const pairs = milestonePairs(replacements);
  await sql`
    UPDATE merge_requests SET milestone_id = pair.to_id FROM ${pairs}
    WHERE milestone_id = pair.from_id AND project_id IN (${idsBelow(movedId)})`.execute(trx);
  await sql`
    UPDATE boards SET milestone_id = pair.to_id FROM ${pairs}
    WHERE milestone_id = pair.from_id AND namespace_id IN (${idsBelow(movedId)})`.execute(trx);
  // A board has one list of a milestone.
  await sql`
    UPDATE board_lists l SET milestone_id = first.to_id FROM (
      SELECT DISTINCT ON (o.board_id, pair.to_id) o.id, o.board_id, pair.to_id FROM board_lists o JOIN ${pairs} ON pair.from_id = o.milestone_id
      WHERE o.board_id IN (${boardsBelow(movedId)}) ORDER BY o.board_id, pair.to_id, o.position, o.id) AS first
    WHERE l.id = first.id
      AND NOT EXISTS (SELECT FROM board_lists o WHERE o.board_id = l.board_id AND o.milestone_id = first.to_id)`.execute(
    trx,
  );
  await sql`
    DELETE FROM board_lists WHERE milestone_id = ANY(${replacements.map((each) => each.from)}::bigint[])
      AND board_id IN (${boardsBelow(movedId)})`.execute(trx);
}
