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

/** The subscription arguments and inputs of GraphQL lists and mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, { notificationsWidget?: { subscribed: boolean } | null }>({
    name: 'subscriptions',
    types: { SubscriptionStatus: SubscriptionStatusEnum },
    write: {
      fields: (t, mutation) =>
        mutation === 'workItemUpdate' ? { notificationsWidget: t.field({ type: NotificationsInput }) } : {},
      beside: ({ notificationsWidget: widget }) =>
        widget ? (ctx, item) => chooseSubscription(ctx, item, widget.subscribed) : null,
    },
  });
}
