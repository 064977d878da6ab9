import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RowGeometry, VisibleRows } from './visible.ts';
import { rowsInView, rowStep } from './visible.ts';

/** The rows in view, with some to spare; how long the list is does not matter to what this costs. */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, geometry: RowGeometry): VisibleRows {
  const { rowHeight } = geometry;
  const [scrolled, setScrolled] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const read = (): void => setScrolled(Math.floor(element.scrollTop / (rowHeight * rowStep)) * rowStep);
    read();
    // Within the frame that scrolls: later would be a frame without these rows.
    const follow = (): void => flushSync(read);
    const passive = { passive: true };
    element.addEventListener('scroll', follow, passive);
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, rowHeight]);
  return rowsInView(scrolled, geometry);
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
