import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAfterPaint } from '../feedback/after-paint.ts';

/** A half-open range of row indexes. */
export interface RowWindow {
  from: number;
  to: number;
}

/** Rows drawn beyond each edge of the screen, once what lies on it is painted. */
const spareRows = 6;
/** The list is drawn anew once in so many rows of scrolling: more at once would be too much for one frame. */
const step = 2;
/** Milliseconds without scrolling after which a list stands still. */
const pause = 120;

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

export interface ShownRows extends RowWindow {
  /** The rows that were to be drawn when the list last stood still: what only a resting list needs is drawn in these alone. */
  rested: RowWindow;
}

/** The rows of a list that lie on screen, with some to spare; rows may differ in height, and anything around may scroll. */
export function useRowWindow(list: RefObject<HTMLElement | null>, tops: readonly number[]): ShownRows {
  // Where the list begins is known once it is laid out; to add rows then takes less than to take rows away.
  const [shown, setShown] = useState<RowWindow>(() => ({ from: 0, to: rowAt(tops, window.innerHeight / 2) + 1 }));
  const spare = useAfterPaint() ? spareRows : 0;
  const [rested, setRested] = useState<RowWindow>({ from: 0, to: 0 });
  const { from: first, to: end } = shown;
  /** Until this time the list is being scrolled. */
  const movesUntil = useRef(0);
  useEffect(() => {
    const rest = (): void =>
      setRested((now) => (now.from === first && now.to === end ? now : { from: first, to: end }));
    const left = movesUntil.current - performance.now();
    if (left <= 0) {
      rest();
      return undefined;
    }
    // In pieces, so that the next scroll waits for none of it.
    const timer = window.setTimeout(() => startTransition(rest), left);
    return () => window.clearTimeout(timer);
  }, [first, end]);
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
    const follow = (): void => {
      movesUntil.current = performance.now() + pause;
      flushSync(read);
    };
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
  }, [list, tops, spare]);
  const count = Math.max(tops.length - 1, 0);
  return { from: Math.min(first, count), to: Math.min(end, count), rested };
}
