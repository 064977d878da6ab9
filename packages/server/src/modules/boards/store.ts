import type { BoardId, BoardListId, LabelId, NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { defineLoader, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import type { BoardListTable, BoardTable } from './table.ts';

/** A board with the labels that its cards must have. */
export interface Board extends Selectable<BoardTable> {
  labelIds: LabelId[];
}
export type BoardList = Selectable<BoardListTable>;

/** The first key of an advisory lock; the second is the namespace or the board. */
const BOARDS = 7_205_120;
const LISTS = 7_205_121;

function selectBoards(db: Db) {
  return db
    .selectFrom('boards as b')
    .selectAll('b')
    .select(
      sql<LabelId[]>`ARRAY(SELECT bl.label_id FROM board_labels bl WHERE bl.board_id = b.id ORDER BY bl.label_id)`.as(
        'labelIds',
      ),
    );
}

export const boardsById = defineLoader<BoardId, Board>('boardsById', async (ctx, ids) => {
  const rows = await selectBoards(ctx.db)
    .where(sql<boolean>`b.id = ANY(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** The boards of a group or project by name. */
export function boardsOf(ctx: Context, namespaceId: NamespaceId): Promise<Board[]> {
  return selectBoards(ctx.db)
    .where('b.namespaceId', '=', namespaceId)
    .orderBy(sql`lower(b.name)`)
    .orderBy('b.id')
    .execute();
}

export function boardsOnPage(ctx: Context, namespaceId: NamespaceId, page: PageRequest): Promise<Board[]> {
  return selectBoards(ctx.db)
    .where('b.namespaceId', '=', namespaceId)
    .orderBy(sql`lower(b.name)`)
    .orderBy('b.id')
    .limit(page.perPage)
    .offset(page.offset)
    .execute();
}

export async function countBoards(db: Db, namespaceId: NamespaceId): Promise<number> {
  const { count } = await db
    .selectFrom('boards')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('namespaceId', '=', namespaceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Serializes the creation of a namespace's boards for the transaction, so that the limit holds. */
export async function lockBoardsOf(trx: Db, namespaceId: NamespaceId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${BOARDS}::integer, ${namespaceId % 2_147_483_647}::integer)`.execute(trx);
}

/** Locks a board and its lists for the transaction; null when it does not exist any more. */
export async function lockBoard(trx: Db, id: BoardId): Promise<Board | null> {
  await sql`SELECT pg_advisory_xact_lock(${LISTS}::integer, ${id % 2_147_483_647}::integer)`.execute(trx);
  return (await selectBoards(trx).where('b.id', '=', id).executeTakeFirst()) ?? null;
}

export async function insertBoard(trx: Db, board: Insertable<BoardTable>): Promise<BoardId> {
  const { id } = await trx.insertInto('boards').values(board).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function saveBoard(trx: Db, id: BoardId, changes: Updateable<BoardTable>): Promise<void> {
  await trx
    .updateTable('boards')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function removeBoard(trx: Db, id: BoardId): Promise<void> {
  await trx.deleteFrom('boards').where('id', '=', id).execute();
}

export async function setBoardLabels(trx: Db, id: BoardId, labelIds: readonly LabelId[]): Promise<void> {
  await trx.deleteFrom('boardLabels').where('boardId', '=', id).execute();
  await sql`INSERT INTO board_labels (board_id, label_id)
    SELECT ${id}::bigint, unnest(${labelIds}::bigint[]) ON CONFLICT DO NOTHING`.execute(trx);
}

/** The stored columns of each board in order. */
export const listsOfBoard = defineLoader<BoardId, readonly BoardList[]>('listsOfBoard', async (ctx, ids) => {
  const rows = await ctx.db
    .selectFrom('boardLists')
    .selectAll()
    .where(sql<boolean>`board_id = ANY(${ids}::bigint[])`)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return new Map(ids.map((id) => [id, rows.filter(({ boardId }) => boardId === id)]));
});

export const boardListsById = defineLoader<BoardListId, BoardList>('boardListsById', async (ctx, ids) => {
  const rows = await ctx.db
    .selectFrom('boardLists')
    .selectAll()
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** Writes a list as the last one; null when the board has one with this value. */
export async function insertList(
  trx: Db,
  list: Omit<Insertable<BoardListTable>, 'position'>,
): Promise<BoardListId | null> {
  const row = await trx
    .insertInto('boardLists')
    .values({
      ...list,
      position: sql`(SELECT count(*) FROM board_lists WHERE board_id = ${list.boardId})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function saveList(trx: Db, id: BoardListId, changes: Updateable<BoardListTable>): Promise<void> {
  await trx
    .updateTable('boardLists')
    .set({ ...changes, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function removeList(trx: Db, id: BoardListId): Promise<void> {
  await trx.deleteFrom('boardLists').where('id', '=', id).execute();
}

/** Numbers the lists of a board from 0, with one of them at a position; null to keep their order. */
export async function numberLists(
  trx: Db,
  boardId: BoardId,
  moved: { id: BoardListId; position: number } | null,
): Promise<void> {
  const { rows } = await sql<{ id: BoardListId }>`
    SELECT id FROM board_lists WHERE board_id = ${boardId} ORDER BY position, id`.execute(trx);
  const ids = rows.map(({ id }) => id).filter((id) => id !== moved?.id);
  if (moved) ids.splice(Math.min(Math.max(moved.position, 0), ids.length), 0, moved.id);
  await sql`UPDATE board_lists l SET position = wanted.place - 1
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS wanted (id, place)
    WHERE l.id = wanted.id AND l.position <> wanted.place - 1`.execute(trx);
}

/** The keys of the folded columns and lanes of a person on a board; `boardId` null for the default board. */
export async function foldedOn(
  db: Db,
  userId: UserId,
  namespaceId: NamespaceId,
  boardId: BoardId | null,
): Promise<readonly string[]> {
  const row = await db
    .selectFrom('boardFolds')
    .select('keys')
    .where('userId', '=', userId)
    .where('namespaceId', '=', namespaceId)
    .where('boardId', boardId === null ? 'is' : '=', boardId)
    .executeTakeFirst();
  return row?.keys ?? [];
}

/** Folds or unfolds a column or lane. Only the `limit` newest keys are kept. */
export async function saveFold(
  trx: Db,
  of: { userId: UserId; namespaceId: NamespaceId; boardId: BoardId | null },
  { key, isFolded, limit }: { key: string; isFolded: boolean; limit: number },
): Promise<void> {
  await sql`
    INSERT INTO board_folds AS f (user_id, namespace_id, board_id, keys)
    VALUES (${of.userId}, ${of.namespaceId}, ${of.boardId}, ${isFolded ? [key] : []}::text[])
    ON CONFLICT (user_id, namespace_id, board_id) DO UPDATE
    SET keys = (${isFolded ? [key] : []}::text[] || array_remove(f.keys, ${key}))[1:${limit}]`.execute(trx);
}
