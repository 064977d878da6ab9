import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type RowLayout, rowsInView, type RowWindow, type View } from './row-layout.ts';
import { useEndOfList } from './use-end-of-list.ts';

/** How long a list must not scroll until it counts as still. */
const STILL_AFTER_MS = 120;
/** The distance from the view at which the end of a list counts as reached. */
const END_MARGIN = 8;

/**
 * The element that scrolls the list. A `scroller` has a known height, and a header that covers its first `above` pixels; a
 * `list` is part of the page, and any ancestor may scroll.
 */
export type Viewport =
  | { scroller: RefObject<HTMLElement | null>; above: number; height: number }
  | { list: RefObject<HTMLElement | null> };

export interface RowWindowOptions {
  /** Memoize it: another layout is a change of the list. */
  rows: RowLayout;
  viewport: Viewport;
  /** Rows rendered beyond each edge of the view; 0 renders the rows in view and nothing else. */
  spare: number;
  /** Rows that are always rendered, such as the one with the focus. */
  kept?: readonly number[];
  /** When this many rows or more appear at once during scrolling, they are light until scrolling stops. By default none are. */
  leap?: number;
  /**
   * Identifies rows: the first visible one stays in position when rows above it are added, removed or resized. In place of one
   * without a key the row above it does.
   */
  keyOf?: (index: number) => string | undefined;
  /** Called when `endRef` comes into view. */
  onEnd?: () => void;
}

export interface ShownRows {
  /** The rows to render, in their order. */
  indexes: readonly number[];
  /** Whether a row appeared in a jump: render what is needed to recognize it, and the rest once the list is still. */
  isLight(index: number): boolean;
  /** Scrolls to a row: no further than needed, or to the center of the view. Stays the same function. */
  reveal(index: number, block?: 'nearest' | 'center'): void;
  /** For the element at the end of the list. */
  endRef: ReturnType<typeof useEndOfList>;
}

/** How far the viewport is scrolled, or how far the list has moved up over its edge. */
interface Scroll {
  offset: number;
  /** For a list in the page; a scroller measures its own. */
  height: number;
}

/** The visible rows of a list, with some spare: the cost is independent of the length of the list. */
export function useRowWindow(options: RowWindowOptions): ShownRows {
  const { rows, viewport, spare, kept, onEnd } = options;
  // The position of a list in the page is known after layout. Adding rows then is cheaper than removing some.
  const [scroll, setScroll] = useState<Scroll>(() => ({ offset: 0, height: window.innerHeight / 2 }));
  /** The same when the list was last still. */
  const [settled, setSettled] = useState(scroll);
  const current = useRef(options);
  useLayoutEffect(() => {
    current.current = options;
  });
  const update = useUpdate(current, setScroll, setSettled);
  const isScroller = 'scroller' in viewport;
  const element = isScroller ? viewport.scroller : viewport.list;
  useLayoutEffect(() => {
    // A list in the page may have moved with its rows. A scroller does not, and reading it here would cost a layout.
    if (!isScroller) update(false);
  }, [update, isScroller, rows, spare]);
  useEffect(() => {
    if (isScroller) update(false);
  }, [update, isScroller, rows]);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // Within the frame that scrolls: later would be a frame without these rows.
    const follow = (): void => flushSync(() => update(true));
    const target = isScroller ? element.current : document;
    target?.addEventListener('scroll', follow, { passive: true, capture: !isScroller, signal });
    if (isScroller) return () => stop.abort();
    // Content above the list may resize without a scroll event.
    const observer = new ResizeObserver(() => update(false));
    observer.observe(document.body);
    window.addEventListener('resize', () => update(false), { signal });
    return () => {
      stop.abort();
      observer.disconnect();
    };
  }, [update, isScroller, element]);
  useScrollAnchor(options);

  const shown = rowsInView(rows, viewOf(scroll, viewport), spare);
  const whole = rowsInView(rows, viewOf(settled, viewport), spare);
  const reveal = useCallback(
    (index: number, block: 'nearest' | 'center' = 'nearest') => revealRow(current.current, index, block),
    [],
  );
  return {
    indexes: indexesOf(shown, kept, rows.count),
    isLight: (index) => !kept?.includes(index) && (index < whole.from || index >= whole.to),
    reveal,
    endRef: useEndOfList(onEnd, END_MARGIN, isScroller ? element : undefined),
  };
}

type SetScroll = (change: (now: Scroll) => Scroll) => void;

/** The first visible row at the last measurement, and the timer that detects the end of scrolling. */
interface Reading {
  row: number;
  rest: number | undefined;
}

