import { numberOfId } from '@milepost/core/global-ids';
import { canContain } from '@milepost/core/hierarchy';
import type { WorkItemType } from '@milepost/core/work-items';
import { refuseUnlessDone, request } from '../../../platform/api/graphql.ts';
import { sendJson } from '../../../platform/api/http.ts';
import type { TreeItem } from './items.ts';
import type { Level } from './levels.ts';
import { releaseTask, reorderInTree, reorderTask } from './operations.ts';

/** A position among the children of a parent: beside one of them, or first. */
export type Spot = { beside: TreeItem; side: 'before' | 'after' } | null;

/** The distance of an item from its only neighbor. */
const gap = 500;

/** The children without one of them. */
export function without(level: Level, key: string): Level {
  return { ...level, items: level.items.filter((item) => item.key !== key) };
}

/** The children with the item moved to a position. */
export function withItem(level: Level, item: TreeItem, spot: Spot): Level {
  const others = level.items.filter(({ key }) => key !== item.key);
  const found = spot === null ? -1 : others.findIndex(({ key }) => key === spot.beside.key);
  const at = spot === null || found === -1 ? 0 : found + (spot.side === 'after' ? 1 : 0);
  const relativePosition = between(others[at - 1]?.relativePosition, others[at]?.relativePosition);
  return { ...level, items: others.toSpliced(at, 0, { ...item, relativePosition }) };
}

/** Pages loaded later are sorted in by their own positions, so only the moved item gets a new one. */
function between(before: number | null | undefined, after: number | null | undefined): number {
  if (typeof before === 'number') return typeof after === 'number' ? (before + after) / 2 : before + gap;
  return typeof after === 'number' ? after - gap : 0;
}

/** The current position of an item, for an undo. */
export function spotOf(level: Level, key: string): Spot {
  const at = level.items.findIndex((item) => item.key === key);
  const before = level.items[at - 1];
  return at <= 0 || !before ? null : { beside: before, side: 'after' };
}

export interface Arranging {
  item: TreeItem;
  /** The epic of the tree. */
  rootId: string;
  /** The new parent's id; null to keep the parent. */
  newParentId: string | null;
  spot: Spot;
}

/** Moves an item to a position. Throws with the server's messages if refused. */
export async function sendArranged({ item, rootId, newParentId, spot }: Arranging): Promise<void> {
  if (item.type === 'task') {
    const input = {
      id: asWorkItem(item.id),
      ...(newParentId && { parentId: asWorkItem(newParentId) }),
      ...(spot && {
        adjacentWorkItemId: asWorkItem(spot.beside.id),
        relativePosition: spot.side === 'before' ? ('BEFORE' as const) : ('AFTER' as const),
      }),
    };
    refuseUnlessDone((await request(reorderTask, { input })).workItemsHierarchyReorder);
    return;
  }
  const moved = {
    id: item.id,
    // The position of the neighbor relative to the moved item.
    ...(spot && {
      adjacentReferenceId: spot.beside.id,
      relativePosition: spot.side === 'before' ? ('after' as const) : ('before' as const),
    }),
    ...(newParentId && { newParentId }),
  };
  refuseUnlessDone((await request(reorderInTree, { input: { baseEpicId: rootId, moved } })).epicTreeReorder);
}

const asWorkItem = (id: string): string => `gid://gitlab/WorkItem/${numberOfId(id)}`;

/** Removes an item from its parent. Throws with the server's messages if refused. */
export async function sendReleased({ id, type, relationPath }: TreeItem): Promise<void> {
  if (type === 'task') {
    const input = { id: asWorkItem(id), hierarchyWidget: { parentId: null } };
    refuseUnlessDone((await request(releaseTask, { input })).workItemUpdate);
  } else if (relationPath !== null) {
    await sendJson(relationPath, { method: 'DELETE' });
  }
}

/** Why a drop is refused before the request. */
export type Obstacle = 'type' | 'cycle' | 'depth' | 'confidential';

/** The data that the rules need of a potential parent. */
export interface ParentCandidate {
  type: WorkItemType;
  key: string;
  /** Keys of everything above it, itself excluded. */
  above: readonly string[];
  allowSubEpics: boolean;
  isConfidential: boolean;
}

/** The rules of core/hierarchy.ts, as far as the page can check them; the server knows the descendants. */
export function obstacleTo(parent: ParentCandidate, child: TreeItem): Obstacle | null {
  if (parent.key === child.key || parent.above.includes(child.key)) return 'cycle';
  if (!canContain(parent.type, child.type)) return 'type';
  if (child.type === 'epic' && !parent.allowSubEpics) return 'depth';
  return parent.isConfidential && !child.isConfidential ? 'confidential' : null;
}
