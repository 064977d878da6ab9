import type { NoteId, UserId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineRowsLoader } from '../../../platform/context.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import type { Db } from '../../../platform/database/tables.ts';

/** The text with mentions: a description, or a note. */
export interface MentionSource {
  workItemId: WorkItemId;
  noteId: NoteId | null;
}

/** The items whose description may mention somebody. */
export const mentionsSomebody = defineRowsLoader<WorkItemId, { id: WorkItemId }, true>('mentionsSomebody', {
  rows: (_ctx, ids) => sql`SELECT id FROM work_items WHERE ${isOneOf('id', ids)} AND strpos(description, '@') > 0`,
  collect: (rows) => new Map(rows.map(({ id }) => [id, true])),
});

/** The rendered text; empty if it cannot mention anybody, as in most cases. */
export async function htmlWithMentions(trx: Db, { workItemId, noteId }: MentionSource): Promise<string> {
  const { rows } = await (
    noteId === null
      ? sql<{ html: string }>`SELECT CASE WHEN strpos(description, '@') > 0 THEN description_html ELSE '' END AS html
        FROM work_items WHERE id = ${workItemId}`
      : sql<{ html: string }>`SELECT CASE WHEN strpos(body, '@') > 0 THEN body_html ELSE '' END AS html
        FROM notes WHERE id = ${noteId}`
  ).execute(trx);
  return rows[0]?.html ?? '';
}

/** Stores the current mentions of the text; returns the new ones. */
export async function replaceMentions(
  trx: Db,
  { workItemId, noteId }: MentionSource,
  userIds: readonly UserId[],
): Promise<UserId[]> {
  await sql`DELETE FROM mentions WHERE work_item_id = ${workItemId} AND note_id IS NOT DISTINCT FROM ${noteId}::bigint
    AND user_id <> ALL(${userIds}::bigint[])`.execute(trx);
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ userId: UserId }>`
    INSERT INTO mentions (work_item_id, note_id, user_id)
    SELECT ${workItemId}, ${noteId}::bigint, called.id FROM unnest(${userIds}::bigint[]) AS called (id) ORDER BY called.id
    ON CONFLICT DO NOTHING RETURNING user_id`.execute(trx);
  return rows.map(({ userId }) => userId);
}

/** The people whom the text mentions. */
export async function mentionedIn(db: Db, { workItemId, noteId }: MentionSource): Promise<Set<UserId>> {
  const rows = await db
    .selectFrom('mentions')
    .select('userId')
    .where('workItemId', '=', workItemId)
    .where(sql<boolean>`note_id IS NOT DISTINCT FROM ${noteId}::bigint`)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}
