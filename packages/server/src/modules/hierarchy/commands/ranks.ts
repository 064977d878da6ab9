import { ValidationError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import { rankBetween, spreadRanks } from '@milepost/core/ranks';
import type { Db } from '../../../platform/database/tables.ts';
import { gapAt, nearestSiblings, ranksOf, saveRanks, type Family, type Gap, type Spot } from '../store/siblings.ts';

/** The position of an item among the children of a parent, or among the items of a project without a parent. */
export interface RankRequest {
  family: Family;
  childId: WorkItemId;
  spot: Spot;
}

/** Number of neighbors on each side that are spread out first when there is no gap; then four times as many, and so on. */
const FIRST_REACH = 8;

/**
 * The rank for a position: only the two neighbors are read. If there is no gap between them, the ranks around are spread out,
 * as few as needed. Throws ValidationError if the position is relative to an item that is not a child.
 */
export async function rankFor(trx: Db, wanted: RankRequest): Promise<number> {
  const gap = await gapAt(trx, wanted);
  if (!gap) throw new ValidationError({ base: ['The adjacent item must be a child of the same parent'] });
  const range = ranksOf(wanted.family);
  const rank = rankBetween(gap.before?.rank ?? null, gap.after?.rank ?? null, range);
  return rank ?? makeRoom(trx, wanted, gap, FIRST_REACH);
}

async function makeRoom(trx: Db, wanted: RankRequest, gap: Gap, reach: number): Promise<number> {
  // One more than is moved: beyond it nothing changes.
  const before = await around(trx, wanted, gap, 'before', reach + 1);
  const after = await around(trx, wanted, gap, 'after', reach + 1);
  const [first, last] = [before[reach] ?? null, after[reach] ?? null];
  const moved = [...before.slice(0, reach).toReversed(), ...after.slice(0, reach)];
  const at = Math.min(before.length, reach);
  const ranks = spreadRanks(moved.length + 1, first?.rank ?? null, last?.rank ?? null, ranksOf(wanted.family));
  if (ranks) {
    await saveRanks(
      trx,
      wanted.family,
      moved.map(({ id }, index) => ({ id, rank: ranks[index < at ? index : index + 1] ?? 0 })),
    );
    return ranks[at] ?? 0;
  }
  // A list that reached the end of the range is spread out again from its middle.
  return makeRoom(trx, wanted, gap, reach * 4);
}

async function around(trx: Db, { family, childId }: RankRequest, gap: Gap, side: 'before' | 'after', count: number) {
  const nearest = gap[side];
  if (!nearest) return [];
  return [nearest, ...(await nearestSiblings(trx, { family, childId, from: nearest, side, count: count - 1 }))];
}
