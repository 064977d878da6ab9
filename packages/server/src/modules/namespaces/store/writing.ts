import { ValidationError } from '@milepost/core/errors';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { Visibility } from '@milepost/core/roles';
import { sql, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { violatedUniqueness } from '../../../platform/database/violations.ts';
import { namespacesBelow } from '../policy.ts';
import { namespaceOf, type Namespace, type NamespaceRow } from '../store.ts';
import type { NamespaceKind, NamespaceTable } from '../table.ts';

export interface NamespaceToInsert {
  kind: NamespaceKind;
  parent: Namespace | null;
  path: string;
  name: string;
  description: string;
  descriptionHtml: string;
  visibility: Visibility;
  creatorId: UserId | null;
}

/**
 * Locks a tree of groups until the transaction ends: shared (others may add to it) or exclusive, to change paths. Otherwise a
 * namespace added meanwhile would keep the old path.
 */
export async function lockTree(trx: Db, rootId: NamespaceId, mode: 'shared' | 'alone'): Promise<void> {
  const key = sql`hashtextextended(${`namespaces:${rootId}`}, 0)`;
  await (
    mode === 'alone' ? sql`SELECT pg_advisory_xact_lock(${key})` : sql`SELECT pg_advisory_xact_lock_shared(${key})`
  ).execute(trx);
}

/** Locks trees exclusively, in the order of ids, so that two transfers do not wait for each other. */
export async function lockTrees(trx: Db, rootIds: readonly NamespaceId[]): Promise<void> {
  const ordered = [...new Set(rootIds)].toSorted((one, other) => one - other);
  for (const rootId of ordered) await lockTree(trx, rootId, 'alone');
}

/** Throws ValidationError when the path is taken. */
export async function insertNamespace(trx: Db, { parent, ...wanted }: NamespaceToInsert): Promise<Namespace> {
  const above = parent?.scope.traversalIds ?? [];
  return unlessTaken(async () => {
    const { rows } = await sql<NamespaceRow>`
      WITH next AS (SELECT nextval(pg_get_serial_sequence('namespaces', 'id')) AS id)
      INSERT INTO namespaces (id, kind, parent_id, traversal_ids, path, full_path, name, full_name, description, description_html, visibility, creator_id)
      SELECT id, ${wanted.kind}, ${parent?.id ?? null}::bigint, ${above}::bigint[] || id,
        ${wanted.path}, ${parent ? `${parent.fullPath}/${wanted.path}` : wanted.path},
        ${wanted.name}, ${parent ? `${parent.fullName} / ${wanted.name}` : wanted.name},
        ${wanted.description}, ${wanted.descriptionHtml}, ${wanted.visibility}, ${wanted.creatorId}::bigint
      FROM next RETURNING *`.execute(trx);
    return namespaceOf(rows[0] as NamespaceRow);
  });
}

/** Changes the row; `renameTree` changes names and paths. */
export async function saveNamespace(trx: Db, id: NamespaceId, changes: Updateable<NamespaceTable>): Promise<Namespace> {
  const row = await trx
    .updateTable('namespaces')
    .set({ ...changes, updatedAt: sql<Date>`now()`, lockVersion: sql<number>`lock_version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return namespaceOf(row);
}

/** Changes path and name of a namespace, and the full paths and names of everything below it. */
export async function renameTree(trx: Db, before: Namespace, to: { path: string; name: string }): Promise<Namespace> {
  const fullPath = before.fullPath.slice(0, before.fullPath.length - before.path.length) + to.path;
  const fullName = before.fullName.slice(0, before.fullName.length - before.name.length) + to.name;
  return unlessTaken(async () => {
    await sql`
      UPDATE namespaces n SET
        full_path = ${fullPath} || substr(n.full_path, ${before.fullPath.length + 1}::int),
        full_name = ${fullName} || substr(n.full_name, char_length(${before.fullName}) + 1)
      WHERE ${namespacesBelow(before.scope.traversalIds)}`.execute(trx);
    const after = await saveNamespace(trx, before.id, to);
    await redirectFrom(trx, before, after);
    return after;
  });
}

/** Stores redirects from the former full paths of a namespace and its descendants. */
export async function redirectFrom(trx: Db, before: Namespace, after: Namespace): Promise<void> {
  if (before.fullPath.toLowerCase() === after.fullPath.toLowerCase()) return;
  await sql`
    INSERT INTO namespace_redirects (path, namespace_id) VALUES (${before.fullPath}, ${before.id})
    ON CONFLICT (lower(path)) DO UPDATE SET namespace_id = excluded.namespace_id`.execute(trx);
}

/** Whether any child of this kind is more visible than this. */
export async function hasMoreVisibleChild(
  trx: Db,
  id: NamespaceId,
  kind: NamespaceKind,
  visibility: Visibility,
): Promise<boolean> {
  const more = visibility === 'public' ? [] : visibility === 'internal' ? ['public'] : ['public', 'internal'];
  const found = await trx
    .selectFrom('namespaces')
    .select('id')
    .where('parentId', '=', id)
    .where('kind', '=', kind)
    .where(sql<boolean>`visibility = ANY(${more}::text[])`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Archives a namespace and its descendants that are not archived yet, or unarchives those that were archived together. Namespaces
 * deleted meanwhile stay archived until they are restored.
 */
export async function saveArchived(trx: Db, namespace: Namespace, isArchived: boolean): Promise<void> {
  const below = namespacesBelow(namespace.scope.traversalIds);
  await (
    isArchived
      ? sql`UPDATE namespaces n SET archived_at = now() WHERE ${below} AND n.archived_at IS NULL`
      : sql`UPDATE namespaces n SET archived_at = n.deleted_at WHERE ${below}
        AND n.archived_at = (SELECT archived_at FROM namespaces WHERE id = ${namespace.id})`
  ).execute(trx);
}

/** Deletes a namespace with its descendants and contents. */
export async function deleteNamespaceRow(trx: Db, id: NamespaceId): Promise<void> {
  await trx.deleteFrom('namespaces').where('id', '=', id).execute();
}

/** Runs a write that sets a path. Throws ValidationError when the path is taken. */
export async function unlessTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    const constraint = violatedUniqueness(error);
    // The second statement checks for a user of that name.
    if (constraint === 'namespaces_full_path_is_unique' || constraint === 'taken_names_pkey') {
      throw new ValidationError({ path: ['has already been taken'] });
    }
    throw error;
  }
}
