import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { IssuePhase, IssueWalk, OrderMaker } from '../../work-items/sockets.ts';
import { afterIdIf, withoutValue } from '../../work-items/store/phases.ts';

declare module '../../work-items/sockets.ts' {
  interface PluggedOrders {
    labelPriority: true;
  }
}

/** The key of items without a prioritized label, which come last in both directions. */
export const withoutPriority = (isDescending: boolean): RawBuilder<number> =>
  isDescending ? sql`-1` : sql`2147483647`;

/** By the label with the highest priority (lowest number); items without one come last in both directions. */
export const byLabelPriority: OrderMaker = (isDescending) => ({
  key: sql`coalesce((SELECT min(l.priority) FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id
    WHERE wl.work_item_id = w.id), ${withoutPriority(isDescending)})`,
  type: 'integer',
  phases: (walk) => [
    prioritized(walk),
    withoutValue(walk, [withoutPriority(isDescending)], sql<SqlBool>`NOT ${hasPriority()}`),
  ],
});

/** Whether the item `w` has a label with a priority, or one that comes before the label of `near`, whose priority is `before`. */
export function hasPriority(before?: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id
    WHERE wl.work_item_id = w.id AND ${before ? sql`(l.priority, l.id) < (${before}, near.label_id)` : sql`l.priority IS NOT NULL`})`;
}

/**
 * Issues with a prioritized label: one priority after the other, each from the index of labels, merged by their ids. Of an issue with
 * several, the label that comes first counts. With `above`, the priority is the second key, after this one.
 */
export function prioritized(walk: IssueWalk, above?: RawBuilder<unknown>): IssuePhase {
  const direction = walk.isDownwards ? sql`DESC` : sql`ASC`;
  const isPast = walk.isDownwards ? sql`<=` : sql`>=`;
  const [value] = walk.after?.keys ?? [];
  const starts = !above && value ? sql<SqlBool>`l.priority ${isPast} ${value}` : sql<SqlBool>`true`;
  const start = afterIdIf(
    walk,
    ([key, tie]) => (above ? sql`${above} = ${key} AND step.at = ${tie}` : sql`step.at = ${key}`),
    sql`wl.work_item_id`,
  );
  const own = above ? sql`near.tie_1` : sql`near.key`;
  const columns = above ? sql`${above} AS key, step.at AS tie_1` : sql`step.at AS key`;
  return {
    nearest: sql`
      SELECT near.id, near.label_id, ${above ? sql`near.key, step.at AS tie_1` : sql`step.at AS key`}
      FROM (
        SELECT l.priority AS at, array_agg(l.id) AS ids FROM labels l
        WHERE l.priority IS NOT NULL AND l.namespace_id IN ${walk.namespaces} AND ${starts}
        GROUP BY l.priority ORDER BY l.priority ${direction}
      ) AS step
      CROSS JOIN LATERAL (
        SELECT near.* FROM (
          SELECT labeled.work_item_id AS id, label.id AS label_id, ${columns}
          FROM unnest(step.ids) AS label (id) CROSS JOIN LATERAL (
            SELECT wl.work_item_id FROM work_item_labels wl WHERE wl.label_id = label.id AND ${start}
            ORDER BY wl.work_item_id ${direction} LIMIT ${walk.most}
          ) AS labeled
        ) AS near WHERE ${walk.isAfter} ${walk.end}
      ) AS near
      ORDER BY step.at ${direction}, near.id ${direction} LIMIT ${walk.most}`,
    isIn: sql<SqlBool>`NOT ${hasPriority(own)}`,
  };
}
