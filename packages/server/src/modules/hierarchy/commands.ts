import { ConflictError, ForbiddenError, NotFoundError } from '@milepost/core/errors';
import { CHILDREN_LIMIT, partOf, obstacleTo, negated, pathChange, type RollupPart } from '@milepost/core/hierarchy';
import type { WorkItemId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import type { WorkItemType } from '@milepost/core/work-items';
import { requireIncludedIn } from '../entitlements/store.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { workItemPolicy } from '../work-items/policy.ts';
import { nameOfType, workItemsById, type WorkItem } from '../work-items/store.ts';
import { lockWorkItem, readAbout, type LockedWorkItem } from '../work-items/store/writing.ts';
import type { WorkItemRow } from '../work-items/table.ts';
import { recomputeInheritedDates } from './commands/dates.ts';
import { addChange, rollupPartsOf } from './store/rollups.ts';
import { rankFor } from './commands/ranks.ts';
import type { Spot } from './store/siblings.ts';
import { countChildren, lockRow, lockBelow, lockSiblings, lockTree, savePath, type Below } from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'workItem.parentChanged': { from: WorkItemId | null; to: WorkItemId | null };
    'workItem.reordered': { parentId: WorkItemId };
  }
}

/**
 * Adds an existing item as the first child of a parent. Throws the obstacles of core/hierarchy.ts, ConflictError if it is
 * already that parent's child, ForbiddenError unless the viewer is a planner at both ends.
 */
export async function addChild(
  ctx: Context,
  { parentId, childId }: { parentId: WorkItemId; childId: WorkItemId },
): Promise<WorkItem> {
  return moveItem(ctx, childId, async (trx, child) => {
    if (child.parentId === parentId) throw new ConflictError(`${nameOfType(child.type)}(s) already assigned`);
    await moveTo(ctx.within(trx), trx, child, { parentId, spot: 'top' });
  });
}

/** Removes an item from its parent. Throws NotFoundError if it is not that parent's child. */
export async function removeChild(
  ctx: Context,
  { parentId, childId }: { parentId: WorkItemId; childId: WorkItemId },
): Promise<WorkItem> {
  return moveItem(ctx, childId, async (trx, child) => {
    if (child.parentId !== parentId) throw new NotFoundError(nameOfType(child.type));
    await moveTo(ctx.within(trx), trx, child, { parentId: null, spot: 'top' });
  });
}

/** Moves an item to a position among the children of a parent, its own or another. Throws as `addChild` does. */
export async function setChildPosition(
  ctx: Context,
  { parentId, childId, spot }: { parentId: WorkItemId; childId: WorkItemId; spot: Spot },
): Promise<WorkItem> {
  const move = async (trx: Trx, child: LockedWorkItem) => {
    await moveTo(ctx.within(trx), trx, child, { parentId, spot });
  };
  return moveItem(ctx, childId, move, parentId);
}

/** `arrangedUnder`: the parent in whose children the item gets an explicit position. */
async function moveItem(
  ctx: Context,
  childId: WorkItemId,
  move: (trx: Trx, child: LockedWorkItem) => Promise<void>,
  arrangedUnder: WorkItemId | null = null,
): Promise<WorkItem> {
  await ctx.transaction(async (trx) => {
    await holdTree(trx, childId, arrangedUnder);
    if (arrangedUnder !== null) await lockSiblings(trx, arrangedUnder);
    const child = await lockWorkItem(trx, childId);
    if (!child || !ctx.can(workItemPolicy.read, child)) throw new NotFoundError('Work item');
    await move(trx, child);
  });
  const item = await ctx.load(workItemsById, childId);
  if (!item) throw new NotFoundError('Work item');
  return item;
}

/** Reordering siblings locks the tree shared; moving an epic to another parent locks it exclusively. */
async function holdTree(trx: Trx, childId: WorkItemId, arrangedUnder: WorkItemId | null): Promise<void> {
  const about = await readAbout(trx, childId);
  if (!about) throw new NotFoundError('Work item');
  const mode = lockToMove(about.type);
  const isArranged = arrangedUnder !== null && about.parentId === arrangedUnder;
  if (mode === 'shared' || !isArranged) return lockTree(trx, about.rootId, mode);
  await lockTree(trx, about.rootId, 'shared');
  // It may have been moved before the tree was locked: then this moves it back.
  const now = await readAbout(trx, childId);
  if (now?.parentId !== arrangedUnder) await lockTree(trx, about.rootId, mode);
}

