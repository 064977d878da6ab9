import { builder } from '../../../platform/graphql/builder.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';

/** What somebody said by hand about hearing of something; taking part does not count. */
const SubscriptionStatusEnum = builder.enumType('SubscriptionStatus', {
  values: ['EXPLICITLY_SUBSCRIBED', 'EXPLICITLY_UNSUBSCRIBED'] as const,
});

/** What subscriptions add to lists of work items over GraphQL. */
export function plugInGraphqlFields(): void {
  plugInGraphql({
    name: 'subscriptions',
    types: { SubscriptionStatus: SubscriptionStatusEnum },
  });
}
