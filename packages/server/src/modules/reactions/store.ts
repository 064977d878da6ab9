import type { NoteId, ReactionId, UserId, WorkItemId } from '@milepost/core/ids';
import { thumbsDown, thumbsUp, type Votes } from '@milepost/core/reactions';
import { sql, type Selectable } from 'kysely';
import { defineLoader, defineRowsLoader, type Context, type Loader } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { isOneOf } from '../../platform/database/one-of.ts';
import type { ReactionTarget } from './policy.ts';
import type { ReactionTable } from './table.ts';

export type Reaction = Selectable<ReactionTable>;

export const reactionsById = defineLoader<ReactionId, Reaction>('reactionsById', async (ctx, ids) => {
  const rows = await ctx.db.selectFrom('reactions').selectAll().where(isOneOf('id', ids)).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** The reactions on each work item, oldest first: one statement for a page of items. */
export const reactionsOfWorkItem = reactionsBy<WorkItemId>('reactionsOfWorkItem', 'workItemId');
/** The reactions on each note, oldest first: one statement for a page of notes. */
export const reactionsOfNote = reactionsBy<NoteId>('reactionsOfNote', 'noteId');

function reactionsBy<Key extends number>(name: string, column: 'workItemId' | 'noteId'): Loader<Key, Reaction[]> {
  return defineRowsLoader<Key, Reaction, Reaction[]>(name, {
    rows: (_ctx, keys) => sql`SELECT * FROM reactions WHERE ${isOneOf(column, keys)} ORDER BY id`,
    collect: (rows, keys) => {
      const reactions = new Map<Key, Reaction[]>(keys.map((key) => [key, []]));
      for (const row of rows) reactions.get(row[column] as unknown as Key)?.push(row);
      return reactions;
    },
  });
}

/** Thumbs up and down of each work item: one statement for a page of items. */
export const votesOfWorkItem = defineRowsLoader<WorkItemId, Votes & { itemId: WorkItemId }, Votes>('votesOfWorkItem', {
  rows: (_ctx, itemIds) => sql`
    SELECT work_item_id AS item_id, count(*) FILTER (WHERE name = ${sql.lit(thumbsUp)})::int AS upvotes,
      count(*) FILTER (WHERE name = ${sql.lit(thumbsDown)})::int AS downvotes
    FROM reactions WHERE ${isOneOf('work_item_id', itemIds)} GROUP BY work_item_id`,
  collect: (rows, itemIds) => {
    const votes = new Map<WorkItemId, Votes>(itemIds.map((id) => [id, { upvotes: 0, downvotes: 0 }]));
    for (const { itemId, ...count } of rows) votes.set(itemId, count);
    return votes;
  },
});

/** One numbered page of the reactions on an object, oldest first. */
export async function reactionsOnPage(ctx: Context, target: ReactionTarget, page: PageRequest): Promise<Reaction[]> {
  return reactionsOn(ctx.db, target).selectAll().orderBy('id').limit(page.perPage).offset(page.offset).execute();
}

export async function countReactions(ctx: Context, target: ReactionTarget): Promise<number> {
  const { count } = await reactionsOn(ctx.db, target)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function reactionsOn(db: Db, target: ReactionTarget) {
  const query = db.selectFrom('reactions');
  return target.noteId === undefined
    ? query.where('workItemId', '=', target.workItemId)
    : query.where('noteId', '=', target.noteId);
}

/** Writes a reaction; null when the person has already added it. */
export async function insertReaction(
  trx: Db,
  target: ReactionTarget,
  userId: UserId,
  name: string,
): Promise<ReactionId | null> {
  const row = await trx
    .insertInto('reactions')
    .values({ name, userId, workItemId: target.workItemId ?? null, noteId: target.noteId ?? null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Serializes changes of a person's reactions for the transaction. */
export async function lockReactionsOf(trx: Db, userId: UserId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`reactions:${userId}`}, 0))`.execute(trx);
}

/** A person's own reaction with this name, or null. */
export async function ownReaction(
  db: Db,
  target: ReactionTarget,
  userId: UserId,
  name: string,
): Promise<Reaction | null> {
  const row = await reactionsOn(db, target)
    .selectAll()
    .where('userId', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

export async function removeReaction(trx: Db, id: ReactionId): Promise<void> {
  await trx.deleteFrom('reactions').where('id', '=', id).execute();
}

/** Copies the reactions of an item to another, and those of its notes to their copies (`noteIds`: copy by original). */
export async function copyReactions(
  trx: Db,
  items: { from: WorkItemId; to: WorkItemId },
  noteIds: ReadonlyMap<NoteId, NoteId>,
): Promise<void> {
  await sql`INSERT INTO reactions (name, user_id, work_item_id, note_id, created_at)
    SELECT r.name, r.user_id, CASE WHEN r.work_item_id IS NOT NULL THEN ${items.to}::bigint END, copies.to_id, r.created_at
    FROM reactions r LEFT JOIN unnest(${[...noteIds.keys()]}::bigint[], ${[...noteIds.values()]}::bigint[]) AS copies (from_id, to_id)
      ON copies.from_id = r.note_id
    WHERE r.work_item_id = ${items.from} OR copies.to_id IS NOT NULL
    ORDER BY r.id ON CONFLICT DO NOTHING`.execute(trx);
}
