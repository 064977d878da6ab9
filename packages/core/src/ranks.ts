/**
 * Places in a list that people arrange by hand: whole numbers with room between them. A new item goes on top, a moved one
 * between two others; when there is no room left, those around it are spread out again, and no more of them than it takes.
 */
export const RANK_GAP = 500;

/** PostgreSQL's `integer`. */
const LOWEST = -2_147_483_648;
const HIGHEST = 2_147_483_647;

/** A rank after `before` and in front of `after`, where null is the end of the list; null when there is no room. */
export function rankBetween(before: number | null, after: number | null): number | null {
  if (before === null && after === null) return 0;
  if (before === null) return after !== null && after - RANK_GAP >= LOWEST ? after - RANK_GAP : null;
  if (after === null) return before + RANK_GAP <= HIGHEST ? before + RANK_GAP : null;
  const middle = before + Math.floor((after - before) / 2);
  return middle > before && middle < after ? middle : null;
}

/** With less room than this beside each, spreading a few items out would not last: more of them are taken. */
const MIN_GAP = 16;

/**
 * Ranks for so many items in a row, in order, with equal room between them, after `before` and in front of `after`, where null is
 * the end of the list. Null when there is not enough room for that.
 */
export function spreadRanks(count: number, before: number | null, after: number | null): number[] | null {
  const step = before === null || after === null ? RANK_GAP : Math.floor((after - before) / (count + 1));
  const first = before === null ? (after === null ? 0 : after - count * step) : before + step;
  const last = first + (count - 1) * step;
  if (step < MIN_GAP || first < LOWEST || last > HIGHEST) return null;
  return Array.from({ length: count }, (_each, index) => first + index * step);
}
