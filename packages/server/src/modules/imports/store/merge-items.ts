import { EPIC_LEVELS, rollupFields } from '@milepost/core/hierarchy';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { selectFieldNames, unsetValueOf } from '@milepost/core/fields/select-fields';
import { SYSTEM_STATUS } from '@milepost/core/statuses/statuses';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { ImportProblem } from '../table.ts';
import { countOf, findProblems, createTempTable, type Problems } from './problems.ts';

/** Items with a number or an id that an earlier item of the archive has. */
const duplicates = sql<{ item: number } & ImportProblem>`
  SELECT item, location, 'has a duplicate number: ' || iid AS problem
  FROM (SELECT item, location, iid, row_number() OVER (PARTITION BY owner, iid ORDER BY item) AS turn FROM staged_items) AS s WHERE turn > 1
  UNION ALL
  SELECT item, location, 'has the id of another: ' || source_id
  FROM (
    SELECT item, location, source_id, row_number() OVER (PARTITION BY type = 'epic', source_id ORDER BY item) AS turn
    FROM staged_items WHERE source_id IS NOT NULL
  ) AS s WHERE turn > 1`;

export async function findDuplicates(trx: Db): Promise<Problems> {
  return findProblems(trx, sql`SELECT location, problem FROM (${duplicates}) AS found`);
}

/** Deletes the items that `findDuplicates` reported, with their nested parts. */
export async function dropDuplicates(trx: Db): Promise<void> {
  await sql`DELETE FROM staged_items WHERE item IN (SELECT item FROM (${duplicates}) AS found)`.execute(trx);
}

/**
 * Matches the archive's items with existing ones, and assigns ids to the rest. Items with equal namespace, number and time of
 * creation are the same, regardless of edits. Problems are items whose number another item has: they are skipped.
 */
export async function resolveItems(trx: Db): Promise<Problems> {
  // Must come first: it locks the counter, so that no concurrent transaction takes these numbers.
  await sql`
    INSERT INTO iid_counters (namespace_id, usage, last_iid)
    SELECT o.namespace_id, 'work_items', max(s.iid) FROM staged_items s JOIN owners o ON o.owner = s.owner GROUP BY o.namespace_id
    ORDER BY o.namespace_id
    ON CONFLICT (namespace_id, usage) DO UPDATE SET last_iid = excluded.last_iid
    WHERE iid_counters.last_iid < excluded.last_iid`.execute(trx);
  await createTempTable(
    trx,
    'placed_items',
    sql`
    SELECT matched.*, coalesce(known_id, nextval(pg_get_serial_sequence('work_items', 'id'))) AS id
    FROM (
      SELECT s.item, s.source_id, s.type, s.iid, s.location, o.namespace_id, w.id AS known_id, w.id IS NULL AS is_new,
        w.id IS NOT NULL AND CASE WHEN s.created_at IS NULL THEN NOT w.is_imported ELSE w.created_at <> s.created_at END AS is_taken
      FROM staged_items s
      JOIN owners o ON o.owner = s.owner
      LEFT JOIN work_items w ON w.namespace_id = o.namespace_id AND w.iid = s.iid
      ORDER BY s.item
    ) AS matched`,
  );
  const taken = await findProblems(
    trx,
    sql`SELECT location, 'is skipped: number ' || iid || ' belongs to an item created here' AS problem FROM placed_items WHERE is_taken`,
  );
  if (taken.count > 0) await sql`DELETE FROM placed_items WHERE is_taken`.execute(trx);
  await sql`CREATE INDEX ON placed_items (item)`.execute(trx);
  return taken;
}

/**
 * Finds the parent of every new item: in the archive, or an existing one by group, number and time, or in the same tree by
 * number and time if the group is unknown. Problems are items whose parent is missing: they are imported without one.
 */
export async function findParents(trx: Db, rootId: NamespaceId): Promise<Problems> {
  await createTempTable(
    trx,
    'item_parents',
    sql`
    SELECT p.item, p.id, p.type, p.location, s.parent_iid, s.parent_created_at, coalesce(inside.id, outside.id) AS parent_id
    FROM placed_items p JOIN staged_items s ON s.item = p.item
    LEFT JOIN placed_items inside ON inside.type = 'epic' AND inside.source_id = s.parent_source_id
    LEFT JOIN owners o ON o.owner = s.parent_owner
    LEFT JOIN work_items outside ON outside.namespace_id = o.namespace_id AND outside.iid = s.parent_iid
      AND outside.type = 'epic' AND outside.created_at = coalesce(s.parent_created_at, outside.created_at)
    WHERE p.is_new AND (s.parent_source_id IS NOT NULL OR s.parent_iid IS NOT NULL)`,
  );
  const missing = await countOf(trx, sql`SELECT count(*) AS count FROM item_parents WHERE parent_id IS NULL`);
  if (missing > 0) {
    await sql`
      UPDATE item_parents i SET parent_id = found.id
      FROM (
        SELECT ip.item, min(w.id) AS id FROM item_parents ip
        JOIN work_items w ON w.root_id = ${rootId}::bigint AND w.type = 'epic' AND w.iid = ip.parent_iid AND w.created_at = ip.parent_created_at
        WHERE ip.parent_id IS NULL GROUP BY ip.item HAVING count(*) = 1
      ) AS found
      WHERE found.item = i.item`.execute(trx);
  }
  const lost = await findProblems(
    trx,
    sql`
    SELECT location, 'came without its parent' || coalesce(': epic &' || parent_iid, '') || ' does not exist' AS problem
    FROM item_parents WHERE parent_id IS NULL`,
  );
  await sql`DELETE FROM item_parents WHERE parent_id IS NULL`.execute(trx);
  return lost;
}

