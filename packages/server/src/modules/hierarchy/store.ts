import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql } from 'kysely';
import { defineLoader, defineRowsLoader } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import { keysIn } from '../../platform/database/one-of.ts';
import { visibleNamespaces } from '../namespaces/policy.ts';
import { visibleWorkItems } from '../work-items/policy.ts';

/** The advisory lock class of trees. */
const TREE = 7_205;

/**
 * Locks the hierarchy of a top-level group until the transaction ends. Exclusive to move epics, shared to add items, reorder
 * siblings or change dates. Acquire it before any row lock.
 */
export async function lockTree(trx: Db, rootId: NamespaceId, mode: 'shared' | 'exclusive'): Promise<void> {
  const key = rootId % 2_147_483_647;
  await (
    mode === 'exclusive'
      ? sql`SELECT pg_advisory_xact_lock(${TREE}::integer, ${key}::integer)`
      : sql`SELECT pg_advisory_xact_lock_shared(${TREE}::integer, ${key}::integer)`
  ).execute(trx);
}

/** The advisory lock class of children. */
const SIBLINGS = 7_206;

/** Locks the order of an item's children until the transaction ends. Acquire it after the tree and before any row lock. */
export async function lockSiblings(trx: Db, parentId: WorkItemId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SIBLINGS}::integer, ${parentId % 2_147_483_647}::integer)`.execute(trx);
}

export interface Below {
  count: number;
  /** Levels of epics below the item, at any depth. */
  epicLevels: number;
}

/** Locks the rows of everything below an item, so that concurrent changes wait and then see the new path. */
export async function lockBelow(trx: Db, id: WorkItemId, depth: number): Promise<Below> {
  const { rows } = await sql<{ count: number; deepest: number | null }>`
    WITH RECURSIVE below AS (
      SELECT id FROM work_items WHERE parent_id = ${id}
      UNION ALL
      SELECT w.id FROM work_items w JOIN below ON w.parent_id = below.id
    ), held AS (
      SELECT w.type, w.ancestor_ids FROM work_items w JOIN below USING (id) ORDER BY w.id FOR NO KEY UPDATE OF w
    )
    SELECT count(*) AS count, max(cardinality(ancestor_ids)) FILTER (WHERE type = 'epic') AS deepest FROM held`.execute(
    trx,
  );
  const { count = 0, deepest = null } = rows[0] ?? {};
  return { count, epicLevels: deepest === null ? 0 : deepest - depth };
}

/** Moves an item and everything below it to another path. */
export async function savePath(
  trx: Db,
  id: WorkItemId,
  change: { from: readonly WorkItemId[]; to: readonly WorkItemId[]; rank: number; hasBelow: boolean },
): Promise<void> {
  await sql`UPDATE work_items SET ancestor_ids = ${change.to}::bigint[], parent_id = ${change.to.at(-1) ?? null},
    relative_position = ${change.rank} WHERE id = ${id}`.execute(trx);
  if (!change.hasBelow) return;
  await sql`
    WITH RECURSIVE below AS (
      SELECT id FROM work_items WHERE parent_id = ${id}
      UNION ALL
      SELECT w.id FROM work_items w JOIN below ON w.parent_id = below.id
    )
    UPDATE work_items w SET ancestor_ids = ${change.to}::bigint[] || w.ancestor_ids[${change.from.length + 1}::integer:]
    FROM below WHERE below.id = w.id`.execute(trx);
}

/** Locks an item's row. Needed for items other than epics: only epics are covered by the lock of their tree. */
export async function lockRow(trx: Db, id: WorkItemId): Promise<void> {
  await sql`SELECT FROM work_items WHERE id = ${id} FOR NO KEY UPDATE`.execute(trx);
}

/** The number of direct children of an item, counted up to `limit`. */
export async function countChildren(trx: Db, parentId: WorkItemId, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT FROM work_items WHERE parent_id = ${parentId} LIMIT ${limit}) AS children`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** The types of an item's children, and whether one is not confidential. */
export async function childrenFacts(
  trx: Db,
  parentId: WorkItemId,
): Promise<{ types: WorkItemType[]; hasOpenToAll: boolean }> {
  const { rows } = await sql<{ types: WorkItemType[] | null; hasOpenToAll: boolean | null }>`
    SELECT array_agg(DISTINCT type) AS types, bool_or(NOT is_confidential) AS has_open_to_all
    FROM work_items WHERE parent_id = ${parentId}`.execute(trx);
  return { types: rows[0]?.types ?? [], hasOpenToAll: rows[0]?.hasOpenToAll ?? false };
}

