import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Counted } from './merge-planning.ts';
import { countOf, findProblems, createTempTable, rowsWritten, type Problems } from './problems.ts';

/** Labels and assignees of the new items. Problems are assignees without a name in the archive. */
export async function writeLabelsAndAssignees(trx: Db): Promise<Problems> {
  await sql`
    INSERT INTO work_item_labels (work_item_id, label_id, is_epic)
    SELECT DISTINCT p.id, r.label_id, p.type = 'epic' FROM staged_item_labels l
    JOIN placed_items p ON p.item = l.item AND p.is_new
    JOIN label_refs r ON r.owner = l.owner AND r.title = l.title AND r.label_id IS NOT NULL
    ORDER BY p.id, r.label_id`.execute(trx);
  await sql`
    INSERT INTO work_item_assignees (work_item_id, user_id)
    SELECT DISTINCT p.id, k.user_id FROM staged_assignees a
    JOIN placed_items p ON p.item = a.item AND p.is_new
    JOIN known_users k ON k.source_id = a.user_source_id
    ORDER BY p.id, k.user_id`.execute(trx);
  return findProblems(
    trx,
    sql`
    SELECT p.location, 'came without an assignee: the archive has no name for user ' || a.user_source_id AS problem
    FROM staged_assignees a JOIN placed_items p ON p.item = a.item AND p.is_new
    WHERE NOT EXISTS (SELECT FROM known_users k WHERE k.source_id = a.user_source_id)`,
  );
}

/** Comments of the new items. Existing items keep their discussions unchanged. */
export async function writeNotes(trx: Db): Promise<Counted> {
  await createTempTable(
    trx,
    'placed_notes',
    sql`
    SELECT matched.*, nextval(pg_get_serial_sequence('notes', 'id')) AS id
    FROM (
      SELECT n.note, p.id AS work_item_id
      FROM staged_notes n JOIN placed_items p ON p.item = n.item AND p.is_new ORDER BY n.created_at, n.note
    ) AS matched`,
  );
  const result = await sql`
    INSERT INTO notes (id, work_item_id, discussion_id, is_thread, author_id, body, body_html, is_system, system_action, is_internal,
      is_imported, resolved_at, resolved_by_id, updated_by_id, last_edited_at, created_at, updated_at)
    SELECT p.id, p.work_item_id, n.discussion_id, n.is_thread, coalesce(author.user_id, named.user_id), n.body, n.body_html, n.is_system,
      n.system_action, n.is_internal, true, n.resolved_at, resolver.user_id, updater.user_id, n.last_edited_at, n.created_at, n.updated_at
    FROM placed_notes p
    JOIN staged_notes n ON n.note = p.note
    LEFT JOIN known_users author ON author.source_id = n.author_source_id
    LEFT JOIN known_names named ON author.user_id IS NULL AND named.name = n.author_name
    LEFT JOIN known_users resolver ON resolver.source_id = n.resolved_by_source_id
    LEFT JOIN known_users updater ON updater.source_id = n.updated_by_source_id
    ORDER BY p.id`.execute(trx);
  const total = await countOf(
    trx,
    sql`SELECT count(*) AS count FROM staged_notes n JOIN placed_items p ON p.item = n.item`,
  );
  const added = rowsWritten(result);
  return { added, present: total - added };
}

/** Reactions to the new items and notes, of everyone with a name in the archive. */
export async function writeReactions(trx: Db): Promise<Counted & { leftOut: number }> {
  const result = await sql`
    INSERT INTO reactions (name, user_id, work_item_id, note_id, created_at)
    SELECT DISTINCT ON (p.id, n.id, k.user_id, r.name) r.name, k.user_id, p.id, n.id, coalesce(r.created_at, now())
    FROM staged_reactions r
    JOIN known_users k ON k.source_id = r.user_source_id
    LEFT JOIN placed_items p ON p.item = r.item AND p.is_new
    LEFT JOIN placed_notes n ON n.note = r.note
    WHERE p.id IS NOT NULL OR n.id IS NOT NULL
    ORDER BY p.id, n.id, k.user_id, r.name, r.created_at`.execute(trx);
  const { rows } = await sql<{ total: number; nameless: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE k.user_id IS NULL) AS nameless
    FROM staged_reactions r LEFT JOIN known_users k ON k.source_id = r.user_source_id`.execute(trx);
  const added = rowsWritten(result);
  const { total = 0, nameless = 0 } = rows[0] ?? {};
  return { added, present: total - nameless - added, leftOut: nameless };
}

/** Links between items of the archive. Problems are links to items that are not in it. */
export async function writeLinks(trx: Db): Promise<Counted & { lost: Problems }> {
  await createTempTable(
    trx,
    'wanted_links',
    sql`
    SELECT l.location, l.type, l.created_at, l.updated_at, source.id AS source_id, target.id AS target_id, l.source_source_id, l.target_source_id
    FROM staged_links l
    LEFT JOIN placed_items source ON source.source_id = l.source_source_id AND (source.type = 'epic') = (l.kind = 'epic')
    LEFT JOIN placed_items target ON target.source_id = l.target_source_id AND (target.type = 'epic') = (l.kind = 'epic')`,
  );
  const result = await sql`
    INSERT INTO work_item_links (source_id, target_id, type, created_at, updated_at)
    SELECT source_id, target_id, type, coalesce(created_at, now()), coalesce(updated_at, created_at, now())
    FROM wanted_links WHERE source_id IS NOT NULL AND target_id IS NOT NULL AND source_id <> target_id
    ORDER BY created_at, source_id, target_id
    ON CONFLICT DO NOTHING`.execute(trx);
  const lost = await findProblems(
    trx,
    sql`
    SELECT location, 'is skipped: it links an item that is not in the archive: ' ||
      CASE WHEN source_id IS NULL THEN source_source_id ELSE target_source_id END AS problem
    FROM wanted_links WHERE source_id IS NULL OR target_id IS NULL`,
  );
  const total = await countOf(trx, sql`SELECT count(*) AS count FROM wanted_links`);
  const added = rowsWritten(result);
  return { added, present: total - added - lost.count, lost };
}
