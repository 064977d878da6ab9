import { builder } from '../../../platform/graphql/builder.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';

/** A person's explicit subscription; participation does not count. */
const SubscriptionStatusEnum = builder.enumType('SubscriptionStatus', {
  values: ['EXPLICITLY_SUBSCRIBED', 'EXPLICITLY_UNSUBSCRIBED'] as const,
});

/** The subscription arguments of GraphQL lists. */
export function plugInGraphqlFields(): void {
  plugInGraphql({
    name: 'subscriptions',
    types: { SubscriptionStatus: SubscriptionStatusEnum },
  });
}
