import { useMemo } from 'react';
import { type RowLayout, rowsAt, rowsOfHeight } from '../../../ui/list/row-layout.ts';
import { topsOfRows } from '../data/lane-rows.ts';
import type { ListRow } from '../data/rows.ts';

/** Where the rows are. Rows of one height, as without lanes, need no list of positions. */
export function useRowLayout(
  rows: readonly ListRow[],
  hasLanes: boolean,
  { rowHeight, isTouch }: { rowHeight: number; isTouch: boolean },
): RowLayout {
  return useMemo(() => {
    return hasLanes ? rowsAt(topsOfRows(rows, rowHeight, isTouch)) : rowsOfHeight(rows.length, rowHeight);
  }, [rows, hasLanes, rowHeight, isTouch]);
}
