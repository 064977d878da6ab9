import type { MergeRequestId, MergeRequestNoteId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type RawBuilder, type Selectable, type SqlBool, type Updateable } from 'kysely';
import type { NoteCounts } from '../../notes/store.ts';
import { defineLoader, type Context } from '../../../platform/context.ts';
import { readIntegers, type Slice } from '../../../platform/cursors.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { namespacesWithRole } from '../../namespaces/policy.ts';
import { hiddenNote } from '../../notes/policy.ts';
import type { MergeRequestNoteTable } from '../table.ts';

export interface RequestNote extends Selectable<MergeRequestNoteTable> {
  /** A comment of a banned person. */
  isHidden: boolean;
}

/** Which notes: all, comments, or system notes. */
export type RequestNotesFilter = 'all' | 'comments' | 'activity';

export interface RequestNoteListing {
  mergeRequestId: MergeRequestId;
  filter: RequestNotesFilter;
  orderBy: 'created_at' | 'updated_at';
  isDescending: boolean;
}

/** The base of every read: the notes that the viewer may read, provided they may read the merge request. */
function selectNotes(ctx: Context) {
  return ctx.db
    .selectFrom('mergeRequestNotes as note')
    .innerJoin('mergeRequests as m', 'm.id', 'note.mergeRequestId')
    .innerJoin('namespaces as n', 'n.id', 'm.projectId')
    .where(readableRequestNotes(ctx));
}

/** Over a row `note` and its project `n`, provided the viewer may read the merge request. */
export function readableRequestNotes({ viewer }: Context): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return sql`true`;
  const own = viewer.isSignedIn ? sql`note.author_id = ${viewer.id}` : sql`false`;
  return sql`(NOT ${hiddenNote('note')} AND (NOT note.is_internal OR ${own} OR ${namespacesWithRole(viewer, 'planner')}))`;
}

const isHidden = hiddenNote('note').as('isHidden');

export async function requestNotesOnPage(
  ctx: Context,
  { orderBy, isDescending, ...listing }: RequestNoteListing,
  page: PageRequest,
): Promise<RequestNote[]> {
  const direction = isDescending ? 'desc' : 'asc';
  return selectNotes(ctx)
    .selectAll('note')
    .select(isHidden)
    .where(conditionOf(listing))
    .orderBy(orderBy === 'updated_at' ? 'note.updatedAt' : 'note.createdAt', direction)
    .orderBy('note.id', direction)
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
}

type Listed = Pick<RequestNoteListing, 'mergeRequestId' | 'filter'>;

export async function countRequestNotes(ctx: Context, listing: Listed): Promise<number> {
  const { count } = await selectNotes(ctx)
    .select(sql<number>`count(*)::int`.as('count'))
    .where(conditionOf(listing))
    .executeTakeFirstOrThrow();
  return count;
}

function conditionOf({ mergeRequestId, filter }: Listed): RawBuilder<SqlBool> {
  const ofRequest = sql<SqlBool>`note.merge_request_id = ${mergeRequestId}`;
  return filter === 'all' ? ofRequest : sql`(${ofRequest} AND note.is_system = ${filter === 'activity'})`;
}

/** The first notes of the discussions of a merge request, oldest first. */
export async function discussionIdsOnPage(ctx: Context, id: MergeRequestId, page: PageRequest): Promise<string[]> {
  const rows = await selectNotes(ctx)
    .select('note.discussionId')
    .where('note.mergeRequestId', '=', id)
    .groupBy('note.discussionId')
    .orderBy(sql`min(note.id)`)
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
  return rows.map(({ discussionId }) => discussionId);
}

export interface RequestDiscussion {
  id: string;
  firstId: MergeRequestNoteId;
}

/** One more than requested, oldest first, after the first note in the cursor. */
export async function discussionsAfter(ctx: Context, id: MergeRequestId, slice: Slice): Promise<RequestDiscussion[]> {
  const after = slice.cursor === null ? null : (readIntegers(slice.cursor)[0] ?? null);
  const firstId = sql<MergeRequestNoteId>`min(note.id)`;
  return selectNotes(ctx)
    .select(['note.discussionId as id', firstId.as('firstId')])
    .where('note.mergeRequestId', '=', id)
    .groupBy('note.discussionId')
    .$if(after !== null, (query) =>
      query.having(slice.isBackward ? sql<boolean>`min(note.id) < ${after}` : sql<boolean>`min(note.id) > ${after}`),
    )
    .orderBy(firstId, slice.isBackward ? 'desc' : 'asc')
    .limit(slice.limit + 1)
    .execute();
}

