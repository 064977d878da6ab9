import type { ClippedSpan } from '@milepost/core/roadmap/clip';
import { clip } from '@milepost/core/roadmap/clip';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapEpic } from './epic.ts';

/** What a row's expand button is: none, closed, waiting for the children, open, or open with every child filtered out. */
export type Expansion = 'none' | 'collapsed' | 'loading' | 'expanded' | 'noMatch';

export interface EpicRowData {
  epic: RoadmapEpic;
  span: ClippedSpan;
  /** Its dates are on their way to the server. */
  isSaving?: boolean;
  /** 1 for the top. */
  level: number;
  expansion: Expansion;
  /** Its place among its siblings, from 1, and how many there are; -1 while nobody knows. */
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

/**
 * The rows of the roadmap from top to bottom: epics and, below an expanded one, its children, to any depth. What has no
 * extent within the timeframe is left out.
 */
export function rowsOf({ topLevel, hasMore, expanded, childrenOf, timeframe }: RowSource): EpicRowData[] {
  const rows: EpicRowData[] = [];

  function add(epics: readonly RoadmapEpic[], level: number, parentIndex: number, isWhole: boolean): number {
    const drawn = epics.flatMap((epic) => {
      const span = clip(epic.span, timeframe);
      return span ? [{ epic, span }] : [];
    });
    for (const [index, { epic, span }] of drawn.entries()) {
      const row: EpicRowData = {
        epic,
        span,
        level,
        expansion: epic.hasChildrenWithinTimeframe ? 'collapsed' : 'none',
        position: index + 1,
        siblings: isWhole ? drawn.length : -1,
        parentIndex,
      };
      const own = rows.push(row) - 1;
      if (row.expansion === 'none' || !expanded.has(epic.id)) continue;
      const children = childrenOf(epic.id);
      if (!children) row.expansion = 'loading';
      else row.expansion = add(children, level + 1, own, true) > 0 ? 'expanded' : 'noMatch';
    }
    return drawn.length;
  }

  add(topLevel, 1, -1, !hasMore);
  return rows;
}
