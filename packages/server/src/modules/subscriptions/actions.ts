import { workItemTypes } from '@milepost/core/work-items';
import type { QuickAction } from '../work-items/commands/sockets.ts';
import { chooseSubscription } from './commands.ts';

/** Quick actions for subscriptions. */
export const subscriptionActions: readonly QuickAction[] = [
  {
    name: 'subscribe',
    types: workItemTypes,
    description: 'Subscribe',
    isOffered: (ctx) => ctx.viewer.isSignedIn,
    explain: () => 'Subscribes you.',
    async perform(ctx, { item }) {
      await chooseSubscription(ctx, item, true);
      return 'Subscribed you.';
    },
  },
  {
    name: 'unsubscribe',
    types: workItemTypes,
    description: 'Unsubscribe',
    isOffered: (ctx) => ctx.viewer.isSignedIn,
    explain: () => 'Unsubscribes you.',
    async perform(ctx, { item }) {
      await chooseSubscription(ctx, item, false);
      return 'Unsubscribed you.';
    },
  },
];
