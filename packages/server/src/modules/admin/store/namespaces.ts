import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { containing } from '../../../platform/database/violations.ts';
import type { NamespaceKind } from '../../namespaces/table.ts';

export interface AdministeredNamespace {
  id: NamespaceId;
  fullPath: string;
  name: string;
  visibility: string;
  owner: string | null;
  members: number;
  items: number;
  lastActivityAt: Date;
  archivedAt: Date | null;
  deletedAt: Date | null;
}

/** All groups or projects, also deleted ones that can be restored; one page by path, and the total number. */
export async function administeredNamespaces(
  db: Db,
  kind: NamespaceKind,
  search: string,
  page: { offset: number; perPage: number },
): Promise<{ namespaces: AdministeredNamespace[]; total: number }> {
  const pattern = containing(search);
  const matching = sql`n.kind = ${kind} AND (${search} = '' OR n.full_path ILIKE ${pattern} OR n.name ILIKE ${pattern})`;
  const { rows: namespaces } = await sql<AdministeredNamespace>`
    SELECT n.id, n.full_path, n.name, n.visibility, n.archived_at, n.deleted_at,
      (SELECT u.name FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.namespace_id = ANY(n.traversal_ids) AND m.access_level = 50
        ORDER BY array_position(n.traversal_ids, m.namespace_id) DESC, m.user_id LIMIT 1) AS owner,
      (SELECT count(*)::int FROM members m JOIN users u ON u.id = m.user_id AND NOT u.is_bot WHERE m.namespace_id = n.id) AS members,
      (SELECT count(*)::int FROM work_items w WHERE w.namespace_id = n.id) AS items,
      coalesce((SELECT max(w.updated_at) FROM work_items w WHERE w.namespace_id = n.id), n.updated_at) AS last_activity_at
    FROM namespaces n WHERE ${matching} ORDER BY lower(n.full_path), n.id
    LIMIT ${page.perPage} OFFSET ${page.offset}`.execute(db);
  const counted = await sql<{
    total: number;
  }>`SELECT count(*)::int AS total FROM namespaces n WHERE ${matching}`.execute(db);
  return { namespaces, total: counted.rows[0]?.total ?? 0 };
}
