import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Policy } from '../../platform/context.ts';
import { insiderNamespaces, isOpen, visibleNamespaces, type InNamespace } from '../namespaces/policy.ts';
import { visibleWorkItems } from '../work-items/policy.ts';

/** Permissions on the snapshots of a group. */
export const snapshotPolicy = {
  read: (viewer, group) => viewer.canSee(group.scope),
  save: (viewer, group) => isOpen(group) && viewer.atLeast('planner', group.scope),
  destroy: (viewer, group) => isOpen(group) && viewer.atLeast('planner', group.scope),
  schedule: (viewer, group) => isOpen(group) && viewer.atLeast('maintainer', group.scope),
} satisfies Policy<InNamespace>;

/**
 * The SQL of who may see an epic of a snapshot: over its present row `w` and namespace `n`, and over `deleted` and its namespace `home` if
 * it was deleted. A deleted epic is named to viewers who could see it when it was deleted, and would still see it.
 */
export function visibleEpics(viewer: Viewer): RawBuilder<SqlBool> {
  return sql<SqlBool>`(CASE WHEN w.id IS NOT NULL THEN ${visibleWorkItems(viewer)} ELSE ${visibleDeleted(viewer)} END)`;
}

function visibleDeleted(viewer: Viewer): RawBuilder<SqlBool> {
  const isThere = sql<SqlBool>`deleted.work_item_id IS NOT NULL`;
  if (viewer.isAdmin) return isThere;
  // What a public link showed at that time is not recorded.
  if (viewer.linkedTo !== null) return sql<SqlBool>`false`;
  const isConfidant = viewer.isSignedIn
    ? sql<SqlBool>`((${insiderNamespaces(viewer, 'home')} AND ${hadRole(viewer, 'insider_since')})
        OR deleted.author_id = ${viewer.id} OR ${viewer.id} = ANY(deleted.confidant_ids))`
    : sql<SqlBool>`false`;
  const wasVisible = viewer.isSignedIn
    ? sql<SqlBool>`(deleted.visibility IN ('public', 'internal') OR ${hadRole(viewer, 'member_since')})`
    : sql<SqlBool>`deleted.visibility = 'public'`;
  // Its author may have been banned since.
  const isBanned = sql<SqlBool>`(deleted.author_id IN (SELECT id FROM users WHERE state = 'banned')) IS TRUE`;
  return sql<SqlBool>`(${isThere} AND NOT deleted.is_hidden AND NOT (${isBanned}) AND ${visibleNamespaces(viewer, 'home')}
    AND ${wasVisible} AND (NOT deleted.is_confidential OR ${isConfidant}))`;
}

/** Whether the viewer has had the role since before the epic was deleted. */
function hadRole({ id }: Viewer, since: 'member_since' | 'insider_since'): RawBuilder<SqlBool> {
  return sql<SqlBool>`EXISTS (SELECT FROM memberships held WHERE held.user_id = ${id}
    AND held.namespace_id = ANY(deleted.traversal_ids) AND ${sql.ref(`held.${since}`)} <= deleted.deleted_at)`;
}

/** The SQL of an epic's id, or null if the viewer may not see it or it was deleted. */
export function seenId(viewer: Viewer, id: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql<
    number | null
  >`(SELECT seen.id FROM work_items seen JOIN namespaces seen_in ON seen_in.id = seen.namespace_id
    WHERE seen.id = ${id} AND ${visibleWorkItems(viewer, 'seen', 'seen_in')})`;
}
