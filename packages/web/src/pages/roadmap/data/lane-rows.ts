import { foldedTest, parseFolded, printFolded, toggleFolded } from '@milepost/core/roadmap/lanes/folded';
import type { Grouping } from '@milepost/core/roadmap/lanes/grouping';
import { groupKindOf } from '@milepost/core/roadmap/lanes/lane-keys';
import { laneHeights, touchLaneHeights } from '../../../timeline/lanes/lane-shapes.ts';
import { readEpics, type RoadmapEpic } from './epic.ts';
import type { LanesPage, RowPage, WithinPage } from './lane-pages.ts';
import { laneKindsOf, readLanes, type Lane } from './lane.ts';
import { addEpics, type ListRow, type RowSource, type WithRemoved } from './rows.ts';
import type { Chain } from '../../../platform/api/use-chained-pages.ts';

/** What is loaded of the rows of one lane. */
export interface LaneRows {
  epics: readonly RoadmapEpic[];
  hasMore: boolean;
  error: Error | null;
}

/**
 * The rows of each of these lanes. One that moves while pages are loaded again may be on two of them: the later one is right. Lanes of an
 * earlier grouping may have been loaded, too.
 */
export function rowsByLane(
  loaded: ReadonlyMap<string, Chain<RowPage>>,
  lanes: readonly Lane[],
): ReadonlyMap<string, LaneRows> {
  const keys = new Set(lanes.flatMap((lane) => (lane.lanes ?? [lane]).map(({ key }) => key)));
  const found = [...loaded].filter(([key]) => keys.has(key));
  const latest = new Map<string, { page: RowPage; time: number }>();
  for (const [, { pages, times }] of found) {
    for (const [index, page] of pages.entries()) {
      const time = times[index] ?? 0;
      for (const node of page.nodes) {
        if (node && time > (latest.get(node.id)?.time ?? -1)) latest.set(node.id, { page, time });
      }
    }
  }
  return new Map(
    found.map(([lane, { pages, hasMore, error }]) => {
      const epics = pages.flatMap((page) =>
        readEpics(page.nodes.filter((node) => node && latest.get(node.id)?.page === page)),
      );
      return [lane, { epics, hasMore, error }];
    }),
  );
}

/** The lanes of these pages. */
export function lanesOf(pages: readonly LanesPage[], { groupBy, thenBy }: Grouping): Lane[] {
  return groupBy ? pages.flatMap(({ nodes }) => readLanes(nodes, laneKindsOf(groupBy, thenBy))) : [];
}

/** Each lane once, with those of the second level that were loaded later. */
export function withMoreLanes(
  lanes: readonly Lane[],
  found: ReadonlyMap<string, Chain<WithinPage>>,
  { thenBy }: Grouping,
): Lane[] {
  return distinct(lanes).map((lane) => {
    const chain = found.get(lane.key);
    if (!chain || !lane.lanes || !thenBy) return lane;
    const more = chain.pages.flatMap(({ nodes }) => readLanes(nodes, [groupKindOf(thenBy), null]));
    return { ...lane, lanes: distinct([...lane.lanes, ...more]), nextLanes: chain.hasMore ? lane.nextLanes : null };
  });
}

const distinct = (lanes: readonly Lane[]): Lane[] => [...new Map(lanes.map((lane) => [lane.key, lane])).values()];

export interface LaneSource extends Omit<RowSource, 'topLevel' | 'hasMore'> {
  lanes: readonly Lane[];
  hasMore: boolean;
  folded: string;
  rowsOf: (key: string) => LaneRows;
  compared?: WithRemoved | null;
}

/** Rows that are not loaded get this much room at most: more would be a long empty scroll. */
const MAX_ROOM = 50;

/** The headers of the lanes, and below each that is not folded its rows. */
export function rowsOfLanes({ lanes, hasMore, folded, rowsOf, compared, ...source }: LaneSource): ListRow[] {
  const rows: ListRow[] = [];
  const isFolded = foldedTest(parseFolded(folded));

  function addLanes(siblings: readonly Lane[], level: number, parentIndex: number, isWhole: boolean): void {
    for (const [index, header] of siblings.entries()) {
      const expansion = header.count === 0 ? 'none' : isFolded(header.key) ? 'collapsed' : 'expanded';
      const count = isWhole ? siblings.length : -1;
      const headerIndex =
        rows.push({ epic: null, header, level, expansion, position: index + 1, siblings: count, parentIndex }) - 1;
      if (expansion !== 'expanded') continue;
      if (header.lanes) {
        addLanes(header.lanes, level + 1, headerIndex, header.nextLanes === null);
        if (header.nextLanes !== null) addPlaceholder(header, level, headerIndex, 1);
      } else addRows(header, level, headerIndex);
    }
  }

  function addRows(header: Lane, depth: number, headerIndex: number): void {
    const lane = { key: header.key, depth, headerIndex };
    const { epics, hasMore: hasMoreRows } = rowsOf(header.key);
    addEpics(rows, { ...source, topLevel: epics, hasMore: hasMoreRows }, lane);
    if (!hasMoreRows) rows.push(...(compared?.removedIn(lane) ?? []));
    else addPlaceholder(header, depth, headerIndex, Math.max(header.count - epics.length, 1));
  }

  /** The place of what is not loaded in a lane: rows, or lanes of the second level. */
  function addPlaceholder({ key }: Lane, depth: number, headerIndex: number, missing: number): void {
    const { error } = rowsOf(key);
    const count = Math.min(missing, MAX_ROOM);
    const lane = { key, depth, headerIndex };
    const place = { level: depth, expansion: 'none', position: -1, siblings: -1, parentIndex: headerIndex } as const;
    rows.push({ ...place, epic: null, header: null, lane, count, error });
  }

  addLanes(lanes, 1, -1, !hasMore);
  return rows;
}

/** The folded lanes after a press on the header of one of them; `isAll`: with it all lanes of its level. */
export const foldedAfter = (folded: string, { key }: Lane, isAll: boolean): string =>
  printFolded(toggleFolded(parseFolded(folded), key, isAll));

/** Where each row begins, and at the end how high the list is. */
export function topsOfRows(rows: readonly ListRow[], rowHeight: number, isTouch: boolean): number[] {
  const tops = [0];
  let top = 0;
  for (const row of rows) {
    if (row.epic !== null) top += rowHeight;
    else if (row.header === null) top += row.count * rowHeight;
    else if (isTouch) top += touchLaneHeights[row.expansion === 'collapsed' ? 1 : 0];
    else top += laneHeights[row.level - 1] ?? laneHeights[1];
    tops.push(top);
  }
  return tops;
}
