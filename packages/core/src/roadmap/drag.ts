import type { Day, Span } from '../days.ts';
import { addDays } from '../days.ts';
import type { PointerKind } from '../drag.ts';
import type { Column } from './columns.ts';

/** What is taken hold of: the whole bar, or one of its ends. */
export type Grip = 'move' | 'start' | 'due';

/** The ends of a bar, in pixels, that are an end and not the middle of it. */
const edgeWidth: Readonly<Record<PointerKind, number>> = { touch: 20, other: 8 };

/** What of a bar `width` pixels wide is taken hold of at `x` pixels from its left. Ends that are cut off cannot be. */
export function gripAt(x: number, width: number, kind: PointerKind, ends: { start: boolean; due: boolean }): Grip {
  // A short bar keeps a middle.
  const edge = Math.min(edgeWidth[kind], width / 4);
  if (ends.due && x >= width - edge) return 'due';
  if (ends.start && x < edge) return 'start';
  return 'move';
}

/**
 * The span after so many days of dragging. An end without a date stays without one while the whole is moved, and gets one
 * where it is the end that is dragged: from `shown`, where the bar begins and ends on screen. Neither end passes the other.
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

/** The days of the column that holds `day`; of the nearest one, where none does: how far a step by column goes. */
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

/** The dates of an epic without any that is put down on `day`: from there on, and as long as the column is. */
export function placedSpan(columns: readonly Column[], day: Day): { start: Day; due: Day } {
  return { start: day, due: addDays(day, daysOfColumn(columns, day) - 1) };
}

/** Whether it has neither end: no timeline can place it. */
export function isUndated({ start, due }: Span): boolean {
  return start === null && due === null;
}
