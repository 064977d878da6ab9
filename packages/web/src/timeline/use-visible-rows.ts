import type { RefObject } from 'react';
import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowGeometry, VisibleRows } from './visible.ts';
import { rowsInView, rowStep } from './visible.ts';

/** Who scrolls past so many rows at once reads none of them. */
const rushRows = 6;
/** Milliseconds without such a leap after which rows are read again. */
const pause = 100;

export interface ShownRows extends VisibleRows {
  /** The rows to be drawn with all they have: while one leaps through the list those that were there before, else all of them. */
  whole: VisibleRows;
}

/** The rows in view, with some to spare; how long the list is does not matter to what this costs. */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, geometry: RowGeometry): ShownRows {
  const { rowHeight } = geometry;
  const [scrolled, setScrolled] = useState(0);
  /** As `scrolled`, but for leaps, which it follows once they are over. */
  const [settled, setSettled] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    // Wherever it stands at first is no leap.
    let last = Number.NaN;
    let rest: number | undefined;
    const read = (): void => {
      const now = Math.floor(element.scrollTop / (rowHeight * rowStep)) * rowStep;
      setScrolled(now);
      if (Math.abs(now - last) >= rushRows) {
        window.clearTimeout(rest);
        rest = window.setTimeout(() => {
          rest = undefined;
          // In pieces, so that a scroll waits for none of it.
          startTransition(() => setSettled(last));
        }, pause);
      } else if (rest === undefined) setSettled(now);
      last = now;
    };
    read();
    // Within the frame that scrolls: later would be a frame without these rows.
    const follow = (): void => flushSync(read);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      window.clearTimeout(rest);
      element.removeEventListener('scroll', follow);
    };
  }, [scroller, rowHeight]);
  return { ...rowsInView(scrolled, geometry), whole: rowsInView(settled, geometry) };
}

/** Scrolls just as far as it takes to see a row, clear of what stays above the list. */
export function revealRow(
  scroller: HTMLElement,
  index: number,
  { rowHeight, height, above }: Pick<RowGeometry, 'rowHeight' | 'height' | 'above'>,
): void {
  const top = index * rowHeight;
  const least = above + top + rowHeight - (scroller.clientHeight || height);
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < least) scroller.scrollTop = least;
}