/** Computes the ancestors of every item with a parent. Problems are items in a cycle, or below the maximum depth. */
export async function buildTree(trx: Db): Promise<Problems> {
  await createTempTable(
    trx,
    'item_tree',
    sql`
    WITH RECURSIVE tree AS (
      SELECT i.id, i.type, i.parent_id, w.ancestor_ids || w.id AS ancestor_ids
      FROM item_parents i JOIN work_items w ON w.id = i.parent_id
      UNION ALL
      SELECT i.id, i.type, i.parent_id, ARRAY[i.parent_id]
      FROM item_parents i JOIN placed_items p ON p.id = i.parent_id
      WHERE p.is_new AND NOT EXISTS (SELECT FROM item_parents above WHERE above.id = i.parent_id)
      UNION ALL
      SELECT i.id, i.type, i.parent_id, t.ancestor_ids || t.id
      FROM item_parents i JOIN tree t ON t.id = i.parent_id
      WHERE cardinality(t.ancestor_ids) < ${EPIC_LEVELS + 2}::integer
    )
    SELECT * FROM tree`,
  );
  return findProblems(
    trx,
    sql`
    SELECT i.location, 'is in a cycle of parents, or deeper than ' || ${EPIC_LEVELS}::integer || ' epics' AS problem
    FROM item_parents i JOIN (${misplaced}) AS found USING (id)`,
  );
}

const misplaced = sql<{ id: number; type: string }>`
  SELECT i.id, i.type FROM item_parents i
  WHERE NOT EXISTS (
    SELECT FROM item_tree t WHERE t.id = i.id AND (t.type <> 'epic' OR cardinality(t.ancestor_ids) < ${EPIC_LEVELS}::integer))`;

/** Removes the parents of items that `buildTree` reported, and resets the tree so that it can be computed again. */
export async function detachInvalid(trx: Db): Promise<void> {
  // Items below a misplaced epic may be valid once the epic is.
  await sql`
    WITH found AS (${misplaced})
    DELETE FROM item_parents i USING found
    WHERE found.id = i.id AND (found.type = 'epic' OR NOT EXISTS (SELECT FROM found WHERE type = 'epic'))`.execute(trx);
  await sql`DROP TABLE item_tree`.execute(trx);
}

export interface ItemCounts {
  epics: { added: number; present: number };
  issues: { added: number; present: number };
}

const selectColumns = sql.join(selectFieldNames.map((name) => sql.ref(name)));
const stagedSelects = sql.join(
  selectFieldNames.map((name) => sql`coalesce(${sql.ref(`s.${name}`)}, ${sql.lit(unsetValueOf(name))})`),
);

