import type { NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import type { NamespaceScope, Visibility } from '@milepost/core/roles';
import type { Feature } from '@milepost/core/settings/features';
import type { WorkItemType } from '@milepost/core/work-items';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { CHANNEL } from '../../platform/live/channel.ts';
import type { GuardedWorkItem } from '../work-items/policy.ts';

/** The data of a work item that decides who may receive its changes. */
export interface LiveItem extends GuardedWorkItem {
  id: WorkItemId;
  ancestorIds: readonly WorkItemId[];
}

/** These work items and their ancestors, without a permission check. */
export async function liveItems(db: Db, ids: readonly WorkItemId[]): Promise<ReadonlyMap<WorkItemId, LiveItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: WorkItemId;
    type: WorkItemType;
    isConfidential: boolean;
    authorId: UserId | null;
    ancestorIds: WorkItemId[];
    confidantIds: UserId[];
    namespaceId: NamespaceId;
    traversalIds: NamespaceId[];
    visibility: Visibility;
    isDeleted: boolean;
    isTransferring: boolean;
    disabledFeatures: Feature[];
    isArchived: boolean;
    isHidden: boolean;
  }>`
    WITH named AS MATERIALIZED (
      SELECT id, ancestor_ids FROM work_items WHERE id = ANY(${ids}::bigint[])
    ), wanted AS (
      SELECT id FROM named UNION SELECT unnest(ancestor_ids) FROM named
    )
    SELECT w.id, w.type, w.is_confidential, w.author_id, w.ancestor_ids, w.namespace_id, n.traversal_ids, n.visibility,
      n.deleted_at IS NOT NULL AS is_deleted, n.disabled_features, n.archived_at IS NOT NULL AS is_archived, n.transfer_started_at IS NOT NULL AS is_transferring, w.is_hidden,
      CASE WHEN w.is_confidential
        THEN ARRAY(SELECT a.user_id FROM work_item_assignees a WHERE a.work_item_id = w.id) ELSE '{}' END AS confidant_ids
    FROM wanted JOIN work_items w USING (id) JOIN namespaces n ON n.id = w.namespace_id`.execute(db);
  return new Map(
    rows.map(({ namespaceId, traversalIds, visibility, isDeleted, isTransferring, disabledFeatures, ...row }) => [
      row.id,
      { ...row, scope: { namespaceId, traversalIds, visibility, isDeleted, isTransferring, disabledFeatures } },
    ]),
  );
}

/** The ancestors of these groups and projects, without a permission check. */
export async function scopesOf(db: Db, ids: readonly NamespaceId[]): Promise<ReadonlyMap<NamespaceId, NamespaceScope>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamespaceScope>`
    SELECT id AS namespace_id, traversal_ids, visibility, deleted_at IS NOT NULL AS is_deleted, disabled_features FROM namespaces WHERE id = ANY(${ids}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map((scope) => [scope.namespaceId, scope]));
}

/** The namespaces of these work items. */
export async function namespacesOfWorkItems(db: Db, ids: readonly WorkItemId[]): Promise<NamespaceId[]> {
  const { rows } = await sql<{ namespaceId: NamespaceId }>`
    SELECT DISTINCT namespace_id FROM work_items WHERE id = ANY(${ids}::bigint[])`.execute(db);
  return rows.map(({ namespaceId }) => namespaceId);
}

/** The latest events that are looked at after a start. */
const RECENT_EVENTS = 2_000;

/**
 * Notifies all pages that anything may have changed where something was changed in the last minutes: a process that ended between a change and
 * its notice did not say so.
 */
export async function notifyOfRecent(db: Db): Promise<void> {
  await sql`
    SELECT pg_notify(${CHANNEL}, json_build_object('many', json_agg(namespace_id))::text) FROM (
      SELECT DISTINCT namespace_id FROM (SELECT * FROM events ORDER BY id DESC LIMIT ${RECENT_EVENTS}) AS latest
      WHERE created_at > now() - interval '2 minutes' AND namespace_id IS NOT NULL LIMIT 500
    ) AS recent HAVING count(*) > 0 AND NOT pg_is_in_recovery()`.execute(db);
}
