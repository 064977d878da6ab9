import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Counted } from './merge-planning.ts';
import { countOf, findProblems, rowsWritten, type Problems } from './problems.ts';

/** Time logs of the new items. Problems are authors without a name in the archive: their time counts nevertheless. */
export async function writeTimelogs(trx: Db): Promise<Counted & { nameless: Problems }> {
  const result = await sql`
    INSERT INTO timelogs (work_item_id, user_id, time_spent, spent_at, summary, created_at)
    SELECT p.id, k.user_id, t.time_spent, t.spent_at, t.summary, coalesce(t.created_at, t.spent_at)
    FROM staged_timelogs t
    JOIN placed_items p ON p.item = t.item AND p.is_new
    LEFT JOIN known_users k ON k.source_id = t.user_source_id
    ORDER BY p.id, t.spent_at`.execute(trx);
  const nameless = await findProblems(
    trx,
    sql`
    SELECT p.location, 'came with time of an unknown person: the archive has no name for user ' || t.user_source_id AS problem
    FROM staged_timelogs t JOIN placed_items p ON p.item = t.item AND p.is_new
    WHERE t.user_source_id IS NOT NULL AND NOT EXISTS (SELECT FROM known_users k WHERE k.source_id = t.user_source_id)`,
  );
  const total = await countOf(
    trx,
    sql`SELECT count(*) AS count FROM staged_timelogs t JOIN placed_items p ON p.item = t.item`,
  );
  const added = rowsWritten(result);
  return { added, present: total - added, nameless };
}

/** Past values of the new items, as far as their events hold them. */
export async function derivePast(trx: Db): Promise<void> {
  await sql`SELECT derive_work_item_past(ARRAY(SELECT id FROM placed_items WHERE is_new))`.execute(trx);
}

/** Events of the new items in order of time, as Milepost would have recorded them. */
export async function writeEvents(trx: Db): Promise<Counted> {
  const result = await sql`
    INSERT INTO events (name, namespace_id, work_item_id, actor_id, data, created_at)
    SELECT e.name, w.namespace_id, p.id, k.user_id,
      CASE e.name
        WHEN 'workItem.labelsChanged' THEN jsonb_build_object(
          'added', CASE WHEN e.is_added THEN jsonb_build_array(snapshot.label) ELSE '[]' END,
          'removed', CASE WHEN e.is_added THEN '[]' ELSE jsonb_build_array(snapshot.label) END)
        WHEN 'workItem.milestoneChanged' THEN jsonb_build_object(
          'fromId', CASE WHEN e.is_added THEN NULL ELSE m.milestone_id END,
          'toId', CASE WHEN e.is_added THEN m.milestone_id END)
        WHEN 'workItem.updated' THEN jsonb_build_object(
          'changes', jsonb_build_object('weight', jsonb_build_object('from', NULL, 'to', e.weight)), 'isDescriptionChanged', false)
        ELSE '{}'
      END, e.created_at
    FROM staged_events e
    JOIN placed_items p ON p.item = e.item AND p.is_new
    JOIN work_items w ON w.id = p.id
    LEFT JOIN known_users k ON k.source_id = e.user_source_id
    LEFT JOIN label_refs l ON e.name = 'workItem.labelsChanged' AND l.owner = e.label_owner AND l.title = e.title
    LEFT JOIN LATERAL (
      SELECT jsonb_build_object('id', labels.id, 'title', labels.title, 'color', labels.color, 'description', labels.description) AS label
      FROM labels WHERE labels.id = l.label_id
    ) snapshot ON true
    LEFT JOIN milestone_refs m ON e.name = 'workItem.milestoneChanged' AND m.owner = e.label_owner AND m.title = e.title
    WHERE (e.name <> 'workItem.labelsChanged' OR snapshot.label IS NOT NULL)
      AND (e.name <> 'workItem.milestoneChanged' OR m.milestone_id IS NOT NULL)
    ORDER BY e.created_at, p.id`.execute(trx);
  const total = await countOf(
    trx,
    sql`SELECT count(*) AS count FROM staged_events e JOIN placed_items p ON p.item = e.item`,
  );
  const added = rowsWritten(result);
  return { added, present: total - added };
}
