import type { NamespaceId, UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

/** Which of the first steps are done. */
export interface Steps {
  invited: boolean;
  imported: boolean;
  createdEpic: boolean;
  openedRoadmap: boolean;
}

export interface Checklist {
  steps: Steps;
  /** Without a project no issue can be created. */
  hasProject: boolean;
}

/** The steps for the first top-level group that a user owns; null for any other group, and after dismissal. */
export async function checklistOf(db: Db, userId: UserId, groupId: NamespaceId): Promise<Checklist | null> {
  const { rows } = await sql<Steps & { hasProject: boolean; isDismissed: boolean; isFirst: boolean }>`
    SELECT
      EXISTS (SELECT FROM members WHERE namespace_id = ${groupId} AND user_id <> ${userId})
        OR EXISTS (SELECT FROM invitations WHERE namespace_id = ${groupId}) AS invited,
      EXISTS (SELECT FROM imports WHERE user_id = ${userId} AND state = 'finished') AS imported,
      EXISTS (SELECT FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
        WHERE n.root_id = ${groupId} AND w.type = 'epic') AS created_epic,
      EXISTS (SELECT FROM roadmap_settings WHERE user_id = ${userId})
        OR EXISTS (SELECT FROM checklists WHERE user_id = ${userId} AND roadmap_opened_at IS NOT NULL) AS opened_roadmap,
      EXISTS (SELECT FROM namespaces WHERE root_id = ${groupId} AND kind = 'project' AND deleted_at IS NULL) AS has_project,
      EXISTS (SELECT FROM checklists WHERE user_id = ${userId} AND dismissed_at IS NOT NULL) AS is_dismissed,
      ${groupId}::bigint = (
        SELECT min(n.id) FROM members m JOIN namespaces n ON n.id = m.namespace_id
        WHERE m.user_id = ${userId} AND m.access_level = 50 AND n.kind = 'group' AND n.parent_id IS NULL
          AND n.deleted_at IS NULL) AS is_first`.execute(db);
  const [row] = rows;
  if (!row?.isFirst || row.isDismissed) return null;
  const { invited, imported, createdEpic, openedRoadmap, hasProject } = row;
  return { steps: { invited, imported, createdEpic, openedRoadmap }, hasProject };
}

export async function saveChecklist(
  db: Db,
  userId: UserId,
  change: { dismissedAt: Date } | { roadmapOpenedAt: Date },
): Promise<void> {
  await db
    .insertInto('checklists')
    .values({ userId, ...change })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(change))
    .execute();
}
