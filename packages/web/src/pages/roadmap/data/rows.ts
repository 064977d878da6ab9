import type { ClippedSpan } from '@milepost/core/roadmap/clip';
import { clip, hasExtent } from '@milepost/core/roadmap/clip';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapEpic } from './epic.ts';

/**
 * The state of a row's expand button: none, collapsed, loading the children, expanded, or expanded with every child filtered
 * out.
 */
export type Expansion = 'none' | 'collapsed' | 'loading' | 'expanded' | 'noMatch';

export interface EpicRowData {
  epic: RoadmapEpic;
  span: ClippedSpan;
  /** Its dates are being saved. */
  isSaving?: boolean;
  /** 1 for the top level. */
  level: number;
  expansion: Expansion;
  /** Its position among its siblings, from 1, and their number; -1 while unknown. */
  position: number;
  siblings: number;
  /** Index of the row of its parent, or -1. */
  parentIndex: number;
}

export interface RowSource {
  topLevel: readonly RoadmapEpic[];
  /** Whether the server has more at the top level. */
  hasMore: boolean;
  expanded: ReadonlySet<string>;
  /** Undefined while they load. */
  childrenOf: (epicId: string) => readonly RoadmapEpic[] | undefined;
  timeframe: Timeframe;
}

/** How `peek` names an epic. */
export const peekOfEpic = ({ group, iid }: RoadmapEpic): string => `${group.fullPath}&${iid}`;

/** What the rows of one list share: the top level, or the children of one epic. */
interface Siblings {
  level: number;
  parentIndex: number;
  timeframe: Timeframe;
  /** The number of rows; known once all were visited. */
  count: number;
}

/** One row. Its span is computed when it is first drawn: most of many thousand rows never are. */
class Row implements EpicRowData {
  readonly epic: RoadmapEpic;
  readonly position: number;
  expansion: Expansion;
  private readonly list: Siblings;
  private clipped: ClippedSpan | null = null;

  constructor(epic: RoadmapEpic, list: Siblings, position: number) {
    this.epic = epic;
    this.position = position;
    this.expansion = epic.hasChildrenWithinTimeframe ? 'collapsed' : 'none';
    this.list = list;
  }

  get level(): number {
    return this.list.level;
  }

  get parentIndex(): number {
    return this.list.parentIndex;
  }

  get siblings(): number {
    return this.list.count;
  }

  get span(): ClippedSpan {
    // Without an extent there is no row.
    this.clipped ??= clip(this.epic.span, this.list.timeframe) as ClippedSpan;
    return this.clipped;
  }
}

/**
 * The rows of the roadmap from top to bottom: epics and, below an expanded one, its children, to any depth. Epics without an
 * extent within the timeframe are left out.
 */
export function rowsOf({ topLevel, hasMore, expanded, childrenOf, timeframe }: RowSource): EpicRowData[] {
  const rows: EpicRowData[] = [];

  function add(epics: readonly RoadmapEpic[], level: number, parentIndex: number, isWhole: boolean): number {
    const list: Siblings = { level, parentIndex, timeframe, count: -1 };
    let position = 0;
    for (const epic of epics) {
      if (!hasExtent(epic.span, timeframe)) continue;
      position++;
      const row = new Row(epic, list, position);
      const own = rows.push(row) - 1;
      if (row.expansion === 'none' || !expanded.has(epic.id)) continue;
      const children = childrenOf(epic.id);
      if (!children) row.expansion = 'loading';
      else row.expansion = add(children, level + 1, own, true) > 0 ? 'expanded' : 'noMatch';
    }
    if (isWhole) list.count = position;
    return position;
  }

  add(topLevel, 1, -1, !hasMore);
  return rows;
}
