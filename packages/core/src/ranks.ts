/**
 * Ranks of manually ordered lists: integers with gaps. A new item goes to the top, a moved one between two others. When a gap
 * is used up, as few neighbors as necessary get new ranks.
 */
export const RANK_GAP = 500;

/** The ranks that a column can hold. */
export interface RankRange {
  gap: number;
  lowest: number;
  highest: number;
}

/** PostgreSQL's `integer`. */
export const integerRanks: RankRange = { gap: RANK_GAP, lowest: -2_147_483_648, highest: 2_147_483_647 };

/** A rank between `before` and `after`, where null is the end of the list; null when the gap is used up. */
export function rankBetween(
  before: number | null,
  after: number | null,
  { gap, lowest, highest }: RankRange = integerRanks,
): number | null {
  if (before === null && after === null) return 0;
  if (before === null) return after !== null && after - gap >= lowest ? after - gap : null;
  if (after === null) return before + gap <= highest ? before + gap : null;
  const middle = before + Math.floor((after - before) / 2);
  return middle > before && middle < after ? middle : null;
}

/** Minimum gap after spreading; more neighbors are included to reach it. */
const MIN_GAP = 16;

/**
 * Ranks for consecutive items, evenly spaced between `before` and `after`, where null is the end of the list. Null when there
 * is not enough room.
 */
export function spreadRanks(
  count: number,
  before: number | null,
  after: number | null,
  { gap, lowest, highest }: RankRange = integerRanks,
): number[] | null {
  const step = before === null || after === null ? gap : Math.floor((after - before) / (count + 1));
  const first = before === null ? (after === null ? 0 : after - count * step) : before + step;
  const last = first + (count - 1) * step;
  if (step < MIN_GAP || first < lowest || last > highest) return null;
  return Array.from({ length: count }, (_each, index) => first + index * step);
}
