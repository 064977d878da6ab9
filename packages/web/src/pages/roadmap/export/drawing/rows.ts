import { clip, type ClippedSpan } from '@milepost/core/roadmap/clip';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapEpic } from '../../data/epic.ts';
import type { Lane } from '../../data/lane.ts';
import { removedWithin } from '../../compare/removed.ts';
import type { RemovedEpic } from '../../data/rows.ts';

export interface EpicImageRow {
  lane: null;
  epic: RoadmapEpic;
  span: ClippedSpan;
  /** 1 for the top level. */
  level: number;
  /** Levels of lanes above it: 0 to 2. */
  depth: number;
}

/** An epic that was removed since the compared snapshot. */
export interface RemovedImageRow {
  lane: null;
  epic: null;
  removed: RemovedEpic;
  depth: number;
}

export interface LaneImageRow {
  lane: Lane;
  level: number;
  isFolded: boolean;
}

/** A row of an export image: an epic, a removed epic, or the header of a lane. */
export type ImageRow = EpicImageRow | RemovedImageRow | LaneImageRow;

/** A lane with the epics at its top level; folded and empty lanes have none. */
export interface LoadedLane {
  lane: Lane;
  isFolded: boolean;
  /** Those of the second level; null if its epics stand in it directly. */
  lanes: readonly LoadedLane[] | null;
  tops: readonly RoadmapEpic[];
}

/** Epics by the nearest of their ancestors that is listed as well. */
interface Tree {
  tops: readonly RoadmapEpic[];
  below: ReadonlyMap<string, readonly RoadmapEpic[]>;
}

function treeOf(epics: readonly RoadmapEpic[]): Tree {
  const drawn = new Map(epics.map((epic) => [epic.id, epic]));
  const below = new Map<string, RoadmapEpic[]>();
  const tops: RoadmapEpic[] = [];
  for (const epic of drawn.values()) {
    const parent = epic.ancestors.nodes.findLast(({ id }) => id !== epic.id && drawn.has(id));
    if (!parent) tops.push(epic);
    else {
      const siblings = below.get(parent.id);
      if (siblings) siblings.push(epic);
      else below.set(parent.id, [epic]);
    }
  }
  return { tops, below };
}

/** Adds epics with everything below them, as far as they have an extent within the timeframe. */
function addEpics(
  rows: ImageRow[],
  siblings: readonly RoadmapEpic[],
  { below }: Tree,
  timeframe: Timeframe,
  depth: number,
): void {
  const add = (epics: readonly RoadmapEpic[], level: number): void => {
    for (const epic of epics) {
      const span = clip(epic.span, timeframe);
      if (span) rows.push({ lane: null, epic, span, level, depth });
      add(below.get(epic.id) ?? [], span ? level + 1 : level);
    }
  };
  add(siblings, 1);
}

/** Epics as rows: each below its nearest listed ancestor, in list order. */
export function rowsInTree(epics: readonly RoadmapEpic[], timeframe: Timeframe): EpicImageRow[] {
  const rows: ImageRow[] = [];
  const tree = treeOf(epics);
  addEpics(rows, tree.tops, tree, timeframe, 0);
  return epicRowsOf(rows);
}

/** The removed epics that the timeline shows: those of a lane, or all of them. */
export function removedRowsOf(
  removed: readonly RemovedEpic[],
  timeframe: Timeframe,
  lane: string | null,
  depth: number,
): RemovedImageRow[] {
  return removedWithin(removed, timeframe, lane).map((epic) => ({ lane: null, epic: null, removed: epic, depth }));
}

/** The headers of the lanes, and below each that is not folded its epics with all that is below them, the removed ones last. */
export function rowsInLanes(
  lanes: readonly LoadedLane[],
  epics: readonly RoadmapEpic[],
  timeframe: Timeframe,
  removed: readonly RemovedEpic[] = [],
): ImageRow[] {
  const rows: ImageRow[] = [];
  const tree = treeOf([...epics, ...lanes.flatMap(topsOf)]);
  const add = (siblings: readonly LoadedLane[], level: number): void => {
    for (const { lane, isFolded, lanes: second, tops } of siblings) {
      rows.push({ lane, level, isFolded });
      if (isFolded) continue;
      if (second) add(second, level + 1);
      else {
        addEpics(rows, tops, tree, timeframe, level);
        rows.push(...removedRowsOf(removed, timeframe, lane.key, level));
      }
    }
  };
  add(lanes, 1);
  return rows;
}

const topsOf = ({ tops, lanes }: LoadedLane): readonly RoadmapEpic[] => [...tops, ...(lanes ?? []).flatMap(topsOf)];

/** The rows of epics among others. */
export const epicRowsOf = (rows: readonly ImageRow[]): EpicImageRow[] =>
  rows.filter((row): row is EpicImageRow => row.lane === null && row.epic !== null);
