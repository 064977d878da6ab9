import { sql, type SqlBool } from 'kysely';
import { visibleWorkItems } from '../work-items/policy.ts';
import type { FilterWord } from '../work-items/sockets.ts';

declare module '../work-items/sockets.ts' {
  interface FilterFields {
    /** Whether an open item blocks it. */
    isBlocked?: boolean;
  }
}

/** `blocked:yes`: items with a visible blocker. */
export const blockedFilter: FilterWord = {
  name: 'blocked',
  conditions({ isBlocked }, operator, ctx) {
    if (isBlocked === undefined) return [];
    const blocked = sql<SqlBool>`EXISTS (
      SELECT FROM work_item_links l
      JOIN work_items blocker ON blocker.id = l.source_id AND blocker.state = 'opened'
      JOIN namespaces blocker_namespace ON blocker_namespace.id = blocker.namespace_id
      WHERE l.type = 'blocks' AND l.target_id = w.id
        AND ${visibleWorkItems(ctx.viewer, 'blocker', 'blocker_namespace')})`;
    return [isBlocked === (operator !== 'not') ? blocked : sql<SqlBool>`NOT ${blocked}`];
  },
};
