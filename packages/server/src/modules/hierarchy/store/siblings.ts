import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { BOARD_RANK_GAP, boardRanks } from '@milepost/core/boards/boards';
import { integerRanks, type RankRange } from '@milepost/core/ranks';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

export interface Sibling {
  id: WorkItemId;
  rank: number;
}

/** Both sides of a gap among the children of an item; null where the list ends. */
export interface Gap {
  before: Sibling | null;
  after: Sibling | null;
}

/** A gap: at the top, at the end, or next to another child. */
export type Spot = 'top' | 'end' | { before: WorkItemId } | { after: WorkItemId };

/** The children of an item in their order. */
export async function siblingsUnder(trx: Db, parentId: WorkItemId): Promise<Sibling[]> {
  const rows = await trx
    .selectFrom('workItems')
    .select(['id', 'relativePosition as rank'])
    .where('parentId', '=', parentId)
    .orderBy('relativePosition')
    .orderBy('id')
    .execute();
  return rows;
}

/**
 * A set of siblings with an order: the children of an item, the issues of a project without a parent, or all cards of the boards
 * below a top-level group.
 */
export type Family = { parentId: WorkItemId } | { freeIn: NamespaceId } | { cardsOf: NamespaceId };

/** The ranks of a family: cards have one of their own, so that a board does not change the order of a tree. */
export function ranksOf(family: Family): RankRange {
  return 'cardsOf' in family ? boardRanks : integerRanks;
}

/** The rank of a card. One that nobody has moved comes before all older ones. The text is that of the index `issue_ranks_on_boards`. */
export function boardRankOf(alias: string): RawBuilder<number> {
  return sql`coalesce(${sql.ref(`${alias}.board_rank`)}, ${sql.ref(`${alias}.id`)} * ${sql.raw(String(-BOARD_RANK_GAP))})`;
}

function rankIn(family: Family, alias: string): RawBuilder<number> {
  return 'cardsOf' in family ? boardRankOf(alias) : sql`${sql.ref(`${alias}.relative_position`)}`;
}

/** The ranks of issues on boards and without a parent, with the id as in `work_items`. */
export const issueRanks = sql`(SELECT issue_ranks.*, work_item_id AS id FROM issue_ranks)`;

function ranked(family: Family): RawBuilder<unknown> {
  return 'parentId' in family ? sql`work_items` : issueRanks;
}

function inFamily(family: Family, alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  if ('cardsOf' in family) return sql<SqlBool>`${column('root_id')} = ${family.cardsOf}`;
  return 'parentId' in family
    ? sql<SqlBool>`${column('parent_id')} = ${family.parentId}`
    : sql<SqlBool>`${column('free_in')} = ${family.freeIn}`;
}

/** The first siblings with a condition on the row `w`, in this direction. */
function inOrder(
  family: Family,
  condition: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
  count: number,
): RawBuilder<unknown> {
  const rank = rankIn(family, 'w');
  return sql`
    SELECT w.id, ${rank} AS rank FROM ${ranked(family)} AS w WHERE ${inFamily(family, 'w')} AND ${condition}
    ORDER BY ${rank} ${direction}, w.id ${direction} LIMIT ${count}`;
}

/**
 * The gap at a position, ignoring the child that moves there: two index lookups, regardless of the number of siblings. Null if the
 * position is relative to an item that is not a sibling.
 */
export async function gapAt(
  trx: Db,
  { family, childId, spot }: { family: Family; childId: WorkItemId; spot: Spot },
): Promise<Gap | null> {
  const atEnd = async (side: 'before' | 'after'): Promise<Sibling | null> =>
    (await nearestSiblings(trx, { family, childId, from: null, side, count: 1 }))[0] ?? null;
  if (spot === 'top') return { before: null, after: await atEnd('after') };
  if (spot === 'end') return { before: await atEnd('before'), after: null };
  const isBefore = 'before' in spot;
  const siblingId = isBefore ? spot.before : spot.after;
  const [than, direction] = isBefore ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const [rank, rankBeside] = [rankIn(family, 'w'), rankIn(family, 'beside')];
  const { rows } = await sql<{ rank: number; nextId: WorkItemId | null; nextRank: number | null }>`
    SELECT ${rankBeside} AS rank, next.id AS next_id, next.rank AS next_rank
    FROM ${ranked(family)} AS beside LEFT JOIN LATERAL (
      ${inOrder(family, sql`w.id <> ${childId} AND (${rank}, w.id) ${than} (${rankBeside}, beside.id)`, direction, 1)}
    ) AS next ON true
    WHERE beside.id = ${siblingId} AND beside.id <> ${childId} AND ${inFamily(family, 'beside')}`.execute(trx);
  const [row] = rows;
  if (!row) return null;
  const beside = { id: siblingId, rank: row.rank };
  const next = row.nextId === null || row.nextRank === null ? null : { id: row.nextId, rank: row.nextRank };
  return isBefore ? { before: next, after: beside } : { before: beside, after: next };
}

/** Up to this many siblings on one side of one of them, nearest first; without one, from that end of the list. */
export async function nearestSiblings(
  trx: Db,
  wanted: {
    family: Family;
    /** Excluded from the result. */
    childId: WorkItemId;
    from: Sibling | null;
    side: 'before' | 'after';
    count: number;
  },
): Promise<Sibling[]> {
  const { family, childId, from, side, count } = wanted;
  const direction = side === 'before' ? sql`DESC` : sql`ASC`;
  const rank = rankIn(family, 'w');
  const than = side === 'before' ? sql`<` : sql`>`;
  const isBeyond = from ? sql`(${rank}, w.id) ${than} (${from.rank}, ${from.id})` : sql`true`;
  const condition = sql`w.id <> ${childId} AND ${isBeyond}`;
  const { rows } = await sql<Sibling>`${inOrder(family, condition, direction, count)}`.execute(trx);
  return rows;
}

/** Writes new ranks. Rows are locked in the order of ids, as everywhere that several are locked. */
export async function saveRanks(trx: Db, family: Family, siblings: readonly Sibling[]): Promise<void> {
  const [column, type] = 'cardsOf' in family ? ['board_rank', 'bigint'] : ['relative_position', 'integer'];
  const ids = siblings.map(({ id }) => id);
  await sql`
    WITH held AS (SELECT id FROM work_items WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE)
    UPDATE work_items w SET ${sql.ref(column)} = wanted.rank
    FROM unnest(${ids}::bigint[], ${siblings.map(({ rank }) => rank)}::${sql.raw(type)}[]) AS wanted (id, rank)
    JOIN held USING (id)
    WHERE w.id = wanted.id AND w.${sql.ref(column)} IS DISTINCT FROM wanted.rank`.execute(trx);
}
