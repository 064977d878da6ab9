import { audiences, rollupFields } from '@milepost/core/hierarchy';
import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder } from 'kysely';
import { insiderNamespaces, namespacesWithRole } from '../../namespaces/policy.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';

const sums = (from: string) =>
  sql.join(
    rollupFields.map((field) => sql`coalesce(sum(${sql.ref(`${from}.${field}`)}), 0)::bigint AS ${sql.ref(field)}`),
  );
const columns = sql.join(rollupFields.map((field) => sql.ref(field)));

/** The SQL of `audienceOf` over a row of `namespaces`. */
function audienceIn(viewer: Viewer, alias: string): RawBuilder<unknown> {
  if (viewer.isAdmin) return sql`${sql.lit(audiences.administrators)}`;
  if (!viewer.isSignedIn) return sql`${sql.lit(audiences.everyone)}`;
  return sql`CASE WHEN ${insiderNamespaces(viewer, alias)} THEN ${sql.lit(audiences.insiders)}
    WHEN ${namespacesWithRole(viewer, 'guest', alias)} THEN ${sql.lit(audiences.members)}
    ELSE ${sql.lit(audiences.signedIn)} END`;
}

/**
 * A subquery of one row: the totals below the item `w` that the viewer may know of, as `rollupSeenBelow` reads them. For
 * conditions and sums over many items.
 */
export function rollupSeenIn(viewer: Viewer): RawBuilder<unknown> {
  if (viewer.linkedTo !== null) return countedFor(viewer);
  const audience = sql`(SELECT ${audienceIn(viewer, 'an')} FROM namespaces an WHERE an.id = w.namespace_id)`;
  const ofItem = sql`work_item_id = w.id AND audience <= ${audience}`;
  return sql`(SELECT ${sums('part')} FROM (
    SELECT ${columns} FROM work_item_rollups WHERE ${ofItem}
    UNION ALL
    SELECT ${columns} FROM work_item_rollup_deltas WHERE ${ofItem}) AS part)`;
}

/**
 * The same for all rows of a relation with `id` and `namespace_id`, whose namespaces are in the relation `scope`: each audience is
 * determined once, and the stored sums are joined instead of looked up row by row. Rows without anything below may be missing.
 */
export function rollupsSeenIn(viewer: Viewer, among: RawBuilder<unknown>): RawBuilder<unknown> {
  if (viewer.linkedTo !== null)
    return sql`SELECT w.id, below.* FROM ${among} AS w CROSS JOIN LATERAL ${countedFor(viewer)} AS below`;
  const parts = sql`work_item_id, audience, ${columns}`;
  // An outer join, because the planner expects an inner one to leave few rows, and looks the sums up one by one.
  return sql`SELECT w.id, ${sums('part')} FROM ${among} AS w
    LEFT JOIN (SELECT an.id, ${audienceIn(viewer, 'an')} AS audience FROM namespaces an WHERE an.id IN (SELECT id FROM scope)) AS home
      ON home.id = w.namespace_id
    JOIN (SELECT ${parts} FROM work_item_rollups UNION ALL SELECT ${parts} FROM work_item_rollup_deltas) AS part
      ON part.work_item_id = w.id AND part.audience <= coalesce(home.audience, 0)
    GROUP BY w.id`;
}

/** Viewers of a public link belong to no audience: counted from what they may see. */
function countedFor(viewer: Viewer): RawBuilder<unknown> {
  const isSeen = visibleWorkItems(viewer, 'b', 'bn');
  const parts = sql`b.id, b.type, b.state, b.weight, b.health_status`;
  return sql`(
    WITH RECURSIVE below AS (
      SELECT ${parts} FROM work_items b JOIN namespaces bn ON bn.id = b.namespace_id WHERE b.parent_id = w.id AND ${isSeen}
      UNION ALL
      SELECT ${parts} FROM below JOIN work_items b ON b.parent_id = below.id JOIN namespaces bn ON bn.id = b.namespace_id
      WHERE ${isSeen}
    )
    SELECT ${sums('c')} FROM below
    CROSS JOIN LATERAL work_item_contribution(below.type, below.state, below.weight, below.health_status) AS c)`;
}

/** The health that an epic shows: its own, otherwise the worst one below. */
export function healthShownIn(viewer: Viewer): RawBuilder<unknown> {
  return sql`coalesce(w.health_status, (SELECT ${worstOf} FROM ${rollupSeenIn(viewer)} AS below))`;
}

/** The SQL of `healthBelow` over the sums `below`. */
export const worstOf = sql`CASE WHEN below.issues_at_risk > 0 THEN 'at_risk'
  WHEN below.issues_needing_attention > 0 THEN 'needs_attention'
  WHEN below.issues_on_track > 0 THEN 'on_track' END`;
