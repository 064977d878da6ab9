import type { NamespaceId } from '@milepost/core/ids';
import type { Role, Viewer, Visibility } from '@milepost/core/roles';
import type { Feature } from '@milepost/core/settings/features';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import { readCursor } from '../../../platform/cursors.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { containing } from '../../../platform/database/violations.ts';
import type { Slice } from '../../../platform/cursors.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import { hasFeatureIn, namespacesBelow, namespacesWithRole, visibleNamespaces } from '../policy.ts';
import { namespaceOf, type Namespace, type NamespaceRow } from '../store.ts';
import type { NamespaceKind } from '../table.ts';

/** Filters of a list of groups or projects; an omitted filter matches everything. Only visible ones are ever listed. */
export interface NamespaceFilter {
  kind?: NamespaceKind;
  /** Part of the name or path. */
  search?: string;
  /** Whether `search` includes the names and paths of ancestors. */
  searchesAbove?: boolean;
  visibility?: Visibility;
  /** Namespaces where the viewer has at least this role. */
  role?: Role;
  isTopLevel?: boolean;
  parentId?: NamespaceId;
  /** Only descendants of the namespace with these `traversalIds`. */
  below?: readonly NamespaceId[];
  /** Excludes the namespace with these `traversalIds` and its descendants. */
  outside?: readonly NamespaceId[];
  isArchived?: boolean;
  /** True: only namespaces that were deleted themselves, not with a group above. False: only those not deleted. */
  isDeleted?: boolean;
  ids?: readonly NamespaceId[];
  skipIds?: readonly NamespaceId[];
  /** In lower case. */
  fullPaths?: readonly string[];
  /** Only namespaces where this feature is on. */
  feature?: Feature | undefined;
  idAfter?: NamespaceId | undefined;
  idBefore?: NamespaceId | undefined;
  updatedAfter?: Date | undefined;
  updatedBefore?: Date | undefined;
}

export const namespaceOrders = ['name', 'path', 'id', 'created_at', 'updated_at'] as const;
export interface NamespaceOrder {
  by: (typeof namespaceOrders)[number];
  descending: boolean;
}

/** `full_path`: each namespace is followed by those below it. */
type PagedBy = NamespaceOrder['by'] | 'full_path';

const sortKeys: Readonly<Record<PagedBy, RawBuilder<unknown>>> = {
  name: sql`lower(n.name)`,
  path: sql`lower(n.path)`,
  full_path: sql`string_to_array(lower(n.full_path), '/')`,
  id: sql`n.id`,
  // Cursors carry milliseconds: finer differences would be lost between two pages.
  created_at: sql`date_trunc('milliseconds', n.created_at)`,
  updated_at: sql`date_trunc('milliseconds', n.updated_at)`,
};

/** One numbered page, and the total number. */
export async function listNamespaces(
  db: Db,
  viewer: Viewer,
  filter: NamespaceFilter,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
  order: { by: PagedBy; descending: boolean } = { by: 'name', descending: false },
): Promise<{ namespaces: Namespace[]; total: number }> {
  const direction = order.descending ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<NamespaceRow>`
    SELECT n.* FROM namespaces n WHERE ${matching(viewer, filter)}
    ORDER BY ${sortKeys[order.by]} ${direction}, n.id ${direction}
    LIMIT ${page.perPage} OFFSET ${page.offset}`.execute(db);
  return { namespaces: rows.map(namespaceOf), total: await countNamespaces(db, viewer, filter) };
}

/** A slice of the list after a cursor; one more than requested, so that the caller sees whether there is more. */
export async function namespacesInOrder(
  db: Db,
  viewer: Viewer,
  filter: NamespaceFilter,
  slice: Slice,
  order: NamespaceOrder = { by: 'name', descending: false },
): Promise<Namespace[]> {
  const key = sortKeys[order.by];
  const descends = order.descending !== slice.isBackward;
  const direction = descends ? sql`DESC` : sql`ASC`;
  const after = slice.cursor
    ? sql`AND (${key}, n.id) ${descends ? sql`<` : sql`>`} (${cursorKey(order, slice.cursor)})`
    : sql``;
  const { rows } = await sql<NamespaceRow>`
    SELECT n.* FROM namespaces n WHERE ${matching(viewer, filter)} ${after}
    ORDER BY ${key} ${direction}, n.id ${direction}
    LIMIT ${slice.limit + 1}`.execute(db);
  return rows.map(namespaceOf);
}