/** The locks for a change of parent. An epic never changes its type, so the lock can be chosen beforehand. */
export function lockToMove(type: WorkItemType): 'shared' | 'exclusive' {
  return type === 'epic' ? 'exclusive' : 'shared';
}

export interface ChildPosition {
  /** Null removes the parent. */
  parentId: WorkItemId | null;
  spot: Spot;
  /** Whether the item was created by this transaction: nothing is below it. */
  isNew?: boolean;
}

/**
 * The only function that changes a parent: it checks the policy, writes paths and rank, updates roll-ups and dates above, and
 * announces. The caller has locked the tree (exclusively for an epic that leaves its parent), the siblings for an explicit
 * position, and the child's row. True when anything changed.
 */
export async function moveTo(ctx: Context, trx: Trx, child: LockedWorkItem, to: ChildPosition): Promise<boolean> {
  ctx.require(workItemPolicy.plan, child);
  if (to.parentId === null && child.parentId === null) return false;
  const isSameParent = to.parentId === child.parentId;
  const movesBelow = !isSameParent && !to.isNew;
  const below = movesBelow ? await lockBelow(trx, child.id, child.ancestorIds.length) : { count: 0, epicLevels: 0 };
  const parent = to.parentId === null ? null : await readParent(ctx, trx, to.parentId);
  if (child.parentId !== null && !isSameParent) await requireMayLeaveParent(ctx, child.parentId);
  if (parent && !isSameParent && child.type === 'epic' && !hasFeature(parent.scope, 'sub_epics')) {
    throw new ForbiddenError(`Sub-epics are switched off in ${parent.namespacePath}`);
  }
  if (parent && !isSameParent && child.type === 'epic') await requireIncludedIn(trx, parent.namespaceId, ['sub_epics']);
  if (parent && !isSameParent) await refuseObstacles(trx, parent, child, below);
  const spot = { childId: child.id, spot: to.spot };
  const rank = parent ? await rankFor(trx, { ...spot, family: { parentId: parent.id } }) : child.relativePosition;
  const path = parent ? [...parent.ancestorIds, parent.id] : [];
  const total = isSameParent ? [] : [partOf(child), ...(await partsBelow(trx, child.id, below))];
  await savePath(trx, child.id, { from: child.ancestorIds, to: path, rank, hasBelow: below.count > 0 });
  const subject = { namespaceId: child.namespaceId, workItemId: child.id };
  if (isSameParent && parent) {
    trx.announce({ ...subject, name: 'workItem.reordered', data: { parentId: parent.id } });
    return true;
  }
  const { left, joined } = pathChange(child.ancestorIds, path);
  await addChange(trx, child, left, negated(total));
  await addChange(trx, child, joined, total);
  await recomputeInheritedDates(
    trx,
    [child.parentId, to.parentId].filter((id) => id !== null),
  );
  trx.announce({ ...subject, name: 'workItem.parentChanged', data: { from: child.parentId, to: to.parentId } });
  return true;
}

async function partsBelow(trx: Trx, id: WorkItemId, below: Below): Promise<RollupPart[]> {
  return below.count === 0 ? [] : rollupPartsOf(trx, id);
}

async function readParent(ctx: Context, trx: Trx, parentId: WorkItemId): Promise<WorkItem> {
  const seen = await ctx.load(workItemsById, parentId);
  if (!seen || !ctx.can(workItemPolicy.read, seen)) throw new NotFoundError('Parent');
  ctx.require(workItemPolicy.plan, seen);
  if (seen.type === 'epic') return seen;
  await lockRow(trx, parentId);
  const fresh = await ctx.within(trx).load(workItemsById, parentId);
  if (!fresh) throw new NotFoundError('Parent');
  return fresh;
}

/** Throws ForbiddenError unless the viewer may plan the parent that a child leaves. One that the viewer cannot see does not prevent it. */
async function requireMayLeaveParent(ctx: Context, parentId: WorkItemId): Promise<void> {
  const parent = await ctx.load(workItemsById, parentId);
  if (parent && ctx.can(workItemPolicy.read, parent) && !ctx.can(workItemPolicy.plan, parent))
    throw new ForbiddenError();
}

async function refuseObstacles(trx: Trx, parent: WorkItem, child: WorkItemRow, below: Below): Promise<void> {
  const obstacle = obstacleTo(
    { ...parent, childCount: await countChildren(trx, parent.id, CHILDREN_LIMIT) },
    { ...child, epicLevels: child.type === 'epic' ? 1 + below.epicLevels : 0 },
  );
  if (obstacle) throw obstacle;
}
