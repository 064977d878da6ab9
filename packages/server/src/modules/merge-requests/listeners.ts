import type { Listener } from '../../platform/context.ts';
import { handlePush } from './commands/pushes.ts';

/** Follows the branches of merge requests, and the issues that commits name. */
export const followPushes: Listener = async (ctx, trx, announcement) => {
  if (announcement.name === 'repository.pushed') await handlePush(ctx, trx, announcement);
};
