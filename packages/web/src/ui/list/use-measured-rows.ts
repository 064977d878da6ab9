import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { type RowLayout, rowsAt, topsOf } from './row-layout.ts';
import { createListeners } from '../listeners.ts';

export interface MeasuredRows {
  rows: RowLayout;
  /** A ref for the element of each row, which carries its key as `data-key`. */
  measure: (element: HTMLElement | null) => (() => void) | undefined;
}

/** The layout of rows whose heights are measured once they are in the document. `estimate` is used until then. */
export function useMeasuredRows(keys: readonly string[], estimate: (index: number) => number): MeasuredRows {
  const [heights] = useState(() => new Heights());
  useEffect(() => () => heights.end(), [heights]);
  const known = useSyncExternalStore(heights.subscribe, heights.get);
  const rows = useMemo(
    () => rowsAt(topsOf(keys.map((key, index) => ({ height: known.of.get(key) ?? estimate(index) })))),
    [keys, known, estimate],
  );
  return { rows, measure: heights.measure };
}

/** Heights of elements by their keys. */
class Heights {
  #now: { readonly of: ReadonlyMap<string, number> } = { of: new Map() };
  readonly #heights = new Map<string, number>();
  readonly #listeners = createListeners();
  #frame = 0;
  readonly #resized = new Set<HTMLElement>();
  readonly #observer = new ResizeObserver((entries) => {
    for (const { target } of entries) this.#resized.add(target as HTMLElement);
    // Moving rows within the callback would resize the page in it, which browsers report as a ResizeObserver loop.
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      for (const element of this.#resized) this.#note(element);
      this.#resized.clear();
    });
  });

  readonly get = () => this.#now;
  readonly subscribe = this.#listeners.subscribe;

  readonly measure = (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return undefined;
    this.#note(element);
    this.#observer.observe(element);
    return () => {
      this.#observer.unobserve(element);
      this.#resized.delete(element);
    };
  };

  end(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #note(element: HTMLElement): void {
    const key = element.dataset['key'] ?? '';
    const { height } = element.getBoundingClientRect();
    // An element that is not displayed has no height, and keeps the one it had.
    if (height === 0 || this.#heights.get(key) === height) return;
    this.#heights.set(key, height);
    this.#now = { of: this.#heights };
    this.#listeners.notify();
  }
}
