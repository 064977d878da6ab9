import { sql, type SqlBool } from 'kysely';
import type { IssuePhase, IssueWalk, OrderMaker } from '../../work-items/sockets.ts';
import { withoutValue } from '../../work-items/store/phases.ts';

declare module '../../work-items/sockets.ts' {
  interface PluggedOrders {
    popularity: true;
  }
}

/** By the number of thumbs up. A trigger counts those of issues. */
export const byPopularity: OrderMaker = (isDescending) => ({
  key: sql`(SELECT count(*) FILTER (WHERE r.name = 'thumbsup') FROM reactions r WHERE r.work_item_id = w.id)`,
  type: 'bigint',
  phases(walk) {
    const phases = [withoutValue(walk, [sql`0::bigint`], sql<SqlBool>`NOT ${isLiked}`), liked(walk)];
    return isDescending ? phases.toReversed() : phases;
  },
});

const isLiked = sql<SqlBool>`EXISTS (SELECT FROM issue_ranks r WHERE r.work_item_id = w.id AND r.thumbs_up IS NOT NULL)`;

/** Issues with a thumb up, which are few. */
function liked(walk: IssueWalk): IssuePhase {
  return {
    nearest: sql`SELECT near.* FROM (
        SELECT r.work_item_id AS id, r.thumbs_up AS key FROM issue_ranks r
        WHERE r.root_id = ${walk.rootId} AND r.thumbs_up IS NOT NULL
      ) AS near WHERE ${walk.isAfter} ${walk.end}`,
  };
}
