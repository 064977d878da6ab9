import { type RefObject, useEffect, useState } from 'react';
import type { RowLayout } from '../../../ui/list/row-layout.ts';

/** What is drawn across rows is requested and rendered in blocks of rows: most scroll events render nothing. */
export const BLOCK = 25;

/** The block of the first visible row. */
export function useFirstBlock(scroller: RefObject<HTMLElement | null>, layout: RowLayout): number {
  const [first, setFirst] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const read = (): void => setFirst(Math.floor(layout.at(element.scrollTop) / BLOCK));
    read();
    const passive = { passive: true };
    element.addEventListener('scroll', read, passive);
    return () => element.removeEventListener('scroll', read);
  }, [scroller, layout]);
  return first;
}
