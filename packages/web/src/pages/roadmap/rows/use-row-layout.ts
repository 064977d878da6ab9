import { useMemo } from 'react';
import { type RowLayout, rowsAt, rowsOfHeight } from '../../../ui/list/row-layout.ts';
import { laneCode } from '../data/lane-code.ts';
import type { ListRow } from '../data/rows.ts';

/** Where the rows are. Rows of one height, as without lanes, need no list of positions. */
export function useRowLayout(
  rows: readonly ListRow[],
  hasLanes: boolean,
  { rowHeight, isTouch }: { rowHeight: number; isTouch: boolean },
): RowLayout {
  return useMemo(() => {
    const tops = hasLanes ? laneCode()?.topsOfRows(rows, rowHeight, isTouch) : undefined;
    return tops ? rowsAt(tops) : rowsOfHeight(rows.length, rowHeight);
  }, [rows, hasLanes, rowHeight, isTouch]);
}
