import { type RefObject, useMemo } from 'react';
import type { RowLayout } from '../../../ui/list/row-layout.ts';
import type { ListRow } from '../data/rows.ts';
import { BLOCK, useFirstBlock } from '../rows/use-first-block.ts';

export interface VisibleBlocks {
  /** The rows that are drawn, up to before `to`. */
  from: number;
  to: number;
  /** The epics of each block that has any: one with headers of folded lanes alone has none. */
  ids: readonly (readonly string[])[];
}

/** The blocks of rows in view, for what is drawn across rows. `bufferSize`: the number of visible rows. */
export function useVisibleBlocks(
  scroller: RefObject<HTMLElement | null>,
  layout: RowLayout,
  rows: readonly ListRow[],
  bufferSize: number,
): VisibleBlocks {
  const first = useFirstBlock(scroller, layout);
  return useMemo(() => {
    const count = Math.ceil(bufferSize / BLOCK) + 1;
    const blocks = Array.from({ length: count }, (_, index) => {
      const from = (first + index) * BLOCK;
      return rows.slice(from, from + BLOCK).flatMap(({ epic }) => (epic ? [epic.id] : []));
    });
    return { from: first * BLOCK, to: (first + count) * BLOCK, ids: blocks.filter((ids) => ids.length > 0) };
  }, [rows, first, bufferSize]);
}
