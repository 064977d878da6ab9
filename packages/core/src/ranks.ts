/**
 * Places in a list that people arrange by hand: whole numbers with room between them. A new item goes on top, a moved one
 * between two others; when there is no room left, the whole list is spread out again.
 */
export const RANK_GAP = 500;

/** PostgreSQL's `integer`. */
const LOWEST = -2_147_483_648;
const HIGHEST = 2_147_483_647;

/** The rank above the first of a list (null when it is empty); null when there is no room. */
export function rankOnTop(first: number | null): number | null {
  return first === null ? 0 : rankBetween(null, first);
}

/** The rank below the last of a list (null when it is empty); null when there is no room. */
export function rankAtEnd(last: number | null): number | null {
  return last === null ? 0 : rankBetween(last, null);
}

/** A rank after `before` and in front of `after`, where null is the end of the list; null when there is no room. */
export function rankBetween(before: number | null, after: number | null): number | null {
  if (before === null && after === null) return 0;
  if (before === null) return after !== null && after - RANK_GAP >= LOWEST ? after - RANK_GAP : null;
  if (after === null) return before + RANK_GAP <= HIGHEST ? before + RANK_GAP : null;
  const middle = before + Math.floor((after - before) / 2);
  return middle > before && middle < after ? middle : null;
}

/** Ranks for a whole list of this length, in order, with equal room between them. */
export function spreadRanks(count: number): number[] {
  return Array.from({ length: count }, (_each, index) => index * RANK_GAP);
}
