/** A half-open range of column indexes. */
export interface VisibleColumns {
  from: number;
  to: number;
}

/** Columns drawn beyond each edge, so that a small scroll shows no gap. */
export const spareColumns = 4;

export interface ColumnGeometry {
  count: number;
  cellWidth: number;
  trackWidth: number;
}

/** The columns in view of a timeline that was scrolled so far, with some to spare. */
export function columnsInView(scrolled: number, { count, cellWidth, trackWidth }: ColumnGeometry): VisibleColumns {
  const from = Math.max(0, Math.floor(scrolled / cellWidth) - spareColumns);
  const to = Math.min(count, Math.ceil((scrolled + trackWidth) / cellWidth) + spareColumns);
  return { from, to };
}

/** A half-open range of row indexes. */
export interface VisibleRows {
  from: number;
  to: number;
}

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

/** The list is drawn anew once in so many rows of scrolling. */
export const rowStep = 2;

/** The rows in view of a list that was scrolled by so many of them, with some to spare. */
export function rowsInView(scrolled: number, { count, rowHeight, height, above, spare }: RowGeometry): VisibleRows {
  // Rows that lie behind the head are drawn as well: it may scroll away.
  const from = scrolled - Math.ceil(above / rowHeight) - spare;
  const to = scrolled + Math.ceil((height - above) / rowHeight) + (spare > 0 ? spare + rowStep : 0);
  return { from: Math.min(Math.max(from, 0), count), to: Math.min(Math.max(to, 0), count) };
}
