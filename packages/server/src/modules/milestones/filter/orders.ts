import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { byLabelPriority, hasPriority, prioritized, withoutPriority } from '../../labels/filter/orders.ts';
import type { IssuePhase, IssueWalk, OrderMaker } from '../../work-items/sockets.ts';
import { afterIdIf, withoutValue } from '../../work-items/store/phases.ts';

declare module '../../work-items/sockets.ts' {
  interface PluggedOrders {
    milestoneDue: true;
    priority: true;
  }
}

/** The key of items without a milestone that has a due date: they come last in both directions. */
const withoutDate = (isDescending: boolean): RawBuilder<string> =>
  isDescending ? sql`'0001-01-01'::date` : sql`'9999-12-31'::date`;

const isDated = sql<SqlBool>`EXISTS (SELECT FROM milestones m WHERE m.id = w.milestone_id AND m.due_date IS NOT NULL)`;

const due = (isDescending: boolean) => ({
  key: sql`coalesce((SELECT m.due_date FROM milestones m WHERE m.id = w.milestone_id), ${withoutDate(isDescending)})`,
  type: 'date' as const,
});

/** By the milestone's due date; items without one come last in both directions. */
export const byMilestoneDue: OrderMaker = (isDescending) => ({
  ...due(isDescending),
  phases: (walk) => [dated(walk), withoutValue(walk, [withoutDate(isDescending)], sql<SqlBool>`NOT ${isDated}`)],
});

/** By due date, then by label priority. */
export const byPriority: OrderMaker = (isDescending, viewer) => {
  const { key, type } = byLabelPriority(isDescending, viewer);
  const missing = withoutDate(isDescending);
  return {
    ...due(isDescending),
    ties: [{ key, type }],
    phases(walk) {
      const undated = prioritized(walk, missing);
      return [
        dated(walk, key),
        { ...undated, isIn: sql<SqlBool>`NOT ${isDated} AND ${undated.isIn ?? sql`true`}` },
        withoutValue(
          walk,
          [missing, withoutPriority(isDescending)],
          sql<SqlBool>`NOT ${isDated} AND NOT ${hasPriority()}`,
        ),
      ];
    },
  };
};

/**
 * Issues whose milestone has a due date: one day after the other, each from the index of milestones, merged by their ids. With a second key,
 * an expression over the row `w`, all issues of a day are sorted by it.
 */
function dated(walk: IssueWalk, tie?: RawBuilder<unknown>): IssuePhase {
  const direction = walk.isDownwards ? sql`DESC` : sql`ASC`;
  const isPast = walk.isDownwards ? sql`<=` : sql`>=`;
  const [value] = walk.after?.keys ?? [];
  const starts = value ? sql<SqlBool>`m.due_date ${isPast} ${value}` : sql<SqlBool>`true`;
  const start = afterIdIf(walk, ([key]) => sql`step.at = ${key}`, sql`i.id`);
  const first = tie ? sql`` : sql`AND ${start} ORDER BY i.id ${direction} LIMIT ${walk.most}`;
  const second = tie ? sql`, near.tie_1` : sql``;
  return {
    nearest: sql`
      SELECT near.id, step.at AS key${second}
      FROM (
        SELECT m.due_date AS at, array_agg(m.id) AS ids FROM milestones m
        WHERE m.due_date IS NOT NULL AND m.namespace_id IN ${walk.namespaces} AND ${starts}
        GROUP BY m.due_date ORDER BY m.due_date ${direction}
      ) AS step
      CROSS JOIN LATERAL (
        SELECT near.* FROM (
          SELECT w.id, step.at AS key${tie ? sql`, ${tie} AS tie_1` : sql``}
          FROM unnest(step.ids) AS milestone (id) CROSS JOIN unnest(${walk.states}::text[]) AS states (state)
          CROSS JOIN LATERAL (
            SELECT i.id FROM work_items i WHERE i.milestone_id = milestone.id AND i.state = states.state ${first}
          ) AS w
        ) AS near WHERE ${walk.isAfter} ${walk.end}
      ) AS near
      ORDER BY step.at ${direction}${tie ? sql`, near.tie_1 ${direction}` : sql``}, near.id ${direction} LIMIT ${walk.most}`,
  };
}
