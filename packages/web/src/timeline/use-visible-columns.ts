import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import type { ColumnGeometry, VisibleColumns } from './visible.ts';
import { columnsInView, spareColumns } from './visible.ts';

/** The columns in view, with some to spare. Changes only when a scroll uses up half of what is to spare. */
export function useVisibleColumns(scroller: RefObject<HTMLElement | null>, geometry: ColumnGeometry): VisibleColumns {
  const [scrolled, setScrolled] = useState(0);
  const { cellWidth } = geometry;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const step = cellWidth * (spareColumns / 2);
    const read = (): void => setScrolled(Math.floor(element.scrollLeft / step) * step);
    read();
    // Before others change the document, so that reading does not lay it out.
    const early = { passive: true, capture: true };
    element.addEventListener('scroll', read, early);
    return () => element.removeEventListener('scroll', read, early);
  }, [scroller, cellWidth]);
  return columnsInView(scrolled, geometry);
}