/** The sort key of a row for `namespacesInOrder`. */
export function cursorKeyOf(
  namespace: Namespace,
  order: NamespaceOrder = { by: 'name', descending: false },
): readonly unknown[] {
  const values = {
    name: namespace.name,
    path: namespace.path,
    id: namespace.id,
    created_at: namespace.createdAt.toISOString(),
    updated_at: namespace.updatedAt.toISOString(),
  };
  return [values[order.by], namespace.id];
}

function cursorKey({ by }: NamespaceOrder, cursor: readonly unknown[]): RawBuilder<unknown> {
  if (by === 'name' || by === 'path') {
    const [text, id] = readCursor(cursor, 'text', 'bigint');
    return sql`lower(${text}::text), ${id}::bigint`;
  }
  const type = by === 'id' ? 'bigint' : 'timestamptz';
  const [value, id] = readCursor(cursor, type, 'bigint');
  return sql`${value}::${sql.raw(type)}, ${id}::bigint`;
}

export async function countNamespaces(db: Db, viewer: Viewer, filter: NamespaceFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM namespaces n WHERE ${matching(viewer, filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function matching(viewer: Viewer, filter: NamespaceFilter): RawBuilder<SqlBool> {
  const conditions = [visibleNamespaces(viewer)];
  const add = (condition: RawBuilder<SqlBool>) => void conditions.push(condition);
  if (filter.kind) add(sql`n.kind = ${filter.kind}`);
  if (filter.search) add(searching(filter.search, filter.searchesAbove ?? false));
  if (filter.visibility) add(sql`n.visibility = ${filter.visibility}`);
  if (filter.role) add(namespacesWithRole(viewer, filter.role));
  if (filter.isTopLevel) add(sql`n.parent_id IS NULL`);
  if (filter.parentId !== undefined) add(sql`n.parent_id = ${filter.parentId}`);
  if (filter.below) add(sql`(${namespacesBelow(filter.below)} AND n.id <> ${filter.below.at(-1)})`);
  if (filter.outside) add(sql`NOT ${namespacesBelow(filter.outside)}`);
  if (filter.isArchived !== undefined)
    add(filter.isArchived ? sql`n.archived_at IS NOT NULL` : sql`n.archived_at IS NULL`);
  if (filter.isDeleted !== undefined)
    add(filter.isDeleted ? sql`n.path_before_deletion IS NOT NULL` : sql`n.deleted_at IS NULL`);
  if (filter.ids) add(sql`n.id = ANY(${filter.ids}::bigint[])`);
  if (filter.skipIds && filter.skipIds.length > 0) add(sql`n.id <> ALL(${filter.skipIds}::bigint[])`);
  if (filter.fullPaths) add(sql`lower(n.full_path) = ANY(${filter.fullPaths}::text[])`);
  if (filter.feature) add(hasFeatureIn(filter.feature));
  if (filter.idAfter !== undefined) add(sql`n.id > ${filter.idAfter}`);
  if (filter.idBefore !== undefined) add(sql`n.id < ${filter.idBefore}`);
  if (filter.updatedAfter) add(sql`n.updated_at >= ${filter.updatedAfter}`);
  if (filter.updatedBefore) add(sql`n.updated_at <= ${filter.updatedBefore}`);
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

function searching(text: string, above: boolean): RawBuilder<SqlBool> {
  const pattern = containing(text.trim());
  return above
    ? sql`(n.full_name ILIKE ${pattern} OR n.full_path ILIKE ${pattern})`
    : sql`(n.name ILIKE ${pattern} OR n.path ILIKE ${pattern})`;
}

export interface CountsBelow {
  groups: number;
  projects: number;
}

/** The number of groups and projects below that the viewer may see. */
export const countsBelow = defineLoader<NamespaceId, CountsBelow>('countsBelow', async (ctx, ids) => {
  const { rows } = await sql<CountsBelow & { id: NamespaceId }>`
    SELECT above.id,
      count(n.id) FILTER (WHERE n.kind = 'group') AS groups,
      count(n.id) FILTER (WHERE n.kind = 'project') AS projects
    FROM unnest(${ids}::bigint[]) AS above(id)
    LEFT JOIN namespaces n ON n.traversal_ids @> ARRAY[above.id] AND n.id <> above.id AND ${visibleNamespaces(ctx.viewer)}
    GROUP BY above.id`.execute(ctx.db);
  return new Map(rows.map(({ id, groups, projects }) => [id, { groups, projects }]));
});
