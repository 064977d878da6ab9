import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export interface RowGeometry {
  count: number;
  /** Of every row: with one height for all, nothing has to be measured or added up. */
  rowHeight: number;
  /** Of the view. */
  height: number;
  /** What lies above the list inside the scroller, and stays in view over it. */
  above: number;
  /** Rows drawn beyond each edge of the view. */
  spare: number;
}

/** A half-open range of row indexes. */
export interface VisibleRows {
  from: number;
  to: number;
}

/** The list is drawn anew once in so many rows of scrolling. */
const step = 2;

/** The rows in view, with some to spare; how long the list is does not matter to what this costs. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, height, above, spare }: RowGeometry,
): VisibleRows {
  const [scrolled, setScrolled] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const read = (): void => setScrolled(Math.floor(element.scrollTop / (rowHeight * step)) * step);
    read();
    // Within the frame that scrolls: later would be a frame without these rows.
    const follow = (): void => flushSync(read);
    const passive = { passive: true };
    element.addEventListener('scroll', follow, passive);
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, rowHeight]);
  // Rows that lie behind the head are drawn as well: it may scroll away.
  const from = scrolled - Math.ceil(above / rowHeight) - spare;
  const to = scrolled + Math.ceil((height - above) / rowHeight) + (spare > 0 ? spare + step : 0);
  return { from: Math.min(Math.max(from, 0), count), to: Math.min(Math.max(to, 0), count) };
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
