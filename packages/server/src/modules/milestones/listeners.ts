import type { WorkItemId } from '@milepost/core/ids';
import type { Listener } from '../../platform/context.ts';
import { namespaceById } from '../namespaces/store.ts';
import { groupsLeft } from '../namespaces/store/transfers.ts';
import { milestoneReplacements } from './commands/transfers.ts';
import { lockTitles } from './store.ts';
import { replaceMilestonesBelow } from './store/transfers.ts';

/**
 * A group or project that leaves a group takes the milestones of that group along which something in it uses: as milestones of the same
 * title that are available there, or as its own. Else items would show milestones of a group that their readers may not see.
 */
export const takeMilestonesAlong: Listener = async (_ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.transferred' || announcement.data.isPrepared) return;
  const moved = await namespaceById(trx, announcement.namespaceId);
  if (!moved) return;
  const former = groupsLeft(announcement.data.before, moved.scope);
  if (former.length === 0) return;
  await lockTitles(trx, moved);
  const replacements = await milestoneReplacements(trx, moved, former, moved.scope.traversalIds);
  const items = await replaceMilestonesBelow(trx, moved.id, replacements);
  for (const { from } of replacements) {
    const parents = items.filter((item) => item.from === from).map(({ parentId }) => parentId);
    const parentIds = [...new Set(parents)].filter((id): id is WorkItemId => id !== null);
    trx.announce({ name: 'milestone.replaced', namespaceId: moved.id, data: { milestoneId: from, parentIds } });
  }
};
