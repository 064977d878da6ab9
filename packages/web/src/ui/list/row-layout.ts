/** A half-open range of row indexes. */
export interface RowWindow {
  from: number;
  to: number;
}

/** Where the rows of a list are, in pixels from the top of the first. */
export interface RowLayout {
  count: number;
  /** Where a row begins; of `count`, where the list ends. */
  top(index: number): number;
  /** The row at `y`; the first above the list, the last below it. */
  at(y: number): number;
}

/** The part of a list that its viewport shows, in pixels from the top of the first row. */
export interface View {
  top: number;
  height: number;
}

/** The window moves in steps of this many rows: most frames of scrolling render nothing. */
const STEP = 2;

/** Rows of one height: nothing is measured or added up. */
export function rowsOfHeight(count: number, height: number): RowLayout {
  return {
    count,
    top: (index) => index * height,
    at: (y) => Math.max(Math.min(Math.floor(y / height), count - 1), 0),
  };
}

/** Rows that begin at `tops`, which ends with where the list does. */
export function rowsAt(tops: readonly number[]): RowLayout {
  return { count: tops.length - 1, top: (index) => tops[index] ?? 0, at: (y) => rowAt(tops, y) };
}

/** Where each row begins, and at the end how high the list is. */
export function topsOf(rows: readonly { height: number }[]): number[] {
  const tops = [0];
  for (const { height } of rows) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
}

/** The row at `y`; the first above the list, the last below it. */
export function rowAt(tops: readonly number[], y: number): number {
  let from = 0;
  let to = tops.length - 2;
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if ((tops[middle] ?? 0) <= y) from = middle;
    else to = middle - 1;
  }
  return Math.max(from, 0);
}

/** The rows that are at least partly visible, and `spare` more at each end. */
export function rowsInView({ count, top, at }: RowLayout, view: View, spare: number): RowWindow {
  const bottom = view.top + view.height;
  const last = at(bottom);
  const step = spare > 0 ? STEP : 1;
  const from = Math.floor((at(view.top) - spare) / step) * step;
  const to = Math.ceil(((top(last) < bottom ? last + 1 : last) + spare) / step) * step;
  return { from: Math.min(Math.max(from, 0), count), to: Math.min(Math.max(to, 0), count) };
}
