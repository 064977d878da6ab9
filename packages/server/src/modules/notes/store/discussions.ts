import type { UserId, WorkItemId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { readIntegers } from '../../../platform/cursors.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Slice } from '../../../platform/cursors.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { hiddenNote, readableNotes, hiddenNoteSql } from '../policy.ts';
import type { Note, NoteListing } from '../store.ts';
import { isOfDiscussions } from './discussion-ids.ts';

/** A thread or a single note, identified by its first note that the viewer may read. */
export interface Discussion {
  id: string;
  workItemId: WorkItemId;
  /** Microseconds since 1970 of the first note's creation, and its id. */
  sortKey: number[];
}

/** One page of the discussions of a work item, in order of their first notes. */
export async function discussionsAfter(ctx: Context, listing: NoteListing, slice: Slice): Promise<Discussion[]> {
  const isDescending = (listing.isDescending ?? false) !== slice.isBackward;
  const { rows } = await sql<Discussion>`
    SELECT * FROM (${firstNotes(ctx, listing)}) discussions
    WHERE ${slice.cursor === null ? sql`true` : sql`"sortKey" ${isDescending ? sql`<` : sql`>`} ${readIntegers(slice.cursor)}::bigint[]`}
    ORDER BY "sortKey" ${isDescending ? sql`DESC` : sql`ASC`} LIMIT ${slice.limit + 1}`.execute(ctx.db);
  return rows;
}

/** One numbered page of the discussions of a work item, oldest first. */
export async function discussionsOnPage(ctx: Context, listing: NoteListing, page: PageRequest): Promise<Discussion[]> {
  const { rows } = await sql<Discussion>`
    SELECT * FROM (${firstNotes(ctx, listing)}) discussions ORDER BY "sortKey" LIMIT ${page.perPage} OFFSET ${page.offset}
  `.execute(ctx.db);
  return rows;
}

export async function countDiscussions(ctx: Context, listing: NoteListing): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (${firstNotes(ctx, listing)}) discussions`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

function firstNotes(ctx: Context, { workItemId, filter }: NoteListing) {
  const isOfKind = !filter || filter === 'all' ? sql`true` : sql`note.is_system = ${filter === 'activity'}`;
  return sql`
    SELECT DISTINCT ON (note.discussion_id) note.discussion_id AS id, note.work_item_id AS "workItemId",
      ARRAY[(extract(epoch FROM note.created_at) * 1000000)::bigint, note.id]::bigint[] AS "sortKey"
    FROM notes note JOIN work_items w ON w.id = note.work_item_id JOIN namespaces n ON n.id = w.namespace_id
    WHERE note.work_item_id = ${workItemId} AND ${isOfKind} AND ${readableNotes(ctx.viewer)}
    ORDER BY note.discussion_id, note.created_at, note.id`;
}

/** The first note of a discussion that is not hidden, or its first, locked until the transaction ends; null when there is no such discussion. */
export async function lockDiscussion(trx: Db, { viewer }: Context, id: string): Promise<Note | null> {
  const row = await trx
    .selectFrom('notes')
    .selectAll()
    .select(hiddenNoteSql(viewer, 'notes').as('isHidden'))
    .where(isOfDiscussions([id], 'notes'))
    .orderBy(hiddenNote('notes'))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** A reply turns a single comment into a thread. */
export async function makeThread(trx: Db, id: string): Promise<void> {
  await trx
    .updateTable('notes')
    .set({ isThread: true })
    .where(isOfDiscussions([id], 'notes'))
    .where('isThread', '=', false)
    .execute();
}

/** Resolves a thread, or unresolves it with null. */
export async function saveResolution(trx: Db, id: string, resolvedById: UserId | null): Promise<void> {
  await trx
    .updateTable('notes')
    .set({ resolvedById, resolvedAt: resolvedById === null ? null : sql`now()` })
    .where(isOfDiscussions([id], 'notes'))
    .where('isSystem', '=', false)
    .execute();
}
