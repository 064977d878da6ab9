import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
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

/** A set of siblings with an order: the children of an item, or the issues of a project without a parent. */
export type Family = { parentId: WorkItemId } | { freeIn: NamespaceId };

function inFamily(family: Family, alias: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return 'parentId' in family
    ? sql<SqlBool>`${column('parent_id')} = ${family.parentId}`
    : sql<SqlBool>`(${column('namespace_id')} = ${family.freeIn} AND ${column('parent_id')} IS NULL AND ${column('type')} <> 'epic')`;
}

/**
 * The gap at a position, ignoring the child that moves there: two index lookups, however many siblings there are. Null if the
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
  const { rows } = await sql<{ rank: number; nextId: WorkItemId | null; nextRank: number | null }>`
    SELECT beside.relative_position AS rank, next.id AS next_id, next.relative_position AS next_rank
    FROM work_items beside LEFT JOIN LATERAL (
      SELECT id, relative_position FROM work_items w
      WHERE ${inFamily(family, 'w')} AND id <> ${childId}
        AND (relative_position, id) ${than} (beside.relative_position, beside.id)
      ORDER BY relative_position ${direction}, id ${direction} LIMIT 1
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
  const isBeyond = from
    ? side === 'before'
      ? sql`(relative_position, id) < (${from.rank}, ${from.id})`
      : sql`(relative_position, id) > (${from.rank}, ${from.id})`
    : sql`true`;
  const { rows } = await sql<Sibling>`
    SELECT id, relative_position AS rank FROM work_items w
    WHERE ${inFamily(family, 'w')} AND id <> ${childId} AND ${isBeyond}
    ORDER BY relative_position ${direction}, id ${direction} LIMIT ${count}`.execute(trx);
  return rows;
}

/** Writes new ranks. Rows are locked in the order of ids, as everywhere that several are locked. */
export async function saveRanks(trx: Db, siblings: readonly Sibling[]): Promise<void> {
  const ids = siblings.map(({ id }) => id);
  await sql`
    WITH held AS (SELECT id FROM work_items WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE)
    UPDATE work_items w SET relative_position = wanted.rank
    FROM unnest(${ids}::bigint[], ${siblings.map(({ rank }) => rank)}::integer[]) AS wanted (id, rank) JOIN held USING (id)
    WHERE w.id = wanted.id AND w.relative_position <> wanted.rank`.execute(trx);
}
