import { audiences } from '@milepost/core/hierarchy';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../../../platform/context.ts';
import { insiderNamespaces, namespacesWithRole } from '../../../namespaces/policy.ts';
import { visibleWorkItems } from '../../../work-items/policy.ts';

const fields = [
  'opened_issues',
  'closed_issues',
  'opened_weight',
  'closed_weight',
  'issues_on_track',
  'issues_needing_attention',
  'issues_at_risk',
];
const columns = sql.join(fields.map((field) => sql.ref(field)));
const totals = sql.join(fields.map((field) => sql`sum(part.${sql.ref(field)})::bigint AS ${sql.ref(field)}`));

/** The issues below each of the `lane_rows` that the viewer may know of: from the stored sums of the viewer's audiences. */
export function seenBelow(ctx: Context): RawBuilder<unknown> {
  if (ctx.viewer.linkedTo !== null) return countedBelow(ctx);
  const parts = sql`work_item_id, audience, ${columns}`;
  return sql`
    SELECT part.work_item_id AS id, ${totals} FROM lane_rows r
    JOIN (SELECT n.id, ${audienceIn(ctx)} AS audience FROM namespaces n WHERE n.id IN (SELECT id FROM scope)) AS home
      ON home.id = r.namespace_id
    JOIN (SELECT ${parts} FROM work_item_rollups UNION ALL SELECT ${parts} FROM work_item_rollup_deltas) AS part
      ON part.work_item_id = r.id AND part.audience <= home.audience
    GROUP BY part.work_item_id`;
}

/** `audienceOf` in SQL, for the namespace `n`. */
function audienceIn({ viewer }: Context): RawBuilder<unknown> {
  if (viewer.isAdmin) return sql`${audiences.administrators}::integer`;
  if (!viewer.isSignedIn) return sql`${audiences.everyone}::integer`;
  return sql`CASE WHEN ${insiderNamespaces(viewer)} THEN ${audiences.insiders}
    WHEN ${namespacesWithRole(viewer, 'guest')} THEN ${audiences.members} ELSE ${audiences.signedIn} END::integer`;
}

/** Viewers of a public link belong to no audience: counted from what they may see. */
function countedBelow({ viewer }: Context): RawBuilder<unknown> {
  const parts = sql`w.id, w.type, w.state, w.weight, w.health_status`;
  const isSeen = visibleWorkItems(viewer);
  return sql`
    SELECT part.top AS id, ${totals} FROM (
      WITH RECURSIVE below AS (
        SELECT r.id AS top, ${parts} FROM lane_rows r JOIN work_items w ON w.parent_id = r.id
        JOIN namespaces n ON n.id = w.namespace_id WHERE ${isSeen}
        UNION ALL
        SELECT below.top, ${parts} FROM below JOIN work_items w ON w.parent_id = below.id
        JOIN namespaces n ON n.id = w.namespace_id WHERE ${isSeen}
      )
      SELECT below.top, c.* FROM below
      CROSS JOIN LATERAL work_item_contribution(below.type, below.state, below.weight, below.health_status) AS c
    ) AS part GROUP BY part.top`;
}
