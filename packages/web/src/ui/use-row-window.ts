import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** A half-open range of row indexes. */
export interface RowWindow {
  from: number;
  to: number;
}

/** Rows drawn beyond each edge of the screen. */
const spare = 8;
/** The list is drawn anew once in so many rows of scrolling. */
const step = 4;

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

/** The rows of a list that lie on screen, with some to spare; rows may differ in height, and anything around may scroll. */
export function useRowWindow(list: RefObject<HTMLElement | null>, tops: readonly number[]): RowWindow {
  const [shown, setShown] = useState<RowWindow>({ from: 0, to: 32 });
  useLayoutEffect(() => {
    const read = (): void => {
      if (!list.current) return;
      const { top } = list.current.getBoundingClientRect();
      const from = Math.max(Math.floor((rowAt(tops, -top) - spare) / step) * step, 0);
      const to = Math.ceil((rowAt(tops, window.innerHeight - top) + 1 + spare) / step) * step;
      setShown((now) => (now.from === from && now.to === to ? now : { from, to }));
    };
    read();
    // Within the frame that scrolls: later would be a frame without these rows.
    const follow = (): void => flushSync(read);
    const passive = { passive: true, capture: true };
    document.addEventListener('scroll', follow, passive);
    window.addEventListener('resize', read);
    // What stands above the list may grow and shrink without anything scrolling.
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => {
      document.removeEventListener('scroll', follow, passive);
      window.removeEventListener('resize', read);
      observer.disconnect();
    };
  }, [list, tops]);
  const count = Math.max(tops.length - 1, 0);
  return { from: Math.min(shown.from, count), to: Math.min(shown.to, count) };
}
