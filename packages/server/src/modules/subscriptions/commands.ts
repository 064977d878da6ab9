import { UnauthenticatedError, ValidationError } from '@milepost/core/errors';
import type { UserId, WorkItemId } from '@milepost/core/ids';
import {
  defaultNotificationLevel,
  notificationLevels,
  placeNotificationLevels,
  type NotificationLevel,
  type PlaceNotificationLevel,
} from '@milepost/core/notifications';
import type { Context } from '../../platform/context.ts';
import type { Namespace } from '../namespaces/store.ts';
import type { WorkItem } from '../work-items/store.ts';
import { subscriptionPolicy } from './policy.ts';
import {
  forgetNotificationLevel,
  placeLevelsOf,
  type PlaceLevel,
  savedNotificationLevel,
  saveNotificationLevel,
  saveSubscription,
  subscribedTo,
} from './store.ts';

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
export async function ownNotificationLevel(ctx: Context): Promise<NotificationLevel> {
  return (await savedNotificationLevel(ctx.db, meOf(ctx), null)) ?? defaultNotificationLevel;
}

/** Throws ValidationError for a level there is not. */
export async function changeNotificationLevel(ctx: Context, wanted: string): Promise<NotificationLevel> {
  const userId = meOf(ctx);
  const level = notificationLevels.find((each) => each === wanted);
  if (!level) throw new ValidationError({ level: [`must be one of ${notificationLevels.join(', ')}`] });
  await ctx.transaction((trx) => saveNotificationLevel(trx, userId, null, level));
  return level;
}

/** What the viewer said for a group or project that they may see. */
export async function ownNotificationLevelIn(ctx: Context, { id }: Namespace): Promise<PlaceNotificationLevel> {
  return (await savedNotificationLevel(ctx.db, meOf(ctx), id)) ?? 'global';
}

/** All that the viewer said for single groups and projects. */
export function ownPlaceLevels(ctx: Context): Promise<PlaceLevel[]> {
  return placeLevelsOf(ctx.db, ctx.viewer);
}

/** Says it; `global` takes it back. It is nobody else's business, and works in archived places too. Throws ValidationError for a level there is not. */
export async function changeNotificationLevelIn(ctx: Context, { id }: Namespace, wanted: string): Promise<void> {
  const userId = meOf(ctx);
  const level = placeNotificationLevels.find((each) => each === wanted);
  if (!level) throw new ValidationError({ level: [`must be one of ${placeNotificationLevels.join(', ')}`] });
  await ctx.transaction((trx) =>
    level === 'global' ? forgetNotificationLevel(trx, userId, id) : saveNotificationLevel(trx, userId, id, level),
  );
}

function meOf(ctx: Context): UserId {
  if (ctx.viewer.id === null) throw new UnauthenticatedError();
  return ctx.viewer.id;
}
