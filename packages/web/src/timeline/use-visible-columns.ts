import type { RefObject } from 'react';
import { useEffect, useState } from 'react';
import type { ColumnGeometry, VisibleColumns } from './visible.ts';
import { columnsInView, spareColumns } from './visible.ts';

/** The visible columns with overscan. Changes only when a scroll uses up half of the overscan. */
export function useVisibleColumns(scroller: RefObject<HTMLElement | null>, geometry: ColumnGeometry): VisibleColumns {
  const [scrolled, setScrolled] = useState(0);
  const { cellWidth } = geometry;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const step = cellWidth * (spareColumns / 2);
    const read = (): void => setScrolled(Math.floor(element.scrollLeft / step) * step);
    read();
    // Before others change the document, so that reading does not force a layout.
    const early = { passive: true, capture: true };
    element.addEventListener('scroll', read, early);
    return () => element.removeEventListener('scroll', read, early);
  }, [scroller, cellWidth]);
  return columnsInView(scrolled, geometry);
}
