import type { RefObject } from 'react';
import { useLayoutEffect, useRef } from 'react';
import type { EpicRowData } from '../data/rows.ts';

/**
 * Rows that come, go or move above what one looks at do not move it: the row at the top of the view stays there. At the very
 * top of the list one looks at its start, and that stays.
 */
export function useScrollAnchor(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly EpicRowData[],
  rowHeight: number,
): void {
  const before = useRef({ rows, rowHeight });
  useLayoutEffect(() => {
    const { rows: old, rowHeight: oldHeight } = before.current;
    before.current = { rows, rowHeight };
    const element = scroller.current;
    if (!element || old === rows || oldHeight !== rowHeight || element.scrollTop < rowHeight / 2) return;
    const index = Math.floor(element.scrollTop / rowHeight);
    const id = old[index]?.epic.id;
    if (id === undefined || rows[index]?.epic.id === id) return;
    const now = rows.findIndex((row) => row.epic.id === id);
    if (now !== -1) element.scrollBy({ top: (now - index) * rowHeight, behavior: 'instant' });
  }, [scroller, rows, rowHeight]);
}
