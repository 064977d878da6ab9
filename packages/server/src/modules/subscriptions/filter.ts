import { sql, type SqlBool } from 'kysely';
import type { FilterWord } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** Explicit subscriptions only: participation does not count. */
    subscribed?: 'EXPLICITLY_SUBSCRIBED' | 'EXPLICITLY_UNSUBSCRIBED';
  }
}

/** Items that the viewer explicitly subscribed to, or unsubscribed from. An anonymous viewer has neither. */
export const subscriptionFilter: FilterWord = {
  name: 'subscribed',
  conditions({ subscribed }, operator, ctx) {
    if (!subscribed) return [];
    const { id } = ctx.viewer;
    if (id === null) return [operator === 'not' ? sql<SqlBool>`true` : sql<SqlBool>`false`];
    const wanted = subscribed === 'EXPLICITLY_SUBSCRIBED';
    const condition = sql<SqlBool>`EXISTS (SELECT FROM subscriptions s
      WHERE s.work_item_id = w.id AND s.user_id = ${id} AND s.is_subscribed = ${wanted})`;
    return [operator === 'not' ? sql<SqlBool>`NOT ${condition}` : condition];
  },
};
