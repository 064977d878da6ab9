import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';

/** Stores the new top-level group in every item of this namespace and below that has another one. */
export async function saveRootBelow(trx: Db, traversalIds: readonly NamespaceId[], rootId: NamespaceId): Promise<void> {
  await sql`
    UPDATE work_items SET root_id = ${rootId}
    WHERE namespace_id IN (SELECT n.id FROM namespaces n WHERE ${namespacesBelow(traversalIds)})
      AND root_id <> ${rootId}`.execute(trx);
}

/** The same for at most `limit` items with higher ids than `after`; null: there are no more. */
export async function saveRootOfNext(
  trx: Db,
  traversalIds: readonly NamespaceId[],
  rootId: NamespaceId,
  { after, limit }: { after: number; limit: number },
): Promise<{ count: number; last: number } | null> {
  const { rows } = await sql<{ count: number; last: number | null }>`
    WITH next AS MATERIALIZED (
      SELECT id FROM work_items
      WHERE namespace_id = ANY(ARRAY(SELECT n.id FROM namespaces n WHERE ${namespacesBelow(traversalIds)})) AND id > ${after}
      ORDER BY id LIMIT ${limit}
    ), saved AS (
      UPDATE work_items w SET root_id = ${rootId} FROM next WHERE w.id = next.id
    )
    SELECT count(*)::integer AS count, max(id) AS last FROM next`.execute(trx);
  const [found] = rows;
  return found && found.last !== null ? { count: found.count, last: found.last } : null;
}

/** The number of items here and below, counted up to a limit. */
export async function countItemsBelow(
  db: Db,
  traversalIds: readonly NamespaceId[],
  limit: number | null = null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (
      SELECT FROM work_items
      WHERE namespace_id = ANY(ARRAY(SELECT n.id FROM namespaces n WHERE ${namespacesBelow(traversalIds)})) LIMIT ${limit}
    ) AS counted`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Takes items out of the trees of other top-level groups, with everything below them. Returns their former parents, whose dates and sums
 * must be recomputed.
 */
export async function separateTrees(
  trx: Db,
  rootIds: readonly NamespaceId[],
): Promise<{ formerParentIds: WorkItemId[] }> {
  const { rows } = await sql<{ parentId: WorkItemId }>`
    WITH RECURSIVE crossing AS MATERIALIZED (
      SELECT w.id, w.parent_id, cardinality(w.ancestor_ids) AS depth
      FROM work_items parent JOIN work_items w ON w.parent_id = parent.id
      WHERE parent.root_id = ANY(${rootIds}::bigint[]) AND w.root_id <> parent.root_id
    ), below AS (
      SELECT id, depth FROM crossing
      UNION ALL
      SELECT w.id, below.depth FROM work_items w JOIN below ON w.parent_id = below.id
    ), cut AS (
      -- An item below two such parents keeps the path below the nearest one.
      SELECT id, max(depth) AS depth FROM below GROUP BY id
    ), separated AS (
      UPDATE work_items w SET
        ancestor_ids = w.ancestor_ids[cut.depth + 1:],
        parent_id = CASE WHEN cut.depth = cardinality(w.ancestor_ids) THEN NULL ELSE w.parent_id END
      FROM cut WHERE cut.id = w.id
    )
    SELECT DISTINCT parent_id FROM crossing`.execute(trx);
  return { formerParentIds: rows.map(({ parentId }) => parentId) };
}
