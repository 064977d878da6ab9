import { canContain } from '@milepost/core/hierarchy';
import { rowAt } from '../../../ui/list/row-layout.ts';
import { type Obstacle, obstacleTo } from '../data/arrange.ts';
import type { TreeItem } from '../data/items.ts';
import { type ItemRow, ROOT, type Row } from '../data/rows.ts';
import type { DropPosition, TreeParent } from '../data/use-tree.ts';

/** The indentation of a level and of the first one, in pixels; the styles have the same values. */
export const INDENT = 24;
const firstLevelAt = 8;

export interface DropInput {
  rows: readonly Row[];
  tops: readonly number[];
  /** From the upper left corner of the list. */
  x: number;
  y: number;
  dragged: ItemRow;
  parent(key: string): TreeParent | null;
}

/** The drop target of a dragged item. */
export interface Drop {
  position: DropPosition;
  parent: TreeParent;
  /** The position of the line; null for a drop into a collapsed row. */
  line: { y: number; level: number } | null;
  /** The row that is under the pointer. */
  row: number;
  obstacle: Obstacle | null;
  /** It would keep its position. */
  isHere: boolean;
}

/** The drop target at a point; null outside the list, and over levels that are not loaded. */
export function dropAt(input: DropInput): Drop | null {
  const { rows, tops, y, dragged } = input;
  if (rows.length === 0 || y < -INDENT || y > (tops.at(-1) ?? 0) + INDENT) return null;
  const index = rowAt(tops, y);
  const row = rows[index];
  if (!row) return null;
  const share = (y - (tops[index] ?? 0)) / row.height;
  if (row.kind === 'item' && row.key !== dragged.key && opensFor(row, dragged.item) && share > 0.25 && share < 0.75) {
    return dropOf(input, { parentKey: row.key, spot: null }, null, index);
  }
  const gap = share < 0.5 ? index : index + 1;
  return dropBetween(input, gap, index);
}

/** A collapsed row that accepts the item: its middle is the drop target for a child. */
function opensFor(row: ItemRow, item: TreeItem): boolean {
  return row.isExpanded !== true && canContain(row.item.type, item.type);
}

function dropBetween(input: DropInput, gap: number, index: number): Drop | null {
  const { rows, tops, x } = input;
  const before = rows[gap - 1];
  const after = rows[gap];
  const y = tops[gap] ?? 0;
  if (!before || (after && after.level > before.level)) {
    const parentKey = before ? before.key : ROOT;
    const spot = after?.kind === 'item' ? ({ beside: after.item, side: 'before' } as const) : null;
    return dropOf(input, { parentKey, spot }, { y, level: after?.level ?? 1 }, index);
  }
  // After the last row of several levels, the horizontal position of the pointer selects the level.
  const least = Math.min(after?.level ?? 1, before.level);
  const wanted = Math.min(Math.max(Math.floor((x - firstLevelAt) / INDENT) + 1, least), before.level);
  let first: Drop | null = null;
  for (let level = wanted; level >= least; level -= 1) {
    const anchor = anchorAt(rows, gap - 1, level);
    if (!anchor) continue;
    const position: DropPosition = { parentKey: anchor.parentKey, spot: { beside: anchor.item, side: 'after' } };
    const drop = dropOf(input, position, { y, level }, index);
    if (drop && drop.obstacle !== 'type') return drop;
    first ??= drop;
  }
  return first;
}

/** The last item of a level at or above a row. */
function anchorAt(rows: readonly Row[], from: number, level: number): ItemRow | null {
  for (let at = from; at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind === 'item' && row.level === level) return row;
    if (row && row.level < level) return null;
  }
  return null;
}

function dropOf(input: DropInput, position: DropPosition, line: Drop['line'], row: number): Drop | null {
  const { dragged, parent } = input;
  const found = parent(position.parentKey);
  if (!found) return null;
  return {
    position,
    parent: found,
    line,
    row,
    obstacle: obstacleTo(found, dragged.item),
    isHere: isHere(input, position),
  };
}

function isHere({ rows, dragged }: DropInput, { parentKey, spot }: DropPosition): boolean {
  if (parentKey !== dragged.parentKey || spot === null) return false;
  if (spot.beside.key === dragged.key) return true;
  const siblings = rows.filter((row): row is ItemRow => row.kind === 'item' && row.parentKey === parentKey);
  const at = siblings.findIndex(({ key }) => key === dragged.key);
  return siblings[at + (spot.side === 'before' ? 1 : -1)]?.key === spot.beside.key;
}
