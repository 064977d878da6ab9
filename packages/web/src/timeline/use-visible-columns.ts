import type { RefObject } from 'react';
import { useEffect, useState } from 'react';

/** A half-open range of column indexes. */
export interface VisibleColumns {
  from: number;
  to: number;
}

/** Columns drawn beyond each edge, so that a small scroll shows no gap. */
const spare = 4;

/** The columns in view, with some to spare. Changes only when a scroll uses up half of what is to spare. */
export function useVisibleColumns(
  scroller: RefObject<HTMLElement | null>,
  { count, cellWidth, trackWidth }: { count: number; cellWidth: number; trackWidth: number },
): VisibleColumns {
  const [scrolled, setScrolled] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const step = cellWidth * (spare / 2);
    const read = (): void => setScrolled(Math.floor(element.scrollLeft / step) * step);
    read();
    // Before others change the document, so that reading does not lay it out.
    const early = { passive: true, capture: true };
    element.addEventListener('scroll', read, early);
    return () => element.removeEventListener('scroll', read, early);
  }, [scroller, cellWidth]);
  const from = Math.max(0, Math.floor(scrolled / cellWidth) - spare);
  const to = Math.min(count, Math.ceil((scrolled + trackWidth) / cellWidth) + spare);
  return { from, to };
}
