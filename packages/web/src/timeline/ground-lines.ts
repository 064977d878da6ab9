import { addDays } from '@milepost/core/days';
import { endsYear } from '@milepost/core/roadmap/columns';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { Scale } from './scale.ts';
import type { VisibleColumns } from './visible.ts';

export interface GroundLines {
  /** The parts of the outermost columns beyond the days of the timeline. */
  dimmed: { left: number; width: number }[];
  /** A line after each column, stronger where a year ends. */
  lines: { key: number; left: number; isYearEnd: boolean }[];
}

/** The background lines of a timeline over the days of `window`, in these columns. */
export function groundLinesOf(
  { columns, cellWidth, width, xOf }: Scale,
  window: Timeframe,
  { from, to }: VisibleColumns,
): GroundLines {
  const before = xOf(window.from);
  const after = xOf(addDays(window.to, 1));
  const ends = [
    { left: 0, width: before },
    { left: after, width: width - after },
  ];
  return {
    dimmed: ends.filter((end) => end.width > 0),
    lines: columns.slice(from, to).map((column, index) => ({
      key: column.start,
      left: (from + index + 1) * cellWidth - 1,
      isYearEnd: endsYear(column),
    })),
  };
}
