import type { Listener } from '../../platform/context.ts';
import { namespaceById } from '../namespaces/store.ts';
import { groupsLeft } from '../namespaces/store/transfers.ts';
import { clearIterationsBelow } from './store/transfers.ts';

/**
 * What leaves a group loses the iterations of that group, as a single issue does that is moved: their dates are those of a team whose
 * cadence the new readers may not see.
 */
export const leaveIterations: Listener = async (_ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.transferred' || announcement.data.isPrepared) return;
  const moved = await namespaceById(trx, announcement.namespaceId);
  if (!moved) return;
  const former = groupsLeft(announcement.data.before, moved.scope);
  if (former.length > 0) await clearIterationsBelow(trx, moved.id, former);
};
