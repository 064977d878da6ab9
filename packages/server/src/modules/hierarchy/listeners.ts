import type { MilestoneId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { Listener, Trx } from '../../platform/context.ts';
import { namespaceByFullPath, namespaceById } from '../namespaces/store.ts';
import { moveAudiences } from './commands/visibility.ts';
import { epicsInheritingFromMilestone, inheritDates, epicsWithDeletedSource } from './store/dates.ts';
import { saveRootBelow, separateTrees } from './store/transfers.ts';
import { lockTree } from './store.ts';

/** Epics follow the milestones of their children when a milestone changes. */
export const followMilestones: Listener = async (_ctx, trx, announcement) => {
  switch (announcement.name) {
    case 'milestone.updated':
      if (!announcement.data.datesChanged) return undefined;
      return followMilestone(trx, announcement.namespaceId, announcement.data.milestoneId, []);
    case 'milestone.deleted':
    case 'milestone.promoted':
    case 'milestone.replaced':
      return followMilestone(trx, announcement.namespaceId, announcement.data.milestoneId, announcement.data.parentIds);
    default:
      return undefined;
  }
};

/**
 * Exclusive: an item that gets the milestone concurrently under another epic is either committed before and found, or runs
 * later and reads the new dates.
 */
async function followMilestone(
  trx: Trx,
  namespaceId: NamespaceId,
  milestoneId: MilestoneId,
  parentIds: readonly WorkItemId[],
): Promise<void> {
  const namespace = await namespaceById(trx, namespaceId);
  if (!namespace) return;
  await lockTree(trx, namespace.rootId, 'exclusive');
  const heirs = await epicsInheritingFromMilestone(trx, milestoneId);
  const orphans = await epicsWithDeletedSource(trx, namespace.rootId);
  await inheritDates(trx, [...parentIds, ...heirs, ...orphans]);
}

/** Deleting a group or project removes children of epics that remain: their dates are recomputed. */
export const followDeletions: Listener = async (_ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.deleted') return;
  const [top = ''] = announcement.data.fullPath.split('/');
  const root = await namespaceByFullPath(trx, top);
  if (!root) return;
  await lockTree(trx, root.id, 'exclusive');
  await inheritDates(trx, await epicsWithDeletedSource(trx, root.id));
};

/** The sums above items follow the visibility of groups and projects. */
export const followVisibility: Listener = async (_ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.updated') return;
  const changed = await namespaceById(trx, announcement.namespaceId);
  if (changed) await moveAudiences(trx, changed);
};

/**
 * Items follow their group or project to another top-level group. Epics do not cross top-level groups: an item that would be below
 * an epic of another one loses its parent.
 */
export const followTransfers: Listener = async (_ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.transferred') return;
  const { fromRootId, toRootId } = announcement.data;
  if (fromRootId === toRootId) return;
  const moved = await namespaceById(trx, announcement.namespaceId);
  if (!moved) return;
  const rootIds = [fromRootId, toRootId].toSorted((one, other) => one - other);
  for (const rootId of rootIds) await lockTree(trx, rootId, 'exclusive');
  if (!announcement.data.isPrepared) await saveRootBelow(trx, moved.scope.traversalIds, toRootId);
  const { formerParentIds } = await separateTrees(trx, moved.scope.traversalIds);
  await inheritDates(trx, formerParentIds);
};
