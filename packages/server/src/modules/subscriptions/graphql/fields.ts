import { builder } from '../../../platform/graphql/builder.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import type { FilterFields } from '../../work-items/sockets.ts';

/** What somebody said by hand about hearing of something; taking part does not count. */
const SubscriptionStatusEnum = builder.enumType('SubscriptionStatus', {
  values: ['EXPLICITLY_SUBSCRIBED', 'EXPLICITLY_UNSUBSCRIBED'] as const,
});

/** What subscriptions add to lists of work items over GraphQL. */
export function plugInGraphqlFields(): void {
  plugInGraphql<Pick<FilterFields, 'subscribed'>>({
    name: 'subscriptions',
    filter: {
      words: (t, list, operator) =>
        operator === 'is' && (list === 'issues' || list === 'workItems')
          ? {
              subscribed: t.field({
                type: SubscriptionStatusEnum,
                description: 'What the viewer said about hearing of them; nobody has where nobody is signed in',
              }),
            }
          : {},
      read: ({ subscribed }) => ({ subscribed }),
    },
  });
}
