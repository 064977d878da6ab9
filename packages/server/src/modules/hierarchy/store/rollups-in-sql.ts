import { audiences, rollupFields } from '@milepost/core/hierarchy';
import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder } from 'kysely';
import { namespacesWithRole } from '../../namespaces/policy.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';

const sums = (from: string) =>
  sql.join(
    rollupFields.map((field) => sql`coalesce(sum(${sql.ref(`${from}.${field}`)}), 0)::bigint AS ${sql.ref(field)}`),
  );
const columns = sql.join(rollupFields.map((field) => sql.ref(field)));

/** The SQL of `audienceOf` for the namespace of the row `w`. */
function audienceIn(viewer: Viewer): RawBuilder<unknown> {
  if (viewer.isAdmin) return sql`${sql.lit(audiences.administrators)}`;
  if (!viewer.isSignedIn) return sql`${sql.lit(audiences.everyone)}`;
  return sql`(SELECT CASE WHEN ${namespacesWithRole(viewer, 'planner', 'an')} THEN ${sql.lit(audiences.insiders)}
      WHEN ${namespacesWithRole(viewer, 'guest', 'an')} THEN ${sql.lit(audiences.members)}
      ELSE ${sql.lit(audiences.signedIn)} END
    FROM namespaces an WHERE an.id = w.namespace_id)`;
}

/**
 * A subquery of one row: the totals below the item `w` that the viewer may know of, as `rollupSeenBelow` reads them. For
 * conditions and sums over many items.
 */
export function rollupSeenIn(viewer: Viewer): RawBuilder<unknown> {
  if (viewer.linkedTo !== null) return countedFor(viewer);
  const ofItem = sql`work_item_id = w.id AND audience <= ${audienceIn(viewer)}`;
  return sql`(SELECT ${sums('part')} FROM (
    SELECT ${columns} FROM work_item_rollups WHERE ${ofItem}
    UNION ALL
    SELECT ${columns} FROM work_item_rollup_deltas WHERE ${ofItem}) AS part)`;
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

/** The SQL of `healthBelow`, and of the health that an epic shows: its own, otherwise the worst one below. */
export function healthShownIn(viewer: Viewer): RawBuilder<unknown> {
  return sql`coalesce(w.health_status, (SELECT ${worstOf} FROM ${rollupSeenIn(viewer)} AS below))`;
}

export const worstOf = sql`CASE WHEN below.issues_at_risk > 0 THEN 'at_risk'
  WHEN below.issues_needing_attention > 0 THEN 'needs_attention'
  WHEN below.issues_on_track > 0 THEN 'on_track' END`;
