import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { milestonePairs, type MilestoneReplacement } from '../../milestones/store/transfers.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';
import { keepAudiences } from './audiences.ts';
import { columns, eachField } from './columns.ts';

/** Stores the new top-level group in every item of this namespace and below that has another one. */
export async function saveRootBelow(trx: Db, traversalIds: readonly NamespaceId[], rootId: NamespaceId): Promise<void> {
  await sql`
    UPDATE work_items SET root_id = ${rootId}
    WHERE namespace_id IN (SELECT n.id FROM namespaces n WHERE ${namespacesBelow(traversalIds)})
      AND root_id <> ${rootId}`.execute(trx);
}

/** Up to `limit` ids of items here and below that are higher than `after`, in ascending order. */
export async function nextIdsBelow(
  db: Db,
  traversalIds: readonly NamespaceId[],
  { after, limit }: { after: number; limit: number },
): Promise<WorkItemId[]> {
  const { rows } = await sql<{ id: WorkItemId }>`
    SELECT id FROM work_items
    WHERE namespace_id = ANY(ARRAY(SELECT n.id FROM namespaces n WHERE ${namespacesBelow(traversalIds)})) AND id > ${after}
    ORDER BY id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** These items, as a subquery. */
export const theseItems = (ids: readonly WorkItemId[]): RawBuilder<unknown> => sql`SELECT unnest(${ids}::bigint[])`;

/**
 * Stores the new top-level group in these items, and the milestones that take the place of theirs. Each table in one statement without
 * the triggers of single rows, which take eight times as long: the statuses must fit the new group, and the past is not recorded, because
 * a replaced milestone is the same one to its readers.
 */
export async function saveRootOf(
  trx: Db,
  ids: readonly WorkItemId[],
  rootId: NamespaceId,
  replacements: readonly MilestoneReplacement[],
): Promise<void> {
  await sql`SELECT set_config('milepost.moves_items', 'on', true)`.execute(trx);
  await sql`
    WITH pair AS MATERIALIZED (SELECT * FROM ${milestonePairs(replacements)}), moved AS MATERIALIZED (
      SELECT w.id, CASE WHEN w.type <> 'epic' THEN w.parent_id END AS epic_id, own.to_id AS milestone_id,
        started.to_id AS start_milestone_id, due.to_id AS due_milestone_id
      FROM work_items w LEFT JOIN pair AS own ON own.from_id = w.milestone_id
      LEFT JOIN pair AS started ON started.from_id = w.start_date_sourcing_milestone_id
      LEFT JOIN pair AS due ON due.from_id = w.due_date_sourcing_milestone_id
      WHERE w.id = ANY(${ids}::bigint[])
    ), saved AS (
      UPDATE work_items w SET root_id = ${rootId}, milestone_id = coalesce(moved.milestone_id, w.milestone_id),
        start_date_sourcing_milestone_id = coalesce(moved.start_milestone_id, w.start_date_sourcing_milestone_id),
        due_date_sourcing_milestone_id = coalesce(moved.due_milestone_id, w.due_date_sourcing_milestone_id)
      FROM moved WHERE w.id = moved.id
    ), titled AS (
      UPDATE work_item_titles t SET root_id = ${rootId} FROM moved WHERE t.work_item_id = moved.id
    ), ranked AS (
      UPDATE issue_ranks r SET root_id = ${rootId} FROM moved WHERE r.work_item_id = moved.id
    )
    INSERT INTO unplanned_epics_waiting (work_item_id)
    SELECT DISTINCT epic_id FROM moved WHERE milestone_id IS NOT NULL AND epic_id IS NOT NULL`.execute(trx);
  await sql`SELECT set_config('milepost.moves_items', 'off', true)`.execute(trx);
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
 * After a namespace moved to another top-level group: separates its items from parents and children in the former one, with everything
 * below them, and subtracts them from the sums of their former ancestors. Returns their former parents, whose dates must be recomputed.
 */
export async function separateTrees(
  trx: Db,
  traversalIds: readonly NamespaceId[],
): Promise<{ formerParentIds: WorkItemId[] }> {
  const moved = sql`ARRAY(SELECT n.id FROM namespaces n WHERE ${namespacesBelow(traversalIds)})`;
  const below = sql`
    crossing AS MATERIALIZED (
      SELECT w.id, w.parent_id, cardinality(w.ancestor_ids) AS depth
      FROM work_items w JOIN work_items parent ON parent.id = w.parent_id
      WHERE w.namespace_id = ANY(${moved}) AND w.root_id <> parent.root_id
      UNION
      SELECT w.id, w.parent_id, cardinality(w.ancestor_ids)
      FROM work_items parent JOIN work_items w ON w.parent_id = parent.id
      WHERE parent.namespace_id = ANY(${moved}) AND w.root_id <> parent.root_id
    ), below AS (
      SELECT id, depth FROM crossing
      UNION ALL
      SELECT w.id, below.depth FROM work_items w JOIN below ON w.parent_id = below.id
    )`;
  // A concurrent change of one of them comes first: its difference goes to the ancestors that the item has then.
  const { rows: held } = await sql`
    WITH RECURSIVE ${below} SELECT FROM work_items w WHERE w.id IN (SELECT id FROM below) ORDER BY w.id FOR NO KEY UPDATE`.execute(
    trx,
  );
  if (held.length === 0) return { formerParentIds: [] };
  await keepAudiences(trx);
  const { rows } = await sql<{ parentId: WorkItemId }>`
    WITH RECURSIVE ${below}, cut AS MATERIALIZED (
      -- An item below two such parents keeps the path below the nearest one.
      SELECT id, max(depth) AS depth FROM below GROUP BY id
    ), lost AS (
      SELECT w.ancestor_ids[:cut.depth] AS ancestor_ids, c.*,
        counted_audience(w.is_hidden, w.is_confidential, w.namespace_id, w.iid) AS audience
      FROM cut JOIN work_items w ON w.id = cut.id
      CROSS JOIN LATERAL work_item_contribution(w.type, w.state, w.weight, w.health_status) AS c
    ), counted AS (
      INSERT INTO work_item_rollup_deltas (work_item_id, audience, ${columns})
      SELECT ancestor.id, lost.audience, ${eachField((field) => sql`-sum(lost.${sql.ref(field)})`)}
      FROM lost CROSS JOIN unnest(lost.ancestor_ids) AS ancestor (id) GROUP BY ancestor.id, lost.audience
    ), separated AS (
      UPDATE work_items w SET
        ancestor_ids = w.ancestor_ids[cut.depth + 1:],
        parent_id = CASE WHEN cut.depth = cardinality(w.ancestor_ids) THEN NULL ELSE w.parent_id END
      FROM cut WHERE cut.id = w.id
    )
    SELECT DISTINCT parent_id FROM crossing`.execute(trx);
  return { formerParentIds: rows.map(({ parentId }) => parentId) };
}
