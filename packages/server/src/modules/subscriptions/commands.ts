import { ValidationError } from '@milepost/core/errors';
import type { UserId, WorkItemId } from '@milepost/core/ids';
import {
  defaultNotificationLevel,
  notificationEvents,
  notificationLevels,
  namespaceNotificationLevels,
  type NotificationEvent,
} from '@milepost/core/notifications/notifications';
import type { Context } from '../../platform/context.ts';
import type { Namespace } from '../namespaces/store.ts';
import type { WorkItem } from '../work-items/store.ts';
import { subscriptionPolicy } from './policy.ts';
import {
  deleteNotificationLevel,
  lockNotificationLevels,
  namespaceLevelsOf,
  type NamespaceLevel,
  type SavedLevel,
  savedNotificationLevel,
  saveNotificationLevel,
  saveSubscription,
  subscribedTo,
} from './store.ts';

/** Whether the viewer is subscribed to an item. */
export async function isSubscribedTo(ctx: Context, { id }: Pick<WorkItem, 'id'>): Promise<boolean> {
  return (await ctx.load(subscribedTo, id)) ?? false;
}

/**
 * Subscribes the viewer to an item, or unsubscribes. Private to the viewer, so it is not announced. Returns whether
 * the subscription changed.
 */
export async function chooseSubscription(ctx: Context, item: WorkItem, wanted: boolean): Promise<boolean> {
  const userId = ctx.viewer.requireId();
  ctx.require(subscriptionPolicy.choose, item);
  return ctx.transaction(async (trx) => {
    const before = await isSubscribedTo(ctx.within(trx), item);
    await saveSubscription(trx, item.id, userId, wanted);
    return before !== wanted;
  });
}

/** Unsubscribes by a signed link, regardless of who is signed in. */
export async function unsubscribeByLink(ctx: Context, workItemId: WorkItemId, userId: UserId): Promise<void> {
  await ctx.transaction((trx) => saveSubscription(trx, workItemId, userId, false));
}

/** The viewer's global notification level. */
export async function ownNotificationLevel(ctx: Context): Promise<SavedLevel> {
  const saved = await savedNotificationLevel(ctx.db, ctx.viewer.requireId(), null);
  return saved ?? { level: defaultNotificationLevel, events: [] };
}

/** Events of the level `custom` to turn on or off; the others stay unchanged. */
export type EventChoices = Partial<Record<NotificationEvent, boolean>>;

function chosen(before: readonly NotificationEvent[], choices: EventChoices): NotificationEvent[] {
  return notificationEvents.filter((event) => choices[event] ?? before.includes(event));
}

/** Throws ValidationError for an unknown level. Without a level, only the events change. */
export async function changeNotificationLevel(
  ctx: Context,
  wanted: string | undefined,
  choices: EventChoices = {},
): Promise<void> {
  const userId = ctx.viewer.requireId();
  const level = wanted === undefined ? null : notificationLevels.find((each) => each === wanted);
  if (level === undefined) throw new ValidationError({ level: [`must be one of ${notificationLevels.join(', ')}`] });
  await ctx.transaction(async (trx) => {
    await lockNotificationLevels(trx, userId);
    const before = await ownNotificationLevel(ctx.within(trx));
    const events = chosen(before.events, choices);
    await saveNotificationLevel(trx, userId, null, { level: level ?? before.level, events });
  });
}

/** The viewer's setting for a group or project that they may see; null if there is none. */
export function ownNotificationLevelIn(ctx: Context, { id }: Namespace): Promise<SavedLevel | null> {
  return savedNotificationLevel(ctx.db, ctx.viewer.requireId(), id);
}

/** The viewer's settings for single groups and projects. */
export function ownNamespaceLevels(ctx: Context): Promise<NamespaceLevel[]> {
  return namespaceLevelsOf(ctx.db, ctx.viewer);
}

/**
 * Sets the level; `global` removes the setting. Private to the viewer, and allowed in archived namespaces. Throws
 * ValidationError for an unknown level.
 */
export async function changeNotificationLevelIn(
  ctx: Context,
  namespace: Namespace,
  wanted: string | undefined,
  choices: EventChoices = {},
): Promise<void> {
  const userId = ctx.viewer.requireId();
  const level = wanted === undefined ? null : namespaceNotificationLevels.find((each) => each === wanted);
  if (level === undefined)
    throw new ValidationError({ level: [`must be one of ${namespaceNotificationLevels.join(', ')}`] });
  await ctx.transaction(async (trx) => {
    await lockNotificationLevels(trx, userId);
    if (level === 'global') return deleteNotificationLevel(trx, userId, namespace.id);
    const before = await ownNotificationLevelIn(ctx.within(trx), namespace);
    const next = level ?? before?.level;
    // Without a level here there is no row that could store events.
    if (next === undefined) return;
    const events = chosen(before?.events ?? [], choices);
    await saveNotificationLevel(trx, userId, namespace.id, { level: next, events });
  });
}
