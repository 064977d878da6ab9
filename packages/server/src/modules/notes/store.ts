import type { NamespaceId, NoteId, UserId, WorkItemId } from '@milepost/core/ids';
import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool, type Updateable } from 'kysely';
import { defineLoader, defineRowsLoader, type Context } from '../../platform/context.ts';
import { readIntegers } from '../../platform/cursors.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Slice } from '../../platform/cursors.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import { hiddenNote, readableNotes, hiddenNoteSql } from './policy.ts';
import { discussionOfFirst, isOfDiscussions, newDiscussionEnd } from './store/discussion-ids.ts';
import type { NoteTable } from './table.ts';

/** A note as it is read from the database. */
export interface Note extends Selectable<NoteTable> {
  /** A comment of a banned person; or a note about an item that this viewer may not see. */
  isHidden: boolean;
}

/** Which notes: all, comments, or system notes. */
export type NotesFilter = 'all' | 'comments' | 'activity';

/** The base of every read of notes: those that the viewer may read, provided they may read the work items. */
function selectNotes(ctx: Context) {
  return ctx.db
    .selectFrom('notes as note')
    .innerJoin('workItems as w', 'w.id', 'note.workItemId')
    .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
    .where(readableNotes(ctx.viewer));
}

/** Reads by id without a permission check: see `notePolicy.read`. */
export const notesById = defineRowsLoader<NoteId, Note, Note>('notesById', {
  rows: (ctx, ids) =>
    sql`${ctx.db
      .selectFrom('notes')
      .selectAll()
      .select(hiddenNoteSql(ctx.viewer, 'notes').as('isHidden'))
      .where(isOneOf('id', ids))}`,
  collect: (rows) => new Map(rows.map((row) => [row.id, row])),
});

/** The notes of each discussion that the viewer may read, oldest first: one statement for a page of discussions. */
export const notesOfDiscussion = defineLoader<string, Note[]>('notesOfDiscussion', async (ctx, discussionIds) => {
  const rows = await selectNotes(ctx)
    .selectAll('note')
    .select(hiddenNote('note').as('isHidden'))
    .where(isOfDiscussions(discussionIds, 'note'))
    .orderBy('note.createdAt')
    .orderBy('note.id')
    .execute();
  const notes = new Map<string, Note[]>(discussionIds.map((id) => [id, []]));
  for (const row of rows) notes.get(row.discussionId)?.push(row);
  return notes;
});

export interface NoteCounts {
  /** Comments, without system notes. */
  notes: number;
  discussions: number;
}

/** The number of visible comments and discussions of each work item: one statement for a page of items. */
export const noteCountsOfWorkItem = defineRowsLoader<WorkItemId, CountedNotes, NoteCounts>('noteCountsOfWorkItem', {
  rows: (ctx, itemIds) =>
    sql`${selectNotes(ctx)
      .select([
        'note.workItemId',
        sql<number>`count(*)::int`.as('notes'),
        sql<number>`count(DISTINCT note.discussion_id)::int`.as('discussions'),
      ])
      .where(isOneOf('note.work_item_id', itemIds))
      .where('note.isSystem', '=', false)
      .groupBy('note.workItemId')}`,
  collect: (rows) => new Map(rows.map(({ workItemId, ...counts }) => [workItemId, counts])),
});

interface CountedNotes extends NoteCounts {
  workItemId: WorkItemId;
}

/** The highest access level of each note's author in the note's namespace; null for none. */
export const authorLevelOfNote = defineLoader<NoteId, number>('authorLevelOfNote', async (ctx, ids) => {
  const rows = await ctx.db
    .selectFrom('notes as note')
    .innerJoin('workItems as w', 'w.id', 'note.workItemId')
    .innerJoin('namespaces as n', 'n.id', 'w.namespaceId')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.userId', '=', 'note.authorId').on(sql<boolean>`m.namespace_id = ANY(n.traversal_ids)`),
    )
    .select(['note.id', sql<number>`max(m.access_level)::int`.as('level')])
    .where(isOneOf('note.id', ids))
    .groupBy('note.id')
    .execute();
  return new Map(rows.map(({ id, level }) => [id, level]));
});

export interface NoteListing {
  workItemId: WorkItemId;
  filter?: NotesFilter;
  orderBy?: 'created_at' | 'updated_at';
  isDescending?: boolean;
}

/** One numbered page of the notes of a work item. */
export async function notesOnPage(ctx: Context, listing: NoteListing, page: PageRequest): Promise<Note[]> {
  const direction = listing.isDescending ? 'desc' : 'asc';
  return selectNotes(ctx)
    .selectAll('note')
    .select(hiddenNote('note').as('isHidden'))
    .where(conditionsOf(listing))
    .orderBy(listing.orderBy === 'updated_at' ? 'note.updatedAt' : 'note.createdAt', direction)
    .orderBy('note.id', direction)
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
}

export async function countNotes(ctx: Context, listing: NoteListing): Promise<number> {
  const { count } = await selectNotes(ctx)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(conditionsOf(listing))
    .executeTakeFirstOrThrow();
  return count;
}