function useUpdate(
  current: RefObject<RowWindowOptions>,
  setScroll: SetScroll,
  setSettled: SetScroll,
): (isScroll: boolean) => void {
  const reading = useRef<Reading>({ row: Number.NaN, rest: undefined });
  useEffect(() => {
    const last = reading.current;
    return () => window.clearTimeout(last.rest);
  }, []);
  return useCallback(
    (isScroll) => readScroll(current, reading.current, isScroll, setScroll, setSettled),
    [current, setScroll, setSettled],
  );
}

/** Reads how far the list is scrolled. Where the same rows are in view nothing is rendered. */
function readScroll(
  current: RefObject<RowWindowOptions>,
  last: Reading,
  isScroll: boolean,
  setScroll: SetScroll,
  setSettled: SetScroll,
): void {
  const { rows, viewport, spare, leap = Number.POSITIVE_INFINITY } = current.current;
  const next = scrollOf(viewport);
  if (!next) return;
  const change = (now: Scroll): Scroll => {
    const before = rowsInView(rows, viewOf(now, viewport), spare);
    const after = rowsInView(rows, viewOf(next, viewport), spare);
    return before.from === after.from && before.to === after.to ? now : next;
  };
  setScroll(change);
  const row = rows.at(viewOf(next, viewport).top);
  // The initial position is not a jump.
  const isLeap = isScroll && Math.abs(row - last.row) >= leap;
  last.row = row;
  if (isLeap) {
    window.clearTimeout(last.rest);
    last.rest = window.setTimeout(() => {
      last.rest = undefined;
      // In chunks, so that the next scroll event does not wait.
      startTransition(() => setSettled(() => scrollOf(current.current.viewport) ?? next));
    }, STILL_AFTER_MS);
  } else if (last.rest === undefined) setSettled(change);
}

function scrollOf(viewport: Viewport): Scroll | null {
  if ('scroller' in viewport) {
    const scroller = viewport.scroller.current;
    return scroller && { offset: scroller.scrollTop, height: 0 };
  }
  const list = viewport.list.current;
  return list && { offset: -list.getBoundingClientRect().top, height: window.innerHeight };
}

/** Rows behind the head of a scroller are in view: the head may scroll away. */
function viewOf({ offset, height }: Scroll, viewport: Viewport): View {
  return 'scroller' in viewport ? { top: offset - viewport.above, height: viewport.height } : { top: offset, height };
}

function scrollBy(viewport: Viewport, by: number): void {
  const scroller = 'scroller' in viewport ? viewport.scroller.current : window;
  if (by !== 0) scroller?.scrollBy({ top: by, behavior: 'instant' });
}

/** Clear of the head, which stays above the list. */
function revealRow({ rows, viewport }: RowWindowOptions, index: number, block: 'nearest' | 'center'): void {
  const scroll = scrollOf(viewport);
  if (!scroll) return;
  const seen =
    'scroller' in viewport
      ? (viewport.scroller.current?.clientHeight || viewport.height) - viewport.above
      : scroll.height;
  const top = rows.top(index) - scroll.offset;
  const bottom = rows.top(index + 1) - scroll.offset;
  if (block === 'center') scrollBy(viewport, (top + bottom - seen) / 2);
  else if (top < 0) scrollBy(viewport, top);
  else if (bottom > seen) scrollBy(viewport, bottom - seen);
}

/** Keeps the first visible row in position while rows above it change. At the very top the list stays at its start. */
function useScrollAnchor({ rows, viewport, keyOf }: RowWindowOptions): void {
  const before = useRef({ rows, keyOf });
  useLayoutEffect(() => {
    const { rows: old, keyOf: oldKeyOf } = before.current;
    before.current = { rows, keyOf };
    const scroll = keyOf && oldKeyOf && old !== rows ? scrollOf(viewport) : null;
    if (!scroll || !keyOf || !oldKeyOf || scroll.offset < old.top(1) / 2) return;
    let index = old.at(scroll.offset);
    while (index > 0 && oldKeyOf(index) === undefined) index -= 1;
    const key = oldKeyOf(index);
    if (key === undefined) return;
    const now = keyOf(index) === key ? index : indexOfKey(key, keyOf, rows.count);
    if (now !== -1) scrollBy(viewport, rows.top(now) - old.top(index));
  });
}

function indexOfKey(key: string, keyOf: (index: number) => string | undefined, count: number): number {
  for (let index = 0; index < count; index += 1) if (keyOf(index) === key) return index;
  return -1;
}

function indexesOf({ from, to }: RowWindow, kept: readonly number[] = [], count: number): readonly number[] {
  const indexes = Array.from({ length: to - from }, (_, offset) => from + offset);
  const beside = kept.filter((index) => index >= 0 && index < count && (index < from || index >= to));
  return beside.length === 0 ? indexes : [...new Set([...beside, ...indexes])].toSorted((one, other) => one - other);
}
