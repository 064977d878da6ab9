import type { Day } from '@milepost/core/days';
import type { Column } from '@milepost/core/roadmap/columns';
import { timeframeOf } from '@milepost/core/roadmap/columns';
import type { Timeframe } from '@milepost/core/roadmap/ranges';

/** Positions of days on a timeline: columns of equal width, in which every day has an equal share. */
export interface Scale {
  columns: readonly Column[];
  cellWidth: number;
  /** Of all columns. */
  width: number;
  timeframe: Timeframe;
  /** The left edge of `day`. Days outside are clamped to the nearer end. */
  xOf: (day: Day) => number;
  /** The day at `x`; before and after the timeline its first and last day. */
  dayAt: (x: number) => Day;
}

/** A scale over `columns`, each `cellWidth` pixels wide. */
export function makeScale(columns: readonly Column[], cellWidth: number): Scale {
  const timeframe = timeframeOf(columns);
  const width = columns.length * cellWidth;

  function xOf(day: Day): number {
    const index = lastStartingBy(columns, day);
    const column = columns[index];
    if (!column) return 0;
    if (day > column.due) return width;
    return (index + (day - column.start) / daysIn(column)) * cellWidth;
  }

  function dayAt(x: number): Day {
    const index = Math.min(columns.length - 1, Math.max(0, Math.floor(x / cellWidth)));
    const column = columns[index];
    if (!column) return timeframe.from;
    const share = (x - index * cellWidth) / cellWidth;
    // A day's own left edge must return that day although the division is not exact.
    const passed = Math.floor(share * daysIn(column) + 1e-9);
    return (column.start + Math.min(daysIn(column) - 1, Math.max(0, passed))) as Day;
  }

  return { columns, cellWidth, width, timeframe, xOf, dayAt };
}

/** The position of an item from `start` to `due`, both included. */
export function extentOf(scale: Scale, start: Day, due: Day): { left: number; width: number } {
  const left = scale.xOf(start);
  return { left, width: scale.xOf((due + 1) as Day) - left };
}

/** The number of days of a column. */
export function daysIn(column: Column): number {
  return column.due - column.start + 1;
}

/** The start of a day within its column, in percent. */
export function shareOf(column: Column, day: Day): number {
  return ((day - column.start) / daysIn(column)) * 100;
}

function lastStartingBy(columns: readonly Column[], day: Day): number {
  let low = 0;
  let high = columns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((columns[middle] as Column).start <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