export interface ChildFlags {
  hasEpics: boolean;
  hasIssues: boolean;
}

/** Whether there are visible child epics, and visible children of any other type: one statement for a page of items. */
export const childFlagsOf = defineRowsLoader<WorkItemId, ChildFlags & { id: WorkItemId }, ChildFlags>('childFlagsOf', {
  rows: (ctx, ids) => {
    const seen = sql`work_items c JOIN namespaces n ON n.id = c.namespace_id
    WHERE c.parent_id = wanted.id AND ${visibleWorkItems(ctx.viewer, 'c')}`;
    return sql`
    SELECT wanted.id,
      EXISTS (SELECT FROM ${seen} AND c.type = 'epic') AS has_epics,
      EXISTS (SELECT FROM ${seen} AND c.type <> 'epic') AS has_issues
    FROM unnest(${keysIn(ids)}) AS wanted (id)`;
  },
  collect: (rows) => new Map(rows.map(({ id, ...flags }) => [id, flags])),
});

/** Repairs every path of a top-level group that does not match its parents; returns their number. */
export async function rederivePaths(trx: Db, rootId: NamespaceId): Promise<number> {
  const result = await sql`
    WITH RECURSIVE tree AS (
      SELECT id, '{}'::bigint[] AS path FROM work_items WHERE root_id = ${rootId} AND parent_id IS NULL
      UNION ALL
      SELECT w.id, tree.path || tree.id FROM work_items w JOIN tree ON w.parent_id = tree.id
    )
    UPDATE work_items w SET ancestor_ids = tree.path FROM tree WHERE tree.id = w.id AND w.ancestor_ids <> tree.path`.execute(
    trx,
  );
  return Number(result.numAffectedRows ?? 0);
}

/** Top-level groups that contain work items. */
export async function rootsWithItems(db: Db): Promise<NamespaceId[]> {
  const { rows } = await sql<{ id: NamespaceId }>`
    SELECT n.id FROM namespaces n WHERE n.parent_id IS NULL
      AND EXISTS (SELECT FROM work_items w WHERE w.root_id = n.id) ORDER BY n.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The visible project in each group where the viewer last created an issue: one statement for a page. */
export const defaultProjectsOf = defineLoader<NamespaceId, NamespaceId>('defaultProjectsOf', async (ctx, groupIds) => {
  if (ctx.viewer.id === null) return new Map();
  const { rows } = await sql<{ groupId: NamespaceId; projectId: NamespaceId }>`
    SELECT g.id AS group_id, latest.project_id
    FROM namespaces g CROSS JOIN LATERAL (
      SELECT n.id AS project_id FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
      WHERE w.author_id = ${ctx.viewer.id} AND w.type <> 'epic' AND n.kind = 'project' AND n.archived_at IS NULL
        AND n.traversal_ids @> ARRAY[g.id] AND ${visibleNamespaces(ctx.viewer)}
      ORDER BY w.created_at DESC, w.id DESC LIMIT 1
    ) AS latest
    WHERE g.id = ANY(${groupIds}::bigint[])`.execute(ctx.db);
  return new Map(rows.map(({ groupId, projectId }) => [groupId, projectId]));
});
