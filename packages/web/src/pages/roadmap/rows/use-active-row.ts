import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { keyOfRow, type ListRow } from '../data/rows.ts';

export interface ActiveRow {
  /** The row with the keyboard focus: the one tab stop of the list. -1 while there are no rows. */
  index: number;
  /** The user focused this row directly. */
  note: (index: number) => void;
  /** Scrolls to a row. */
  reveal: (index: number) => void;
  /** Scrolls to a row and focuses it. */
  focus: (index: number) => void;
  /** Set by the list: how a row is scrolled into view. */
  setReveal: (reveal: (index: number) => void) => void;
}

/** The focused epic, and the index where it was last. */
interface ActivePosition {
  id: string | undefined;
  index: number;
}

/** Tracks which epic of the list has the focus: adding or removing rows above it does not move the focus to another. */
export function useActiveRow(list: RefObject<HTMLElement | null>, rows: readonly ListRow[]): ActiveRow {
  const [active, setActive] = useState<ActivePosition>({ id: undefined, index: 0 });
  const [asked, setAsked] = useState(0);
  const reveal = useRef<(index: number) => void>(() => undefined);
  const note = useCallback(
    (index: number) => {
      const id = keyAt(rows, index);
      setActive((now) => (now.id === id && now.index === index ? now : { id, index }));
    },
    [rows],
  );
  const focus = useCallback(
    (index: number) => {
      reveal.current(index);
      note(index);
      setAsked((count) => count + 1);
    },
    [note],
  );
  const scrollTo = useCallback((row: number) => reveal.current(row), []);
  const index = useMemo(() => indexOf(rows, active), [rows, active]);
  const current = useRef(index);
  useLayoutEffect(() => {
    current.current = index;
  }, [index]);
  useLayoutEffect(() => {
    if (asked === 0) return;
    list.current?.querySelector<HTMLElement>(`[data-row="${current.current}"]`)?.focus({ preventScroll: true });
    // A request for the active row must work, too; a row that only moved keeps the focus by itself.
  }, [asked, list]);
  const setReveal = useCallback((next: (index: number) => void) => {
    reveal.current = next;
  }, []);
  return useMemo(
    () => ({ index, note, reveal: scrollTo, focus, setReveal }),
    [index, note, scrollTo, focus, setReveal],
  );
}

/** The current index of the epic; the row at its last index if it was removed. */
function indexOf(rows: readonly ListRow[], { id, index }: ActivePosition): number {
  if (id === undefined || keyAt(rows, index) === id) return Math.min(index, rows.length - 1);
  const moved = rows.findIndex((row) => keyOfRow(row) === id);
  return moved === -1 ? Math.min(index, rows.length - 1) : moved;
}

function keyAt(rows: readonly ListRow[], index: number): string | undefined {
  const row = rows[index];
  return row && keyOfRow(row);
}
