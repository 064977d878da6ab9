/** A half-open range of column indexes. */
export interface VisibleColumns {
  from: number;
  to: number;
}

/** Columns rendered beyond each edge, so that a small scroll shows no gap. */
export const spareColumns = 4;

export interface ColumnGeometry {
  count: number;
  cellWidth: number;
  trackWidth: number;
}

/** The visible columns of a timeline at this scroll offset, with overscan. */
export function columnsInView(scrolled: number, { count, cellWidth, trackWidth }: ColumnGeometry): VisibleColumns {
  const from = Math.max(0, Math.floor(scrolled / cellWidth) - spareColumns);
  const to = Math.min(count, Math.ceil((scrolled + trackWidth) / cellWidth) + spareColumns);
  return { from, to };
}
