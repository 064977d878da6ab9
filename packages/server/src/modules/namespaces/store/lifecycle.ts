import type { NamespaceId } from '@milepost/core/ids';
import type { Visibility } from '@milepost/core/roles';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { namespacesBelow } from '../policy.ts';
import type { Namespace } from '../store.ts';
import { redirectFrom, saveNamespace, unlessTaken } from './writing.ts';

/** Moves a namespace and everything below it to another parent, or to the top. Throws ValidationError when the path is taken. */
export async function moveTree(trx: Db, before: Namespace, parent: Namespace | null): Promise<Namespace> {
  const above = parent?.scope.traversalIds ?? [];
  const fullPath = parent ? `${parent.fullPath}/${before.path}` : before.path;
  const fullName = parent ? `${parent.fullName} / ${before.name}` : before.name;
  const depth = before.scope.traversalIds.length;
  return unlessTaken(async () => {
    await sql`
      UPDATE namespaces n SET
        traversal_ids = ${above}::bigint[] || n.traversal_ids[${depth}::int:],
        full_path = ${fullPath} || substr(n.full_path, ${before.fullPath.length + 1}::int),
        full_name = ${fullName} || substr(n.full_name, char_length(${before.fullName}) + 1)
      WHERE ${namespacesBelow(before.scope.traversalIds)}`.execute(trx);
    const after = await saveNamespace(trx, before.id, { parentId: parent?.id ?? null });
    await redirectFrom(trx, before, after);
    return after;
  });
}

/** The number of levels from this namespace to the deepest one below it, itself included. */
export async function levelsOf(db: Db, { scope }: Namespace): Promise<number> {
  const { rows } = await sql<{ deepest: number }>`
    SELECT max(cardinality(n.traversal_ids)) AS deepest FROM namespaces n
    WHERE ${namespacesBelow(scope.traversalIds)}`.execute(db);
  return (rows[0]?.deepest ?? 0) - scope.traversalIds.length + 1;
}

/** Hides a namespace with its descendants and makes them read-only. Descendants that were deleted before stay unchanged. */
export async function saveDeleted(trx: Db, namespace: Namespace): Promise<void> {
  await sql`
    UPDATE namespaces n SET deleted_at = now(), archived_at = coalesce(n.archived_at, now())
    WHERE ${namespacesBelow(namespace.scope.traversalIds)} AND n.deleted_at IS NULL`.execute(trx);
  await saveNamespace(trx, namespace.id, { pathBeforeDeletion: namespace.path });
}

/** Restores a namespace and the descendants deleted with it, archived if they were before or if the parent is now. */
export async function saveRestored(trx: Db, namespace: Namespace): Promise<void> {
  await sql`
    UPDATE namespaces n SET deleted_at = NULL, archived_at = coalesce(nullif(n.archived_at, root.deleted_at), root.archived_above)
    FROM (
      SELECT one.deleted_at, parent.archived_at AS archived_above
      FROM namespaces one LEFT JOIN namespaces parent ON parent.id = one.parent_id WHERE one.id = ${namespace.id}
    ) AS root
    WHERE ${namespacesBelow(namespace.scope.traversalIds)} AND n.deleted_at = root.deleted_at`.execute(trx);
  await saveNamespace(trx, namespace.id, { pathBeforeDeletion: null });
}

/** The topmost namespaces that were deleted more than `days` days ago; their descendants are removed with them. */
export async function expiredNamespaces(db: Db, days: number): Promise<NamespaceId[]> {
  const { rows } = await sql<{ id: NamespaceId }>`
    SELECT n.id FROM namespaces n LEFT JOIN namespaces parent ON parent.id = n.parent_id
    WHERE n.deleted_at < now() - make_interval(days => ${days}) AND parent.deleted_at IS DISTINCT FROM n.deleted_at
    ORDER BY n.deleted_at, n.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lowers the visibility of descendants that exceed this one. */
export async function lowerVisibilityBelow(trx: Db, { scope, id }: Namespace, visibility: Visibility): Promise<void> {
  const more = visibility === 'private' ? ['internal', 'public'] : ['public'];
  await sql`
    UPDATE namespaces n SET visibility = ${visibility}, updated_at = now()
    WHERE ${namespacesBelow(scope.traversalIds)} AND n.id <> ${id} AND n.visibility = ANY(${more}::text[])`.execute(
    trx,
  );
}

/** The namespace that had this full path before, in any case; null for none. */
export async function redirectAt(db: Db, fullPath: string): Promise<{ id: NamespaceId } | null> {
  const { rows } = await sql<{ id: NamespaceId }>`
    SELECT namespace_id AS id FROM namespace_redirects WHERE lower(path) = lower(${fullPath})`.execute(db);
  return rows[0] ?? null;
}
