/** The counts above a roadmap: its top-level epics within the dates, and all undated ones. */
export interface RoadmapSummary {
  count: number;
  opened: number;
  closed: number;
  /** Open epics by health; the four add up to `opened`. */
  onTrack: number;
  needsAttention: number;
  atRisk: number;
  noUpdate: number;
  overdue: number;
  undated: number;
  startsEarly: number;
  outsideParent: number;
  behind: number;
  stale: number;
}

export const summaryCounts = [
  'count',
  'opened',
  'closed',
  'onTrack',
  'needsAttention',
  'atRisk',
  'noUpdate',
  'overdue',
  'undated',
  'startsEarly',
  'outsideParent',
  'behind',
  'stale',
] as const satisfies readonly (keyof RoadmapSummary)[];

/** The width of the proportion bar, the gap between its segments, and the least width of one, in pixels. */
const barWidth = 148;
const gap = 2;
const leastSegment = 3;

/**
 * The widths of the segments of a proportion bar: whole pixels that add up to its width with the gaps. Zero for a count of
 * zero. By largest remainder, the left one first.
 */
export function segmentsOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const shown = counts.filter((count) => count > 0).length;
  if (total === 0) return counts.map(() => 0);
  const room = barWidth - gap * (shown - 1);
  // Segments that would be too narrow get the least width; the others share the rest.
  let narrow = new Set<number>();
  for (;;) {
    const left = room - leastSegment * narrow.size;
    const rest = counts.reduce((sum, count, index) => (narrow.has(index) ? sum : sum + count), 0);
    const more = counts.flatMap((count, index) =>
      count > 0 && !narrow.has(index) && (count * left) / rest < leastSegment ? [index] : [],
    );
    if (more.length === 0) return distribute(counts, narrow, left, rest);
    narrow = new Set([...narrow, ...more]);
  }
}

function distribute(counts: readonly number[], narrow: ReadonlySet<number>, left: number, rest: number): number[] {
  const exact = counts.map((count, index) =>
    narrow.has(index) ? leastSegment : rest === 0 ? 0 : (count * left) / rest,
  );
  const widths = exact.map(Math.floor);
  const missing = left + leastSegment * narrow.size - widths.reduce((sum, width) => sum + width, 0);
  const byRemainder = exact
    .map((width, index) => ({ index, remainder: width - Math.floor(width) }))
    .filter(({ index }) => (counts[index] ?? 0) > 0 && !narrow.has(index))
    .toSorted((one, other) => other.remainder - one.remainder || one.index - other.index);
  for (const { index } of byRemainder.slice(0, missing)) widths[index] = (widths[index] ?? 0) + 1;
  return widths;
}
