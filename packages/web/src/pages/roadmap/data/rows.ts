import type { ClippedSpan } from '@milepost/core/roadmap/clip';
import { clip, hasExtent } from '@milepost/core/roadmap/clip';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { Lane } from './lane.ts';
import type { RoadmapEpic } from './epic.ts';

/**
 * The state of a row's expand button: none, collapsed, loading the children, expanded, or expanded with every child filtered
 * out.
 */
export type Expansion = 'none' | 'collapsed' | 'loading' | 'expanded' | 'noMatch';

/** What all rows of the tree grid have in common. */
export interface TreeRow {
  /** 1 for the top level of epics; of a lane's header its own. */
  level: number;
  expansion: Expansion;
  /** Its position among its siblings, from 1, and their number; -1 while unknown. */
  position: number;
  siblings: number;
  /** Index of the row of its parent or lane, or -1. */
  parentIndex: number;
}

export interface EpicRowData extends TreeRow {
  epic: RoadmapEpic;
  span: ClippedSpan;
  /** Its dates are being saved. */
  isSaving?: boolean;
  /** The lane that it is in, with its children; null without lanes. */
  lane: LaneOfRow | null;
}

/** The lane of a row. */
export interface LaneOfRow {
  key: string;
  /** Levels of lanes above it: 1 or 2. */
  depth: number;
  /** The index of its header. */
  headerIndex: number;
}

/** The header of a lane. */
export interface LaneRowData extends TreeRow {
  epic: null;
  header: Lane;
}

/** The place of a lane's rows that are not loaded yet, or whose loading failed. */
export interface MoreRowData extends TreeRow {
  epic: null;
  header: null;
  lane: LaneOfRow;
  /** How many of them to leave room for. */
  count: number;
  error: Error | null;
}

/** An issue below an expanded epic (issues/issue-rows.ts). */
export interface IssueRowData extends TreeRow {
  epic: null;
  header: null;
  lane: LaneOfRow | null;
  /** It is one row high. */
  count: 1;
  key: string;
}

/** Adds the issues of epics. */
export interface IssueSource {
  has: (epic: RoadmapEpic) => boolean;
  /** False while they load. */
  add: (
    rows: ListRow[],
    epic: RoadmapEpic,
    place: Pick<IssueRowData, 'level' | 'parentIndex' | 'position' | 'lane'>,
  ) => boolean;
}

/** An epic that a snapshot has and that is no longer in the group or below. */
export interface RemovedEpic {
  id: string;
  title: string;
  /** Its page, if it is somewhere else; null if it was deleted. */
  webPath: string | null;
  startDate: string | null;
  dueDate: string | null;
  /** The lane that it was in. */
  lane: string | null;
}

/** The row of an epic that was removed since the compared snapshot. */
export interface RemovedRowData extends TreeRow {
  epic: null;
  header: null;
  lane: LaneOfRow | null;
  count: 1;
  key: string;
  removed: RemovedEpic;
}

/** A row of the roadmap: an epic, an issue below one, what lanes add, or what a comparison adds. */
export type ListRow = EpicRowData | LaneRowData | MoreRowData | IssueRowData | RemovedRowData;

/** The rows that a comparison adds. */
export interface WithRemoved {
  /** Of epics that the snapshot has in a lane and that were removed since; null: without lanes. */
  removedIn: (lane: LaneOfRow | null) => readonly ListRow[];
}

export const noRows: readonly ListRow[] = [];

/** What identifies a row. */
export function keyOfRow(row: ListRow): string {
  if (row.epic !== null) return row.epic.id;
  if ('key' in row) return row.key;
  return row.header === null ? `more ${row.lane.key}` : `lane ${row.header.key}`;
}

/** The lane that a row is the header of. */
export const headerOf = (row: ListRow): Lane | null => (row.epic === null ? row.header : null);

/** The rows of epics among others. */
export const epicRows = (rows: readonly ListRow[]): EpicRowData[] =>
  rows.filter((row): row is EpicRowData => row.epic !== null);

export interface RowSource {
  topLevel: readonly RoadmapEpic[];
  /** Whether the server has more at the top level. */
  hasMore: boolean;
  expanded: ReadonlySet<string>;
  /** Undefined while they load. */
  childrenOf: (epicId: string) => readonly RoadmapEpic[] | undefined;
  /** Only where issues are listed. */
  issues?: IssueSource | undefined;
  timeframe: Timeframe;
}

/** How `peek` names an epic. */
export const peekOfEpic = ({ group, iid }: RoadmapEpic): string => `${group.fullPath}&${iid}`;

/** What the rows of one list share: the top level, or the children of one epic. */
interface Siblings {
  level: number;
  parentIndex: number;
  timeframe: Timeframe;
  lane: LaneOfRow | null;
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

  constructor(epic: RoadmapEpic, list: Siblings, position: number, canExpand: boolean) {
    this.epic = epic;
    this.position = position;
    this.expansion = canExpand ? 'collapsed' : 'none';
    this.list = list;
  }

  get level(): number {
    return this.list.level;
  }

  get parentIndex(): number {
    return this.list.parentIndex;
  }

  get lane(): LaneOfRow | null {
    return this.list.lane;
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
export function rowsOf(source: RowSource): EpicRowData[] {
  const rows: ListRow[] = [];
  addEpics(rows, source, null);
  return rows as EpicRowData[];
}

/** The rows with those of removed epics after them; null while the list is not complete, or nothing is compared. */
export const withRemoved = (rows: readonly ListRow[], compared: WithRemoved | null): readonly ListRow[] =>
  compared ? [...rows, ...compared.removedIn(null)] : rows;

/** Adds the rows of epics to others: all of them, or those of a lane. */
export function addEpics(rows: ListRow[], source: RowSource, lane: LaneOfRow | null): void {
  const { topLevel, hasMore, expanded, childrenOf, issues, timeframe } = source;

  function add(epics: readonly RoadmapEpic[], level: number, parentIndex: number, isWhole: boolean): number {
    const list: Siblings = { level, parentIndex, timeframe, lane, count: -1 };
    let position = 0;
    for (const epic of epics) {
      if (!hasExtent(epic.span, timeframe)) continue;
      position++;
      const hasIssues = issues?.has(epic) === true;
      const row = new Row(epic, list, position, epic.hasChildrenWithinTimeframe || hasIssues);
      const own = rows.push(row) - 1;
      if (row.expansion === 'none' || !expanded.has(epic.id)) continue;
      const children = childrenOf(epic.id);
      const count = children ? add(children, level + 1, own, true) : 0;
      const place = { level: level + 1, parentIndex: own, position: count, lane };
      const isLoading = !children || (hasIssues && !issues.add(rows, epic, place));
      row.expansion = rows.length > own + 1 ? 'expanded' : isLoading ? 'loading' : 'noMatch';
    }
    if (isWhole) list.count = position;
    return position;
  }

  add(topLevel, 1, lane?.headerIndex ?? -1, !hasMore);
}
