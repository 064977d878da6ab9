import type { Day, Span } from '../days.ts';
import { addDays } from '../days.ts';
import type { PointerKind } from '../drag.ts';
import type { Column } from './columns.ts';

/** The grabbed part: the whole bar, or one of its ends. */
export type Grip = 'move' | 'start' | 'due';

/** Width in pixels of the zones at both ends of a bar. */
const edgeWidth: Readonly<Record<PointerKind, number>> = { touch: 20, other: 8 };

/** The part of a bar of `width` pixels that is grabbed at `x` pixels from its left. Clipped ends cannot be grabbed. */
export function gripAt(x: number, width: number, kind: PointerKind, ends: { start: boolean; due: boolean }): Grip {
  // A short bar keeps a zone for its middle.
  const edge = Math.min(edgeWidth[kind], width / 4);
  if (ends.due && x >= width - edge) return 'due';
  if (ends.start && x < edge) return 'start';
  return 'move';
}

/**
 * The span after dragging by this many days. A missing end stays missing when the whole bar is moved; dragging that end sets
 * it, starting from `shown`, the visible bar. Neither end passes the other.
 */
export function draggedSpan(span: Span, shown: { start: Day; due: Day }, grip: Grip, days: number): Span {
  const { start, due } = span;
  if (days === 0) return span;
  switch (grip) {
    case 'move':
      return { start: start === null ? null : addDays(start, days), due: due === null ? null : addDays(due, days) };
    case 'start': {
      const next = addDays(start ?? shown.start, days);
      return { start: due !== null && next > due ? due : next, due };
    }
    default: {
      const next = addDays(due ?? shown.due, days);
      return { start, due: start !== null && next < start ? start : next };
    }
  }
}

/** The days of the column that contains `day`, otherwise of the nearest column: the size of a step by column. */
export function daysOfColumn(columns: readonly Column[], day: Day): number {
  const column = columns.find(({ due }) => day <= due) ?? columns.at(-1);
  return column ? column.due - column.start + 1 : 1;
}

export function isSameSpan(one: Span, other: Span): boolean {
  return one.start === other.start && one.due === other.due;
}

/** Inclusive days from start to due; null where an end is open. */
export function lengthOf({ start, due }: Span): number | null {
  return start === null || due === null ? null : due - start + 1;
}

/** The dates of an undated epic dropped on `day`: from that day on, for the length of the column. */
export function placedSpan(columns: readonly Column[], day: Day): { start: Day; due: Day } {
  return { start: day, due: addDays(day, daysOfColumn(columns, day) - 1) };
}

/** Whether both ends are missing, so that no timeline can place the item. */
export function isUndated({ start, due }: Span): boolean {
  return start === null && due === null;
}
