import { type RefObject, useEffect, useState } from 'react';
import type { RowLayout } from '../../../ui/list/row-layout.ts';

/** What is drawn across rows is requested and rendered in blocks of rows: most scroll events render nothing. */
export const BLOCK = 25;

/** Blocks that follow each other faster cannot be read: nothing is requested or rendered for them until the list is still. */
const STILL_AFTER_MS = 120;

/** The block of the first visible row. */
export function useFirstBlock(scroller: RefObject<HTMLElement | null>, layout: RowLayout): number {
  const [first, setFirst] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    let last = { block: -1, time: -STILL_AFTER_MS };
    let timer: number | undefined;
    const read = (): void => {
      const block = Math.floor(layout.at(element.scrollTop) / BLOCK);
      if (block === last.block) return;
      const time = performance.now();
      const isFast = time - last.time < STILL_AFTER_MS;
      last = { block, time };
      window.clearTimeout(timer);
      if (isFast) timer = window.setTimeout(() => setFirst(last.block), STILL_AFTER_MS);
      else setFirst(block);
    };
    read();
    // Before the list renders rows: reading after that would cost a layout.
    element.addEventListener('scroll', read, { passive: true, capture: true });
    return () => {
      window.clearTimeout(timer);
      element.removeEventListener('scroll', read, { capture: true });
    };
  }, [scroller, layout]);
  return first;
}