/** The threads without a resolution that the viewer may read, oldest first. */
export async function openThreadIds(ctx: Context, id: MergeRequestId): Promise<string[]> {
  const rows = await selectNotes(ctx)
    .select('note.discussionId')
    .where('note.mergeRequestId', '=', id)
    .where('note.isThread', '=', true)
    .where('note.isSystem', '=', false)
    .where('note.resolvedAt', 'is', null)
    .groupBy('note.discussionId')
    .orderBy(sql`min(note.id)`)
    .execute();
  return rows.map(({ discussionId }) => discussionId);
}

export async function countRequestDiscussions(ctx: Context, id: MergeRequestId): Promise<number> {
  const { count } = await selectNotes(ctx)
    .select(sql<number>`count(DISTINCT note.discussion_id)::int`.as('count'))
    .where('note.mergeRequestId', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** The notes of each discussion that the viewer may read, oldest first. */
export const notesOfRequestDiscussion = defineLoader<string, RequestNote[]>(
  'notesOfRequestDiscussion',
  async (ctx, discussionIds) => {
    const rows = await selectNotes(ctx)
      .selectAll('note')
      .select(isHidden)
      .where(sql<boolean>`note.discussion_id = ANY(${discussionIds}::text[])`)
      .orderBy('note.createdAt')
      .orderBy('note.id')
      .execute();
    const notes = new Map<string, RequestNote[]>(discussionIds.map((id) => [id, []]));
    for (const row of rows) notes.get(row.discussionId)?.push(row);
    return notes;
  },
);

/** The number of visible comments and discussions of each merge request. */
export const noteCountsOfRequest = defineLoader<MergeRequestId, NoteCounts>('noteCountsOfRequest', async (ctx, ids) => {
  const rows = await selectNotes(ctx)
    .select([
      'note.mergeRequestId',
      sql<number>`count(*)::int`.as('notes'),
      sql<number>`count(DISTINCT note.discussion_id)::int`.as('discussions'),
    ])
    .where(isOneOf('note.merge_request_id', ids))
    .where('note.isSystem', '=', false)
    .groupBy('note.mergeRequestId')
    .execute();
  return new Map(rows.map(({ mergeRequestId, ...counts }) => [mergeRequestId, counts]));
});

/** Counts comments for the limit, regardless of who may read them. */
export async function countComments(trx: Db, mergeRequestId: MergeRequestId): Promise<number> {
  const { count } = await trx
    .selectFrom('mergeRequestNotes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('mergeRequestId', '=', mergeRequestId)
    .where('isSystem', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

export async function requestNoteById(db: Db, id: MergeRequestNoteId): Promise<RequestNote | null> {
  const found = db.selectFrom('mergeRequestNotes as note').selectAll().select(isHidden).where('id', '=', id);
  return (await found.executeTakeFirst()) ?? null;
}

/** Locks a note, or the first note of a discussion, for the transaction. */
export async function lockRequestNote(
  trx: Db,
  wanted: { id: MergeRequestNoteId } | { discussionId: string },
): Promise<RequestNote | null> {
  const row = await trx
    .selectFrom('mergeRequestNotes as note')
    .selectAll()
    .select(isHidden)
    .where((where) => ('id' in wanted ? where('id', '=', wanted.id) : where('discussionId', '=', wanted.discussionId)))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertRequestNote(trx: Db, note: Insertable<MergeRequestNoteTable>): Promise<MergeRequestNoteId> {
  const { id } = await trx.insertInto('mergeRequestNotes').values(note).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function saveRequestNote(
  trx: Db,
  id: MergeRequestNoteId,
  changes: Updateable<MergeRequestNoteTable>,
): Promise<void> {
  await trx
    .updateTable('mergeRequestNotes')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function removeRequestNote(trx: Db, id: MergeRequestNoteId): Promise<void> {
  await trx.deleteFrom('mergeRequestNotes').where('id', '=', id).execute();
}

/** A reply turns a single comment into a thread. */
export async function makeRequestThread(trx: Db, discussionId: string): Promise<void> {
  await trx.updateTable('mergeRequestNotes').set({ isThread: true }).where('discussionId', '=', discussionId).execute();
}

/** Resolves threads, or unresolves them with null. */
export async function saveRequestResolution(
  trx: Db,
  discussionIds: readonly string[],
  userId: UserId | null,
): Promise<void> {
  await trx
    .updateTable('mergeRequestNotes')
    .set({ resolvedById: userId, resolvedAt: userId === null ? null : sql`now()` })
    .where(sql<boolean>`discussion_id = ANY(${discussionIds}::text[])`)
    .where('isSystem', '=', false)
    .execute();
}