/** Writes the rows of the new items. */
export async function writeItems(trx: Db, rootId: NamespaceId): Promise<ItemCounts> {
  await sql`
    INSERT INTO work_items (id, root_id, namespace_id, iid, type, title, description, description_html, state, is_confidential,
      is_discussion_locked, is_imported, author_id, closed_by_id, updated_by_id, last_edited_by_id, created_at, updated_at, closed_at,
      last_edited_at, lock_version, start_date, due_date, start_date_is_fixed, due_date_is_fixed, start_date_fixed, due_date_fixed,
      start_date_sourcing_work_item_id, due_date_sourcing_work_item_id, start_date_sourcing_milestone_id,
      due_date_sourcing_milestone_id, milestone_id, iteration_id, weight, health_status, severity, status_id, ${selectColumns}, color, time_estimate, task_count,
      task_completed_count, service_desk_reply_to, meeting_url, parent_id, ancestor_ids, relative_position)
    SELECT p.id, ${rootId}::bigint, p.namespace_id, s.iid, s.type, s.title, s.description, s.description_html, s.state, s.is_confidential,
      s.is_discussion_locked, true, author.user_id, closer.user_id, updater.user_id, editor.user_id, coalesce(s.created_at, s.updated_at, now()),
      coalesce(s.updated_at, now()), CASE WHEN s.state = 'closed' THEN coalesce(s.closed_at, s.updated_at, now()) END,
      s.last_edited_at, s.lock_version, s.start_date, s.due_date, s.start_date_is_fixed, s.due_date_is_fixed, s.start_date_fixed, s.due_date_fixed,
      start_item.id, due_item.id, start_milestone.milestone_id,
      due_milestone.milestone_id, m.milestone_id, i.iteration_id, s.weight, s.health_status, coalesce(s.severity, 'unknown'),
      coalesce(status.id, ${SYSTEM_STATUS}::bigint), ${stagedSelects}, s.color, coalesce(s.time_estimate, 0), s.task_count,
      s.task_completed_count, s.service_desk_reply_to, s.meeting_url, t.parent_id, coalesce(t.ancestor_ids, '{}'), coalesce(s.relative_position, 0)
    FROM placed_items p
    JOIN staged_items s ON s.item = p.item
    LEFT JOIN item_tree t ON t.id = p.id
    LEFT JOIN known_users author ON author.source_id = s.author_source_id
    LEFT JOIN known_users closer ON closer.source_id = s.closed_by_source_id
    LEFT JOIN known_users updater ON updater.source_id = s.updated_by_source_id
    LEFT JOIN known_users editor ON editor.source_id = s.last_edited_by_source_id
    LEFT JOIN placed_items start_item ON start_item.type = 'epic' AND start_item.source_id = s.start_sourcing_item
    LEFT JOIN placed_items due_item ON due_item.type = 'epic' AND due_item.source_id = s.due_sourcing_item
    LEFT JOIN milestone_sources start_milestone ON start_milestone.source_id = s.start_sourcing_milestone
    LEFT JOIN milestone_sources due_milestone ON due_milestone.source_id = s.due_sourcing_milestone
    LEFT JOIN milestone_refs m ON m.owner = s.milestone_owner AND m.title = s.milestone_title
    LEFT JOIN iteration_refs i ON i.owner = s.iteration_owner AND i.cadence_title = s.iteration_cadence
      AND i.start_date = s.iteration_start AND i.due_date = s.iteration_due
    LEFT JOIN status_refs status ON status.type = s.type AND status.name = lower(s.status_name) AND status.category = s.status_category
    WHERE p.is_new ORDER BY p.id`.execute(trx);
  const { rows } = await sql<{ isEpic: boolean; added: number; present: number }>`
    SELECT type = 'epic' AS is_epic, count(*) FILTER (WHERE is_new) AS added, count(*) FILTER (WHERE NOT is_new) AS present
    FROM placed_items GROUP BY type = 'epic'`.execute(trx);
  const of = (isEpic: boolean) => {
    const row = rows.find((each) => each.isEpic === isEpic);
    return { added: row?.added ?? 0, present: row?.present ?? 0 };
  };
  return { epics: of(true), issues: of(false) };
}

/** Existing parents with new children: their inherited dates may change. */
export async function parentsWithNewChildren(trx: Db): Promise<WorkItemId[]> {
  const { rows } = await sql<{ id: WorkItemId }>`
    SELECT DISTINCT i.parent_id AS id FROM item_parents i
    WHERE NOT EXISTS (SELECT FROM placed_items p WHERE p.id = i.parent_id AND p.is_new) ORDER BY id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Items whose author has no name in the archive. */
export async function findUnknownAuthors(trx: Db): Promise<Problems> {
  return findProblems(
    trx,
    sql`
    SELECT s.location, 'came without its author: the archive has no name for user ' || s.author_source_id AS problem
    FROM staged_items s JOIN placed_items p ON p.item = s.item
    WHERE p.is_new AND s.author_source_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM known_users k WHERE k.source_id = s.author_source_id)`,
  );
}

/** Adds the new items to the sums of their ancestors: as sums for new ancestors, as deltas for existing ones. */
export async function writeRollups(trx: Db): Promise<void> {
  const columns = sql.join(rollupFields.map((field) => sql.ref(field)));
  const sums = sql.join(rollupFields.map((field) => sql`sum(${sql.ref(`c.${field}`)}) AS ${sql.ref(field)}`));
  await sql`SELECT keep_audiences()`.execute(trx);
  await createTempTable(
    trx,
    'added_rollups',
    sql`
    SELECT above.id AS work_item_id, w.audience, ${sums}
    FROM (
      SELECT w.*, counted_audience(w.is_hidden, w.is_confidential, w.namespace_id, w.iid) AS audience
      FROM work_items w JOIN placed_items p ON p.id = w.id AND p.is_new
    ) AS w
    CROSS JOIN unnest(w.ancestor_ids) AS above (id)
    CROSS JOIN LATERAL work_item_contribution(w.type, w.state, w.weight, w.health_status) AS c
    GROUP BY above.id, w.audience`,
  );
  await sql`
    INSERT INTO work_item_rollups (work_item_id, audience, ${columns})
    SELECT work_item_id, audience, ${columns} FROM added_rollups a JOIN placed_items p ON p.id = a.work_item_id AND p.is_new`.execute(
    trx,
  );
  await sql`
    INSERT INTO work_item_rollup_deltas (work_item_id, audience, ${columns})
    SELECT work_item_id, audience, ${columns} FROM added_rollups a
    WHERE NOT EXISTS (SELECT FROM placed_items p WHERE p.id = a.work_item_id AND p.is_new)`.execute(trx);
}
