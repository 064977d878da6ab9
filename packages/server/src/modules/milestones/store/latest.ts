import type { NamespaceId } from '@milepost/core/ids';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import { visibleNamespaces } from '../../namespaces/policy.ts';
import { visibleInTree } from '../../work-items/policy.ts';

/**
 * `id` and `value` of the epics `among` (of the top-level group `rootId`): the milestone that is due last among those that the viewer sees of
 * their direct issues that the viewer sees. Epics without one have no row. `latest_milestones` holds the result for those who see its milestone
 * and the group or project of its issue, unless confidential or hidden issues may have a later one; other epics, and those that changed
 * recently, are looked up.
 */
export function latestMilestones(
  { viewer, asOf }: Pick<Context, 'viewer' | 'asOf'>,
  rootId: NamespaceId,
  among: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const seen = sql`seen_milestones AS MATERIALIZED (
    SELECT m.id, row_number() OVER (ORDER BY m.due_date DESC NULLS LAST, m.id) AS place
    FROM milestones m JOIN namespaces mn ON mn.id = m.namespace_id WHERE ${visibleNamespaces(viewer, 'mn')})`;
  const lookedUp = (ids: RawBuilder<unknown>) => sql`
    SELECT below.parent_id AS id, m.id AS value FROM (
      SELECT i.parent_id, min(m.place) AS place FROM work_items i JOIN seen_milestones m ON m.id = i.milestone_id
      WHERE i.type <> 'epic' AND ${visibleInTree(viewer, rootId, 'i')} AND i.parent_id = ANY(ARRAY(${ids}))
      GROUP BY i.parent_id
    ) AS below JOIN seen_milestones m ON m.place = below.place`;
  // What is stored is of today, and behind a public link other rules decide what is visible.
  if (asOf !== null || viewer.linkedTo !== null)
    return sql`WITH ${seen} ${lookedUp(sql`SELECT id FROM ${among} AS among`)}`;
  const isWithoutLater = viewer.isSignedIn ? sql<SqlBool>`NOT l.has_withheld` : sql<SqlBool>`true`;
  const isKnown = sql<SqlBool>`(${isWithoutLater} AND (l.milestone_id IS NULL OR (
    (l.milestone_id IN (SELECT id FROM seen_milestones)) IS TRUE AND (l.namespace_id IN (SELECT id FROM seen_homes)) IS TRUE)))`;
  return sql`WITH ${seen},
    -- Where the viewer sees issues that are neither confidential nor hidden.
    seen_homes AS MATERIALIZED (
      SELECT plain.namespace_id AS id FROM (
        SELECT n.id AS namespace_id, 0::bigint AS id, false AS is_confidential, NULL::bigint AS author_id
        FROM namespaces n WHERE n.root_id = ${rootId}
      ) AS plain WHERE ${visibleInTree(viewer, rootId, 'plain')}),
    waiting AS MATERIALIZED (SELECT DISTINCT q.work_item_id AS id FROM unplanned_epics_waiting q),
    stored AS MATERIALIZED (
      SELECT l.work_item_id AS id, l.milestone_id AS value, ${isKnown} AS is_known FROM latest_milestones l
      WHERE l.work_item_id = ANY(ARRAY(SELECT id FROM ${among} AS among)) AND (l.work_item_id IN (SELECT id FROM waiting)) IS NOT TRUE)
    SELECT id, value FROM stored WHERE is_known AND value IS NOT NULL
    UNION ALL
    ${lookedUp(sql`
      SELECT id FROM stored WHERE NOT is_known
      UNION ALL
      SELECT id FROM ${among} AS among WHERE EXISTS (SELECT FROM waiting) AND (id IN (SELECT id FROM waiting)) IS TRUE`)}`;
}
