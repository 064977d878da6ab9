/** The fields that divide the cards of a board into columns. A new one is an entry here and in the server's `slot-kinds.ts`. */
export const columnKinds = ['status', 'label', 'assignee', 'milestone', 'iteration'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** The fields that divide a board into swimlanes. */
export const laneKinds = ['epic', 'assignee', 'label'] as const;
export type LaneKind = (typeof laneKinds)[number];

/** The fields whose values are columns or lanes. */
export type SlotKind = ColumnKind | LaneKind;
export const slotKinds = [...columnKinds, 'epic'] as const satisfies readonly SlotKind[];

/** The column or lane of items without a value, and the column of closed items. */
export const NONE = 'none';
export const CLOSED = 'closed';

/** The kind of a column whose label was deleted. Its key contains the id of its list. */
export const DELETED = 'deleted';

/** A column or lane: a value such as `label:12`, `none` or `closed`. */
export type SlotKey = string;

export interface SlotValue {
  kind: SlotKind;
  id: number;
}

export function slotKey({ kind, id }: SlotValue): SlotKey {
  return `${kind}:${id}`;
}

/** Parses `label:12`; null for `none`, `closed` and anything else. */
export function parseSlotKey(key: SlotKey): SlotValue | null {
  const [, kind, id] = /^([a-z]+):(\d{1,15})$/.exec(key) ?? [];
  const known = slotKinds.find((each) => each === kind);
  return known && id ? { kind: known, id: Number(id) } : null;
}

/** Whether a key names a column or lane. */
export function isSlotKey(key: string): boolean {
  return key === NONE || key === CLOSED || /^deleted:\d{1,15}$/.test(key) || parseSlotKey(key) !== null;
}

/** The division of a board, in a URL `status`, `assignee`, or `label:stage` for the scope `stage::`. */
export interface Division<Kind extends SlotKind = SlotKind> {
  kind: Kind;
  /** For labels, the scope without `::`; null otherwise. */
  scope: string | null;
}

/** Parses a division; null for an unknown one. */
export function parseDivision<Kind extends SlotKind>(text: string, kinds: readonly Kind[]): Division<Kind> | null {
  const [, name = '', scope = ''] = /^([a-z]+)(?::(.+))?$/.exec(text) ?? [];
  const kind = kinds.find((each) => each === name);
  if (!kind) return null;
  if (kind === 'label') return scope.trim() === '' ? null : { kind, scope: scope.trim() };
  return scope === '' ? { kind, scope: null } : null;
}

export function writeDivision({ kind, scope }: Division): string {
  return scope === null ? kind : `${kind}:${scope}`;
}

export const boardLimits = {
  /** Boards of a group or project. */
  boards: 500,
  /** Columns of a board. */
  columns: 100,
  lanes: 500,
  nameLength: 255,
  /** Folded columns and lanes that are stored for a person and board. */
  folded: 600,
} as const;

export const limitMetrics = ['all_metrics', 'issue_count', 'issue_weights'] as const;
export type LimitMetric = (typeof limitMetrics)[number];

/** The work-in-progress limits of a column; 0 for none. */
export interface ColumnLimits {
  maxIssueCount: number;
  maxIssueWeight: number;
  limitMetric: LimitMetric | null;
}

/** The effective limit of a column; both may be stored, and the metric decides. Null for none. */
export function limitOf({ maxIssueCount, maxIssueWeight, limitMetric }: ColumnLimits): {
  by: 'count' | 'weight';
  most: number;
} | null {
  if (limitMetric !== 'issue_weights' && maxIssueCount > 0) return { by: 'count', most: maxIssueCount };
  if (limitMetric !== 'issue_count' && maxIssueWeight > 0) return { by: 'weight', most: maxIssueWeight };
  return null;
}

/** The number or weight by which a column exceeds its limit; 0 within it. */
export function excessOf(limits: ColumnLimits, { count, weight }: { count: number; weight: number }): number {
  const limit = limitOf(limits);
  if (!limit) return 0;
  return Math.max(0, (limit.by === 'count' ? count : weight) - limit.most);
}

export function boardPath(kind: 'group' | 'project', fullPath: string, id?: number | null): string {
  const home = kind === 'group' ? `/groups/${fullPath}` : `/${fullPath}`;
  return id ? `${home}/-/boards/${id}` : `${home}/-/boards`;
}

/** Initial rank of a card: its id times this. The gap can be halved twenty times. */
export const BOARD_RANK_GAP = 1_048_576;
/** Ranks of cards: `bigint` in the database, safe integers in code. */
export const boardRanks = {
  gap: BOARD_RANK_GAP,
  lowest: -Number.MAX_SAFE_INTEGER,
  highest: Number.MAX_SAFE_INTEGER,
} as const;
