import type { MilestoneId } from '@milepost/core/ids';
import type { Listener, Trx } from '../../platform/context.ts';
import { namespaceById, nextIid, type Namespace } from '../namespaces/store.ts';
import { groupsLeft } from '../namespaces/store/transfers.ts';
import { insertMilestone, lockMilestone, lockTitles } from './store.ts';
import { parentsOf } from './store/items.ts';
import { milestonesUsedBelow, replaceMilestoneBelow } from './store/transfers.ts';

/**
 * A group or project that leaves a group takes the milestones of that group along which something in it uses: as milestones of the same
 * title that are available there, or as its own. Else items would show milestones of a group that their readers may not see.
 */
export const takeMilestonesAlong: Listener = async (_ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.transferred') return;
  const moved = await namespaceById(trx, announcement.namespaceId);
  if (!moved) return;
  const former = groupsLeft(announcement.data.before, moved.scope);
  const used = await milestonesUsedBelow(trx, moved.id, former, moved.scope.traversalIds);
  if (used.some(({ sameId }) => sameId === null)) await lockTitles(trx, moved);
  for (const { id, sameId } of used) {
    const to = sameId ?? (await copyMilestone(trx, id, moved));
    if (to === null) continue;
    const items = await replaceMilestoneBelow(trx, moved.id, id, to);
    trx.announce({
      name: 'milestone.replaced',
      namespaceId: moved.id,
      data: { milestoneId: id, parentIds: parentsOf(items) },
    });
  }
};

/** Null when it was deleted meanwhile. */
async function copyMilestone(trx: Trx, id: MilestoneId, into: Namespace): Promise<MilestoneId | null> {
  const milestone = await lockMilestone(trx, id);
  if (!milestone) return null;
  const { title, description, descriptionHtml, state, startDate, dueDate } = milestone;
  const iid = await nextIid(trx, into.id, 'milestones');
  return insertMilestone(trx, {
    title,
    description,
    descriptionHtml,
    state,
    startDate,
    dueDate,
    namespaceId: into.id,
    iid,
  });
}
