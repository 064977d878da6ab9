import { builder } from '../../../platform/graphql/builder.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { chooseSubscription } from '../commands.ts';

/** A person's explicit subscription; participation does not count. */
const SubscriptionStatusEnum = builder.enumType('SubscriptionStatus', {
  values: ['EXPLICITLY_SUBSCRIBED', 'EXPLICITLY_UNSUBSCRIBED'] as const,
});

const NotificationsInput = builder.inputType('WorkItemWidgetNotificationsUpdateInput', {
  fields: (t) => ({ subscribed: t.boolean({ required: true }) }),
});

const SubscriptionEventEnum = builder.enumType('WorkItemSubscriptionEvent', {
  values: ['SUBSCRIBE', 'UNSUBSCRIBE'] as const,
});

interface SubscriptionInput {
  notificationsWidget?: { subscribed: boolean } | null;
  subscriptionEvent?: 'SUBSCRIBE' | 'UNSUBSCRIBE' | null;
}

/** The subscription arguments and inputs of GraphQL lists and mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, SubscriptionInput>({
    name: 'subscriptions',
    types: { SubscriptionStatus: SubscriptionStatusEnum },
    write: {
      fields: (t, mutation) =>
        mutation === 'workItemUpdate' ? { notificationsWidget: t.field({ type: NotificationsInput }) } : {},
      besideInBulk: (t) => ({ subscriptionEvent: t.field({ type: SubscriptionEventEnum }) }),
      beside({ notificationsWidget: widget, subscriptionEvent: event }) {
        if (!widget && !event) return null;
        const wanted = widget ? widget.subscribed : event === 'SUBSCRIBE';
        return (ctx, item) => chooseSubscription(ctx, item, wanted);
      },
    },
  });
}
