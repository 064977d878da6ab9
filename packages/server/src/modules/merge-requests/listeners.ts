import type { Listener } from '../../platform/context.ts';
import { callChecks } from './commands/check-calls.ts';
import { handlePush } from './commands/pushes.ts';

/** Calls external status checks in the transaction of the change. */
export const callStatusChecks: Listener = callChecks;

/** Follows the branches of merge requests, and the issues that commits name. */
export const followPushes: Listener = async (ctx, trx, announcement) => {
  if (announcement.name === 'repository.pushed') await handlePush(ctx, trx, announcement);
};
