import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { visibleWorkItems } from '../../work-items/policy.ts';
import type { IssuePhase, IssueWalk, OrderMaker } from '../../work-items/sockets.ts';
import { withoutValue } from '../../work-items/store/phases.ts';

declare module '../../work-items/sockets.ts' {
  interface PluggedOrders {
    blocking: true;
  }
}

/** By the number of opened items that an item blocks, of those that the viewer may see; a closed item blocks none. */
export const byBlocking: OrderMaker = (isDescending, viewer) => {
  const blocked = sql`FROM work_item_links l ${openedTargets(viewer)} WHERE l.type = 'blocks' AND l.source_id = w.id`;
  return {
    key: sql`CASE w.state WHEN 'opened' THEN (SELECT count(*) ${blocked}) ELSE 0::bigint END`,
    type: 'bigint',
    phases(walk) {
      const isBlocking = sql<SqlBool>`w.state = 'opened' AND EXISTS (SELECT ${blocked})`;
      const phases = [withoutValue(walk, [sql`0::bigint`], sql<SqlBool>`NOT (${isBlocking})`), blocking(walk, viewer)];
      return isDescending ? phases.toReversed() : phases;
    },
  };
};

const openedTargets = (viewer: Viewer): RawBuilder<unknown> => sql`
  JOIN work_items blocked ON blocked.id = l.target_id AND blocked.state = 'opened'
  JOIN namespaces blocked_namespace ON blocked_namespace.id = blocked.namespace_id
    AND ${visibleWorkItems(viewer, 'blocked', 'blocked_namespace')}`;

/** Issues that block others are few, so those of a top-level group are counted and sorted. */
function blocking(walk: IssueWalk, viewer: Viewer): IssuePhase {
  return {
    nearest: sql`SELECT near.* FROM (
        SELECT blocker.id, count(*) AS key FROM work_item_links l
        JOIN work_items blocker ON blocker.id = l.source_id AND blocker.root_id = ${walk.rootId}
          AND blocker.type <> 'epic' AND blocker.state = 'opened' AND blocker.state = ANY(${walk.states}::text[])
        ${openedTargets(viewer)}
        WHERE l.type = 'blocks' GROUP BY blocker.id
      ) AS near WHERE ${walk.isAfter} ${walk.end}`,
  };
}
