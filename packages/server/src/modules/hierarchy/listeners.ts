import type { MilestoneId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { Listener, Trx } from '../../platform/context.ts';
import { namespaceByFullPath, namespaceById } from '../namespaces/store.ts';
import { heirsOfMilestone, inheritDates, orphanedHeirs } from './store/dates.ts';
import { lockTree } from './store.ts';

/** Epics follow the milestones of the items below them, whoever changes a milestone. */
export const followMilestones: Listener = async (_ctx, trx, announcement) => {
  switch (announcement.name) {
    case 'milestone.updated':
      if (!announcement.data.datesChanged) return undefined;
      return followMilestone(trx, announcement.namespaceId, announcement.data.milestoneId, []);
    case 'milestone.deleted':
    case 'milestone.promoted':
      return followMilestone(trx, announcement.namespaceId, announcement.data.milestoneId, announcement.data.parentIds);
    default:
      return undefined;
  }
};

/**
 * The lock is exclusive: an item that gets the milestone right now, under an epic that does not know it yet, either comes
 * first and is found, or comes later and reads the new dates.
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
  const heirs = await heirsOfMilestone(trx, milestoneId);
  const orphans = await orphanedHeirs(trx, namespace.rootId);
  await inheritDates(trx, [...parentIds, ...heirs, ...orphans]);
}

/** Deleting a group or project takes items from under epics that stay: their dates are derived anew. */
export const followDeletions: Listener = async (_ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.deleted') return;
  const [top = ''] = announcement.data.fullPath.split('/');
  const root = await namespaceByFullPath(trx, top);
  if (!root) return;
  await lockTree(trx, root.id, 'exclusive');
  await inheritDates(trx, await orphanedHeirs(trx, root.id));
};
