import { laneHeights, phoneLaneHeights } from '../../../timeline/lanes/lane-shapes.ts';
import { addEpics, type ListRow, type RowSource, type WithRemoved } from './rows.ts';
import type { Lane } from './lane.ts';
import type { LaneRows } from './use-lanes.ts';

export interface LaneSource extends Omit<RowSource, 'topLevel' | 'hasMore'> {
  lanes: readonly Lane[];
  hasMore: boolean;
  folded: ReadonlySet<string>;
  rowsOf: (key: string) => LaneRows;
  compared?: WithRemoved | null;
}

/** Rows that are not loaded get this much room at most: more would be a long empty scroll. */
const MAX_ROOM = 50;

/** The headers of the lanes, and below each that is not folded its rows. */
export function rowsOfLanes({ lanes, hasMore, folded, rowsOf, compared, ...source }: LaneSource): ListRow[] {
  const rows: ListRow[] = [];

  function addLanes(siblings: readonly Lane[], level: number, parentIndex: number, isWhole: boolean): void {
    for (const [index, header] of siblings.entries()) {
      const isFolded = folded.has(header.key);
      const expansion = header.count === 0 ? 'none' : isFolded ? 'collapsed' : 'expanded';
      const count = isWhole ? siblings.length : -1;
      const headerIndex =
        rows.push({ epic: null, header, level, expansion, position: index + 1, siblings: count, parentIndex }) - 1;
      if (expansion !== 'expanded') continue;
      if (header.lanes) addLanes(header.lanes, level + 1, headerIndex, true);
      else addRows(header, level, headerIndex);
    }
  }

  function addRows(header: Lane, depth: number, headerIndex: number): void {
    const lane = { key: header.key, depth, headerIndex };
    const { epics, hasMore: hasMoreRows, error } = rowsOf(header.key);
    addEpics(rows, { ...source, topLevel: epics, hasMore: hasMoreRows }, lane);
    if (!hasMoreRows) {
      if (compared) rows.push(...compared.removedIn(lane));
      return;
    }
    const count = Math.min(Math.max(header.count - epics.length, 1), MAX_ROOM);
    const place = { level: 1, expansion: 'none', position: -1, siblings: -1, parentIndex: headerIndex } as const;
    rows.push({ ...place, epic: null, header: null, lane, count: error ? 1 : count, error });
  }

  addLanes(lanes, 1, -1, !hasMore);
  return rows;
}

/** Where each row begins, and at the end how high the list is. */
export function topsOfRows(rows: readonly ListRow[], rowHeight: number, isPhone: boolean): number[] {
  const tops = [0];
  let top = 0;
  for (const row of rows) {
    if (row.epic !== null) top += rowHeight;
    else if (row.header === null) top += row.count * rowHeight;
    else if (isPhone) top += phoneLaneHeights[row.expansion === 'collapsed' ? 1 : 0];
    else top += laneHeights[row.level - 1] ?? laneHeights[1];
    tops.push(top);
  }
  return tops;
}
