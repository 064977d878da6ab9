import { audiences } from '@milepost/core/hierarchy';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { insiderNamespaces, namespacesWithRole, visibleNamespaces } from '../../namespaces/policy.ts';
import { livesIn, certainAudience, visibleInTree } from '../../work-items/policy.ts';

/** The advisory lock key of recomputations: a concurrent one could overwrite newer values from an older snapshot. */
const SETTLING = 7_205_057;
/** Maximum number of changes processed at once. */
const MAX_SETTLED = 10_000;

/** Whether the viewer sees a milestone of this epic: checks its issues one by one. */
export function seesMilestone(
  viewer: Viewer,
  rootId: NamespaceId | null,
  id: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`((SELECT true FROM work_items child
    WHERE child.parent_id = ${id} AND child.type <> 'epic' AND child.milestone_id IS NOT NULL
      AND ${visibleInTree(viewer, rootId, 'child')} LIMIT 1) IS TRUE)`;
}

/**
 * The ids of all epics of a tree in which the viewer sees no milestone; may include epics they cannot see. `unplanned_epics` holds
 * the result for epics without any milestone and for viewers whose role guarantees that they see one; other epics and recent changes
 * are checked individually. Null if nothing is precomputed for the viewer.
 */
export function unplannedFor(viewer: Viewer, rootId: NamespaceId): RawBuilder<unknown> | null {
  const seen = certainAudience(viewer, rootId);
  if (seen === 0) return null;
  // No check is needed if the viewer's role in the tree or in the epic's own group guarantees that they see a milestone.
  const unsure = sql`SELECT e.work_item_id FROM unplanned_epics e
    WHERE e.audience >= ${seen} AND e.audience < ${audiences.administrators} AND ${livesIn('e', visibleNamespaces(viewer, 'home'))}
      AND NOT (e.near_audience < ${audiences.members} AND ${livesIn('e', namespacesWithRole(viewer, 'guest', 'home'))})
      AND NOT (e.near_audience < ${audiences.insiders} AND ${livesIn('e', insiderNamespaces(viewer, 'home'))})`;
  const changed = sql`SELECT DISTINCT q.work_item_id FROM unplanned_epics_waiting q`;
  // While a change of visibility is under way in the tree, which is rare, none of its epics is known.
  const unknown =
    seen < audiences.members
      ? sql`UNION ALL SELECT e.id FROM work_items e WHERE e.root_id = ${rootId} AND e.type = 'epic' AND EXISTS (
          SELECT FROM audience_moves m JOIN namespaces moved ON moved.id = m.namespace_id WHERE moved.root_id = ${rootId})`
      : sql``;
  const candidates = seen === audiences.administrators ? changed : sql`${unsure} UNION ALL ${changed} ${unknown}`;
  return sql`
    SELECT e.work_item_id FROM unplanned_epics e WHERE e.audience = ${audiences.administrators}
      AND (e.work_item_id IN (${changed})) IS NOT TRUE
    UNION ALL
    SELECT candidates.work_item_id FROM (${candidates}) AS candidates WHERE NOT ${seesMilestone(viewer, rootId, sql`candidates.work_item_id`)}`;
}

/**
 * Recomputes what is stored about one batch of changed epics, of `limit` changes; returns the number of changes processed. The batch
 * has one snapshot: later changes stay pending. Until it ends, the dates of the milestones concerned do not change: a change that the snapshot does not contain
 * might not know of these epics either. While one is changing, nothing is processed.
 */
export async function settleUnplannedEpics(db: Db, limit = MAX_SETTLED): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${SETTLING}) AS held`.execute(
      trx,
    );
    if (!locks[0]?.held) return 0;
    const { rows: waiting } = await sql<{ id: number; workItemId: WorkItemId }>`
      SELECT id, work_item_id FROM unplanned_epics_waiting ORDER BY id LIMIT ${limit}`.execute(trx);
    if (waiting.length === 0) return 0;
    const epics = [...new Set(waiting.map(({ workItemId }) => workItemId))];
    const { rows: milestones } = await sql<{ isLocked: boolean }>`
      WITH dated AS MATERIALIZED (
        SELECT DISTINCT child.milestone_id AS id FROM work_items child
        WHERE child.parent_id = ANY(${epics}::bigint[]) AND child.type <> 'epic' AND child.milestone_id IS NOT NULL
      ),
      locked AS MATERIALIZED (SELECT m.id FROM milestones m WHERE m.id IN (SELECT id FROM dated) FOR SHARE SKIP LOCKED)
      SELECT dated.id IN (SELECT id FROM locked) AS is_locked FROM dated`.execute(trx);
    if (milestones.some(({ isLocked }) => !isLocked)) return 0;
    await sql`
      WITH taken AS (
        DELETE FROM unplanned_epics_waiting WHERE id = ANY(${waiting.map(({ id }) => id)}::bigint[]) RETURNING work_item_id
      ),
      found AS MATERIALIZED (SELECT * FROM unplanned_among(${epics}::bigint[]) AS found WHERE audience > 0),
      noted AS (
        INSERT INTO unplanned_epics SELECT * FROM found
        ON CONFLICT (work_item_id) DO UPDATE
        SET namespace_id = excluded.namespace_id, audience = excluded.audience, near_audience = excluded.near_audience
      ),
      forgotten AS (
        DELETE FROM unplanned_epics WHERE work_item_id = ANY(${epics}::bigint[]) AND work_item_id NOT IN (SELECT work_item_id FROM found)
      ),
      latest AS MATERIALIZED (SELECT * FROM latest_milestones_among(${epics}::bigint[])),
      dated AS (
        INSERT INTO latest_milestones SELECT * FROM latest
        ON CONFLICT (work_item_id) DO UPDATE
        SET milestone_id = excluded.milestone_id, namespace_id = excluded.namespace_id, has_withheld = excluded.has_withheld
        WHERE latest_milestones IS DISTINCT FROM excluded
      )
      DELETE FROM latest_milestones WHERE work_item_id = ANY(${epics}::bigint[]) AND work_item_id NOT IN (SELECT work_item_id FROM latest)`.execute(
      trx,
    );
    return waiting.length;
  });
}
