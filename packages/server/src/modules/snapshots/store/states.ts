import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { pendingBelow } from '../../hierarchy/store/pending.ts';
import { namespacesBelow } from '../../namespaces/policy.ts';

/** The compared columns. */
const columns = [
  'start_date',
  'due_date',
  'state',
  'iid',
  'home_id',
  'parent_id',
  'milestone_id',
  'health_status',
  'progress',
  'label_ids',
  'title',
  'label_titles',
];
const fields = sql.raw(columns.join(', '));
const fieldsOf = (alias: string) => sql.raw(columns.map((column) => `${alias}.${column}`).join(', '));

/** Serializes the snapshots of one group; the lock ends with the transaction. */
export async function lockStates(trx: Db, namespaceId: NamespaceId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('roadmap_snapshots', ${namespaceId}))`.execute(trx);
}

/** Copies the present state of every epic below the group into a table of this transaction: one statement sees one moment. */
export async function captureEpics(trx: Db, traversalIds: readonly NamespaceId[]): Promise<void> {
  await sql`CREATE TEMPORARY TABLE snapshot_epics ON COMMIT DROP AS
    SELECT work_item_id, ${fields} FROM roadmap_snapshot_states WITH NO DATA`.execute(trx);
  await sql`
    INSERT INTO snapshot_epics (work_item_id, ${fields}) ${readStates(traversalIds)}`.execute(trx);
  await sql`ANALYZE snapshot_epics (work_item_id)`.execute(trx);
}

/** The states of the epics below a group as they are read now: `work_item_id` and the compared columns. */
export function readStates(traversalIds: readonly NamespaceId[]): RawBuilder<unknown> {
  return sql`SELECT w.id AS work_item_id, w.start_date, w.due_date, w.state, w.iid, w.namespace_id AS home_id, w.parent_id, w.milestone_id, w.health_status,
      below.progress, coalesce(labeled.ids, '{}') AS label_ids, w.title, coalesce(labeled.titles, '{}') AS label_titles
    FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
    LEFT JOIN LATERAL (
      SELECT array_agg(l.id ORDER BY l.id) AS ids, array_agg(l.title ORDER BY l.id) AS titles
      FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id WHERE wl.work_item_id = w.id
    ) AS labeled ON true
    CROSS JOIN LATERAL (${progressBelow('w')}) AS below
    WHERE w.type = 'epic' AND ${namespacesBelow(traversalIds)}`;
}

/** The progress of an item for each audience, as one array. */
export function progressBelow(alias: string): RawBuilder<unknown> {
  const id = sql.ref(`${alias}.id`);
  const columns = sql`audience, closed_weight, opened_weight, closed_issues, opened_issues`;
  return sql`SELECT coalesce(array_agg(part.value ORDER BY total.audience, part.position), '{}') AS progress
    FROM (
      SELECT audience, sum(closed_weight) AS closed_weight, sum(closed_weight + opened_weight) AS weight,
        sum(closed_issues) AS closed_issues, sum(closed_issues + opened_issues) AS issues
      FROM (
        SELECT ${columns} FROM work_item_rollups WHERE work_item_id = ${id}
        UNION ALL
        ${pendingBelow(id, columns)}
      ) AS each GROUP BY audience
    ) AS total
    CROSS JOIN LATERAL unnest(ARRAY[total.audience, total.closed_weight, total.weight, total.closed_issues, total.issues]::integer[])
      WITH ORDINALITY AS part (value, position)
    WHERE total.issues <> 0`;
}

/** The number of a new moment. The caller holds the lock of the group. */
export async function nextMoment(trx: Db): Promise<number> {
  const { rows } = await sql<{ moment: number }>`SELECT nextval('roadmap_snapshot_moments') AS moment`.execute(trx);
  if (!rows[0]) throw new TypeError('A sequence has a next value');
  return rows[0].moment;
}

/** Ends the states that are no longer true at this moment, and writes the new ones. The others need no row. */
export async function writeDifference(trx: Db, namespaceId: NamespaceId, moment: number): Promise<void> {
  await sql`
    UPDATE roadmap_snapshot_states AS before SET until = ${moment}
    WHERE before.namespace_id = ${namespaceId} AND before.until IS NULL AND NOT EXISTS (
      SELECT FROM snapshot_epics e WHERE e.work_item_id = before.work_item_id
        AND (${fieldsOf('e')}) IS NOT DISTINCT FROM (${fieldsOf('before')}))`.execute(trx);
  await sql`
    INSERT INTO roadmap_snapshot_states (namespace_id, work_item_id, since, ${fields})
    SELECT ${namespaceId}, e.work_item_id, ${moment}, ${fieldsOf('e')} FROM snapshot_epics e
    WHERE NOT EXISTS (SELECT FROM roadmap_snapshot_states s
      WHERE s.namespace_id = ${namespaceId} AND s.work_item_id = e.work_item_id AND s.until IS NULL)
    ORDER BY e.work_item_id`.execute(trx);
}

/** Deletes the states that no snapshot of the group shows any more. */
export async function deleteUnusedStates(trx: Db, namespaceId: NamespaceId): Promise<void> {
  await sql`
    DELETE FROM roadmap_snapshot_states s
    WHERE s.namespace_id = ${namespaceId} AND NOT EXISTS (
      SELECT FROM roadmap_snapshots p
      WHERE p.namespace_id = ${namespaceId} AND p.moment >= s.since AND (s.until IS NULL OR p.moment < s.until))`.execute(
    trx,
  );
}

/** Keeps who could see an epic that is deleted, if a snapshot shows it. */
export async function keepDeletedEpic(
  trx: Db,
  epic: {
    id: WorkItemId;
    namespaceId: NamespaceId;
    isConfidential: boolean;
    isHidden: boolean;
    authorId: number | null;
    confidantIds: readonly number[];
  },
): Promise<void> {
  await sql`
    INSERT INTO roadmap_snapshot_deleted_epics (work_item_id, namespace_id, is_confidential, is_hidden, author_id, confidant_ids,
      visibility, traversal_ids)
    SELECT ${epic.id}, n.id, ${epic.isConfidential}, ${epic.isHidden}, ${epic.authorId}, ${epic.confidantIds}::bigint[],
      n.visibility, n.traversal_ids
    FROM namespaces n WHERE n.id = ${epic.namespaceId}
      AND EXISTS (SELECT FROM roadmap_snapshot_states WHERE work_item_id = ${epic.id})
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Deletes what is kept of epics that no snapshot shows any more. */
export async function deleteUnusedDeletedEpics(db: Db): Promise<void> {
  await sql`DELETE FROM roadmap_snapshot_deleted_epics d
    WHERE NOT EXISTS (SELECT FROM roadmap_snapshot_states s WHERE s.work_item_id = d.work_item_id)`.execute(db);
}
