import type { RefObject } from 'react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

export interface ActiveRow {
  /** The row the keyboard is on: the one tab stop of the list. */
  index: number;
  /** The focus came to this row by itself. */
  note: (index: number) => void;
  /** Brings a row into view and puts the focus on it. */
  focus: (index: number) => void;
  /** The list says how a row is brought into view. */
  setReveal: (reveal: (index: number) => void) => void;
}

/** Keeps which row of the list the keyboard is on. */
export function useActiveRow(list: RefObject<HTMLElement | null>): ActiveRow {
  const [index, setIndex] = useState(0);
  const [asked, setAsked] = useState(0);
  const reveal = useRef<(index: number) => void>(() => undefined);
  const focus = useCallback((next: number) => {
    reveal.current(next);
    setIndex(next);
    setAsked((count) => count + 1);
  }, []);
  useLayoutEffect(() => {
    if (asked === 0) return;
    list.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
    // A request for the row that is active already must work, too.
  }, [asked, index, list]);
  const setReveal = useCallback((next: (index: number) => void) => {
    reveal.current = next;
  }, []);
  return useMemo(() => ({ index, note: setIndex, focus, setReveal }), [index, focus, setReveal]);
}
