import { UnauthenticatedError, ValidationError } from '@milepost/core/errors';
import type { UserId, WorkItemId } from '@milepost/core/ids';
import { notificationLevels, type NotificationLevel } from '@milepost/core/notifications';
import type { Context } from '../../platform/context.ts';
import type { WorkItem } from '../work-items/store.ts';
import { subscriptionPolicy } from './policy.ts';
import { notificationLevelOf, saveNotificationLevel, saveSubscription, subscribedTo } from './store.ts';

/** Whether the viewer hears of an item. */
export async function isSubscribedTo(ctx: Context, { id }: Pick<WorkItem, 'id'>): Promise<boolean> {
  return (await ctx.load(subscribedTo, id)) ?? false;
}

/**
 * Says whether the viewer wants to hear of an item. It is nobody else's business, so it is not announced. True when it changes
 * what they hear.
 */
export async function chooseSubscription(ctx: Context, item: WorkItem, wanted: boolean): Promise<boolean> {
  const userId = meOf(ctx);
  ctx.require(subscriptionPolicy.choose, item);
  return ctx.transaction(async (trx) => {
    const before = await isSubscribedTo(ctx.within(trx), item);
    await saveSubscription(trx, item.id, userId, wanted);
    return before !== wanted;
  });
}

/** The same by a link that only they were sent, whoever opens it. */
export async function unsubscribeByLink(ctx: Context, workItemId: WorkItemId, userId: UserId): Promise<void> {
  await ctx.transaction((trx) => saveSubscription(trx, workItemId, userId, false));
}

/** How much the viewer wants to hear by e-mail. */
export function ownNotificationLevel(ctx: Context): Promise<NotificationLevel> {
  return notificationLevelOf(ctx.db, meOf(ctx));
}

/** Throws ValidationError for a level there is not. */
export async function changeNotificationLevel(ctx: Context, wanted: string): Promise<NotificationLevel> {
  const userId = meOf(ctx);
  const level = notificationLevels.find((each) => each === wanted);
  if (!level) throw new ValidationError({ level: [`must be one of ${notificationLevels.join(', ')}`] });
  await ctx.transaction((trx) => saveNotificationLevel(trx, userId, level));
  return level;
}

function meOf(ctx: Context): UserId {
  if (ctx.viewer.id === null) throw new UnauthenticatedError();
  return ctx.viewer.id;
}
