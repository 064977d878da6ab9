/** Free space right of the last column. */
export function rightSpaceAt(viewportWidth: number): number {
  return viewportWidth >= 1200 ? 24 : 16;
}

/** Width of details column, timeline and the space after it. */
export function sectionWidth(detailsWidth: number, cellWidth: number, cells: number, rightSpace: number): number {
  return detailsWidth + cellWidth * cells + rightSpace;
}

/** The number of rows that fit: the `bufferSize` of the settings. `above` is the height that the page uses outside the list. */
export function bufferSizeOf(windowHeight: number, rowHeight: number, above: number): number {
  return Math.max(0, Math.ceil((windowHeight - above) / rowHeight));
}
