import type { NoteId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { hiddenNote } from '../policy.ts';
import type { Note } from '../store.ts';

/** All notes of an item in order of creation, regardless of the viewer. */
export async function allNotesOf(trx: Db, workItemId: WorkItemId): Promise<Note[]> {
  return trx
    .selectFrom('notes')
    .selectAll()
    .select(hiddenNote('notes').as('isHidden'))
    .where('workItemId', '=', workItemId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** The text of a note on another item. */
export interface NoteCopy extends Pick<Note, 'body' | 'bodyHtml' | 'discussionId'> {
  /** Id of the original. */
  id: NoteId;
}

/** Writes copies onto an item, otherwise equal to the originals; returns each copy's id by the original's. */
export async function insertCopies(
  trx: Db,
  workItemId: WorkItemId,
  copies: readonly NoteCopy[],
): Promise<Map<NoteId, NoteId>> {
  const { rows } = await sql<{ from: NoteId; to: NoteId }>`
    WITH wanted AS MATERIALIZED (
      SELECT w.*, nextval(pg_get_serial_sequence('notes', 'id')) AS copy_id
      FROM unnest(${copies.map(({ id }) => id)}::bigint[], ${copies.map(({ body }) => body)}::text[],
        ${copies.map(({ bodyHtml }) => bodyHtml)}::text[], ${copies.map(({ discussionId }) => discussionId)}::text[])
        WITH ORDINALITY AS w (id, body, body_html, discussion_id, position)
    ), written AS (
      INSERT INTO notes (id, work_item_id, discussion_id, is_thread, author_id, body, body_html, is_system, system_action, about_id,
        is_internal, is_imported, via, resolved_at, resolved_by_id, updated_by_id, last_edited_at, created_at, updated_at)
      SELECT w.copy_id, ${workItemId}, w.discussion_id, n.is_thread, n.author_id, w.body, w.body_html, n.is_system, n.system_action, n.about_id,
        n.is_internal, n.is_imported, n.via, n.resolved_at, n.resolved_by_id, n.updated_by_id, n.last_edited_at, n.created_at, n.updated_at
      FROM wanted w JOIN notes n ON n.id = w.id ORDER BY w.position
    )
    SELECT id AS from, copy_id AS to FROM wanted`.execute(trx);
  return new Map(rows.map(({ from, to }) => [from, to]));
}
