import { type RefObject, useEffect, useMemo, useState } from 'react';
import { usePeeked } from '../../../modules/work-items/peek/use-peek.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { type ListRow, peekOfEpic } from '../data/rows.ts';

/** The index of the hovered or focused row, if its epic counts, else that of the epic in the peek; else -1. */
export function useRowInHand(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly ListRow[],
  counts: (epic: RoadmapEpic) => boolean,
): number {
  const [index, setIndex] = useState(-1);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const take = ({ target }: { target: EventTarget | null }): void => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
      const next = row ? Number(row.dataset['row']) : -1;
      const epic = rows[next]?.epic;
      setIndex(epic && counts(epic) ? next : -1);
    };
    const drop = (): void => setIndex(-1);
    // A row may have the focus since before this was loaded.
    if (element.contains(document.activeElement)) take({ target: document.activeElement });
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    element.addEventListener('pointerover', take, options);
    element.addEventListener('focusin', take, options);
    element.addEventListener('pointerleave', drop, options);
    element.addEventListener('focusout', drop, options);
    return () => stop.abort();
  }, [scroller, rows, counts]);
  const touched = index < rows.length ? index : -1;
  const peeked = usePeeked();
  return useMemo(
    () =>
      touched === -1 && peeked !== '' ? rows.findIndex(({ epic }) => epic && peekOfEpic(epic) === peeked) : touched,
    [touched, peeked, rows],
  );
}
