import type { WorkItemId } from '@milepost/core/ids';
import type { Listener, Trx } from '../../platform/context.ts';
import { heirsOfMilestone, inheritDates } from './store-dates.ts';
import { lockTree } from './store.ts';
import { namespaceById } from '../namespaces/store.ts';
import type { NamespaceId } from '@milepost/core/ids';

/** Epics follow the milestones of the items below them, whoever changes a milestone. */
export const followMilestones: Listener = async (_ctx, trx, announcement) => {
  switch (announcement.name) {
    case 'milestone.updated':
      if (!announcement.data.datesChanged) return;
      return rederive(trx, announcement.namespaceId, await heirsOfMilestone(trx, announcement.data.milestoneId));
    case 'milestone.deleted':
    case 'milestone.promoted':
      return rederive(trx, announcement.namespaceId, announcement.data.parentIds);
    default:
  }
};

async function rederive(trx: Trx, namespaceId: NamespaceId, heirs: readonly WorkItemId[]): Promise<void> {
  if (heirs.length === 0) return;
  const namespace = await namespaceById(trx, namespaceId);
  if (!namespace) return;
  await lockTree(trx, namespace.rootId, 'shared');
  await inheritDates(trx, heirs);
}