export interface KeyedNote extends Note {
  /** Microseconds since 1970 of its creation, and its id. */
  sortKey: number[];
}

const sortKey = sql<number[]>`ARRAY[(extract(epoch FROM note.created_at) * 1000000)::bigint, note.id]::bigint[]`;

/** One page of the notes of a work item by time, after the sort key in `slice.cursor`. */
export async function notesAfter(ctx: Context, listing: NoteListing, slice: Slice): Promise<KeyedNote[]> {
  const isDescending = (listing.isDescending ?? false) !== slice.isBackward;
  return selectNotes(ctx)
    .selectAll('note')
    .select(hiddenNote('note').as('isHidden'))
    .select(sortKey.as('sortKey'))
    .where(conditionsOf(listing))
    .$if(slice.cursor !== null, (query) =>
      query.where(
        sql<boolean>`${sortKey} ${isDescending ? sql`<` : sql`>`} ${readIntegers(slice.cursor ?? [])}::bigint[]`,
      ),
    )
    .orderBy(sortKey, isDescending ? 'desc' : 'asc')
    .limit(slice.limit + 1)
    .execute();
}

function conditionsOf({ workItemId, filter }: NoteListing): RawBuilder<SqlBool> {
  const ofItem = sql<SqlBool>`note.work_item_id = ${workItemId}`;
  if (!filter || filter === 'all') return ofItem;
  return sql<SqlBool>`${ofItem} AND note.is_system = ${filter === 'activity'}`;
}

/** The columns of a new comment that has no other values than the defaults. */
type NewComment = Pick<
  Insertable<NoteTable>,
  'workItemId' | 'isThread' | 'authorId' | 'body' | 'bodyHtml' | 'isInternal' | 'via' | 'createdAt'
> & {
  /** Null: it begins a discussion. */
  discussionId: string | null;
};

/** Inserts a comment of an active person; null if the item has `limit` comments, without system notes. */
export async function insertComment(trx: Db, note: NewComment, limit: number): Promise<Note | null> {
  const { rows } = await sql<Note>`
    INSERT INTO notes (id, work_item_id, discussion_id, is_thread, author_id, body, body_html, is_internal, via, created_at, updated_at)
    SELECT new.id, ${note.workItemId}::bigint,
      coalesce(${note.discussionId}::text, ${discussionOfFirst(sql`new.id`, newDiscussionEnd())}), ${note.isThread ?? false}::boolean, ${note.authorId}::bigint,
      ${note.body}::text, ${note.bodyHtml}::text, ${note.isInternal ?? false}::boolean, ${note.via}::text, new.at, new.at
    FROM (SELECT nextval('notes_id_seq') AS id, coalesce(${note.createdAt ?? null}::timestamptz, now()) AS at) AS new
    WHERE (SELECT count(*) FROM notes WHERE work_item_id = ${note.workItemId}::bigint AND NOT is_system) < ${limit}::integer
    RETURNING *, false AS is_hidden`.execute(trx);
  return rows[0] ?? null;
}

export interface NewSystemNote {
  workItemId: WorkItemId;
  authorId: UserId | null;
  body: string;
  bodyHtml: string;
  systemAction: string;
  aboutId: WorkItemId | null;
  aboutCodeOfId: NamespaceId | null;
  via: string | null;
}

/** The statement that inserts system notes in their order. */
export function insertingSystemNotes(notes: readonly NewSystemNote[]): RawBuilder<unknown> {
  const values = notes.map(
    (
      note,
    ) => sql`(${note.workItemId}::bigint, ${newDiscussionEnd()}::text, ${note.authorId}::bigint, ${note.body}::text,
      ${note.bodyHtml}::text, ${note.systemAction}::text, ${note.aboutId}::bigint, ${note.aboutCodeOfId}::bigint, ${note.via}::text)`,
  );
  return sql`INSERT INTO notes
    (id, work_item_id, discussion_id, author_id, body, body_html, is_system, system_action, about_id, about_code_of_id, via)
    SELECT id, work_item_id, ${discussionOfFirst(sql`id`, sql`discussion_end`)}, author_id, body, body_html, true, system_action, about_id,
      about_code_of_id, via
    FROM (SELECT nextval('notes_id_seq') AS id, given.* FROM (VALUES ${sql.join(values)})
      AS given (work_item_id, discussion_end, author_id, body, body_html, system_action, about_id, about_code_of_id, via)) AS new`;
}

/** Locks the row for the transaction; null when it does not exist any more. */
export async function lockNote(trx: Db, { viewer }: Context, id: NoteId): Promise<Note | null> {
  const row = await trx
    .selectFrom('notes')
    .selectAll()
    .select(hiddenNoteSql(viewer, 'notes').as('isHidden'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function saveNote(trx: Db, id: NoteId, changes: Updateable<NoteTable>): Promise<void> {
  await trx
    .updateTable('notes')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function removeNote(trx: Db, id: NoteId): Promise<void> {
  await trx.deleteFrom('notes').where('id', '=', id).execute();
}
