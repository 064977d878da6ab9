import type { Listener } from '../../platform/context.ts';
import { keepDeletedEpic } from './store/states.ts';

/** Keeps who could see a deleted epic, for snapshots that show it. */
export const keepDeletedEpics: Listener = async (_ctx, trx, announcement) => {
  if (announcement.name !== 'workItem.deleted' || announcement.data.type !== 'epic') return;
  await keepDeletedEpic(trx, { ...announcement.data, namespaceId: announcement.namespaceId });
};
