import { NotFoundError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import type { Context, Trx } from '../../../platform/context.ts';
import type { BanListener } from '../../users/sockets.ts';
import { workItemPolicy } from '../policy.ts';
import { hideItemsOf, setHidden, showItemsOf, type FollowedItem } from '../store/hidden.ts';
import { lockWorkItem } from '../store/writing.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'workItem.hidden': Record<string, never>;
    'workItem.shown': Record<string, never>;
  }
}

/** Hides the content of banned people from all but administrators. */
export const hideOfBanned: BanListener = async (ctx, trx, { userId, isBanned }) => {
  const items = isBanned ? await hideItemsOf(trx, userId, ctx.viewer.id) : await showItemsOf(trx, userId);
  for (const item of items) announceVisibility(trx, item, isBanned);
};

/** Marks an item as spam, which hides it, or reverts that; for administrators. */
export async function setSpam(ctx: Context, id: WorkItemId, isSpam: boolean): Promise<void> {
  await ctx.transaction(async (trx) => {
    const item = await lockWorkItem(trx, id);
    if (!item || !ctx.can(workItemPolicy.read, item)) throw new NotFoundError('Work item');
    ctx.require(workItemPolicy.reportSpam, item);
    const isChanged = await setHidden(trx, id, { reason: 'spam', isHidden: isSpam, byId: ctx.viewer.id });
    if (isChanged) announceVisibility(trx, item, isSpam);
  });
}

function announceVisibility(trx: Trx, { id, namespaceId }: FollowedItem, isHidden: boolean): void {
  trx.announce({ name: isHidden ? 'workItem.hidden' : 'workItem.shown', namespaceId, workItemId: id, data: {} });
}
