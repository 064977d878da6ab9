import type { Listener } from '../../platform/context.ts';
import { namespaceById } from '../namespaces/store.ts';
import { groupsLeft } from '../namespaces/store/transfers.ts';
import { labelReplacements } from './commands/transfers.ts';
import { replaceLabelsBelow } from './store/transfers.ts';

/**
 * A group or project that leaves a group takes the labels of that group along which something in it uses: as labels of the same title
 * that are available there, or as its own. Else items would show labels of a group that their readers may not see.
 */
export const takeLabelsAlong: Listener = async (_ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.transferred' || announcement.data.isPrepared) return;
  const moved = await namespaceById(trx, announcement.namespaceId);
  if (!moved) return;
  const former = groupsLeft(announcement.data.before, moved.scope);
  const replacements = await labelReplacements(trx, moved.id, former, moved.scope.traversalIds);
  await replaceLabelsBelow(trx, moved.id, replacements);
};
