import type { NamespaceId, UserId } from '@milepost/core/ids';
import type { Viewer } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { readCursor } from '../../platform/cursors.ts';
import type { Db } from '../../platform/database/tables.ts';
import { containing } from '../../platform/database/violations.ts';
import type { Slice } from '../../platform/cursors.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { namespacesBelow, visibleNamespaces } from '../namespaces/policy.ts';
import type { Namespace } from '../namespaces/store.ts';
import { userColumns, type User } from '../users/store.ts';
import type { NamespaceKind } from '../namespaces/table.ts';

/** A member, with the namespace of the membership. */
export interface Member {
  user: User;
  /** The namespace of the membership: this one, or an ancestor or descendant in combined lists. */
  namespaceId: NamespaceId;
  /** The group that the role comes from where the namespace is shared with it; null for a membership of one's own. */
  groupId: NamespaceId | null;
  kind: NamespaceKind;
  accessLevel: number;
  createdById: UserId | null;
  /** The first day on which it is no longer valid. */
  expiresAt: string | null;
  createdAt: Date;
}

/** The memberships of a list: direct, inherited, of visible descendants, by a share of this namespace, or of one above. */
export type Relation = 'direct' | 'inherited' | 'descendants' | 'shared' | 'sharedAbove';

export interface MemberFilter {
  relations: readonly Relation[];
  /** Part of a name or username. */
  search?: string;
  /** Whether `search` also finds parts of e-mail addresses. */
  searchesEmails?: boolean;
  userIds?: readonly UserId[];
  skipUserIds?: readonly UserId[];
  levels?: readonly number[];
  isActive?: boolean;
  /** Leaves out the accounts of access tokens. */
  withoutBots?: boolean;
}

type MemberRow = User & {
  memberNamespaceId: NamespaceId;
  memberGroupId: NamespaceId | null;
  memberKind: NamespaceKind;
  memberAccessLevel: number;
  memberCreatedById: UserId | null;
  memberExpiresAt: string | null;
  memberCreatedAt: Date;
};

function memberOf(row: MemberRow): Member {
  const {
    memberNamespaceId,
    memberGroupId,
    memberKind,
    memberAccessLevel,
    memberCreatedById,
    memberExpiresAt,
    memberCreatedAt,
    ...user
  } = row;
  return {
    user,
    namespaceId: memberNamespaceId,
    groupId: memberGroupId,
    kind: memberKind,
    accessLevel: memberAccessLevel,
    createdById: memberCreatedById,
    expiresAt: memberExpiresAt,
    createdAt: memberCreatedAt,
  };
}

const columns = sql`${sql.join(userColumns.map((column) => sql.ref(`u.${column}`)))},
  held.namespace_id AS member_namespace_id, held.group_id AS member_group_id, held.kind AS member_kind, held.access_level AS member_access_level,
  held.created_by_id AS member_created_by_id, held.expires_at AS member_expires_at, held.created_at AS member_created_at`;

/** One page of members by name, each person once with their highest role, and the total number. */
export async function listMembers(
  db: Db,
  viewer: Viewer,
  namespace: Namespace,
  filter: MemberFilter,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
): Promise<{ members: Member[]; total: number }> {
  const { rows } = await sql<MemberRow>`
    WITH held AS (${held(viewer, namespace, filter)})
    SELECT ${columns} FROM held JOIN users u ON u.id = held.user_id WHERE ${matching(filter)}
    ORDER BY lower(u.name), u.id LIMIT ${page.perPage} OFFSET ${page.offset}`.execute(db);
  return { members: rows.map(memberOf), total: await countMembers(db, viewer, namespace, filter) };
}

export async function countMembers(
  db: Db,
  viewer: Viewer,
  namespace: Namespace,
  filter: MemberFilter,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    WITH held AS (${held(viewer, namespace, filter)})
    SELECT count(*) AS total FROM held JOIN users u ON u.id = held.user_id WHERE ${matching(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A slice of the same list after a cursor (name and user id); one more than requested. */
export async function membersInOrder(
  db: Db,
  viewer: Viewer,
  namespace: Namespace,
  filter: MemberFilter,
  slice: Slice,
): Promise<Member[]> {
  const direction = slice.isBackward ? sql`DESC` : sql`ASC`;
  const comparison = slice.isBackward ? sql`<` : sql`>`;
  const [name, id] = slice.cursor ? readCursor(slice.cursor, 'text', 'bigint') : [];
  const after =
    id === undefined ? sql`` : sql`AND (lower(u.name), u.id) ${comparison} (lower(${name}::text), ${id}::bigint)`;
  const { rows } = await sql<MemberRow>`
    WITH held AS (${held(viewer, namespace, filter)})
    SELECT ${columns} FROM held JOIN users u ON u.id = held.user_id WHERE ${matching(filter)} ${after}
    ORDER BY lower(u.name) ${direction}, u.id ${direction} LIMIT ${slice.limit + 1}`.execute(db);
  return rows.map(memberOf);
}

/** A slice of a person's memberships in groups or in projects that the viewer may see, by id. */
export async function membershipsOf(
  db: Db,
  viewer: Viewer,
  { userId, kind }: { userId: UserId; kind: NamespaceKind },
  slice: Slice,
): Promise<Member[]> {
  const direction = slice.isBackward ? sql`DESC` : sql`ASC`;
  const [from] = slice.cursor ? readCursor(slice.cursor, 'bigint') : [];
  const after =
    from === undefined ? sql`` : sql`AND held.namespace_id ${slice.isBackward ? sql`<` : sql`>`} ${from}::bigint`;
  const { rows } = await sql<MemberRow>`
    WITH held AS (
      SELECT m.*, n.kind FROM memberships m JOIN namespaces n ON n.id = m.namespace_id
      WHERE m.user_id = ${userId} AND m.group_id IS NULL AND n.kind = ${kind} AND ${visibleNamespaces(viewer)}
    )
    SELECT ${columns} FROM held JOIN users u ON u.id = held.user_id WHERE true ${after}
    ORDER BY held.namespace_id ${direction} LIMIT ${slice.limit + 1}`.execute(db);
  return rows.map(memberOf);
}

/** Suggested people for a prefix; exact usernames come first. */
export async function suggestedMembers(
  db: Db,
  viewer: Viewer,
  namespace: Namespace,
  filter: MemberFilter,
  limit: number,
): Promise<User[]> {
  const exactly = (filter.search ?? '').toLowerCase();
  const { rows } = await sql<MemberRow>`
    WITH held AS (${held(viewer, namespace, filter)})
    SELECT ${columns} FROM held JOIN users u ON u.id = held.user_id WHERE ${matching({ ...filter, withoutBots: true })}
    ORDER BY lower(u.username) = ${exactly} DESC, (starts_with(lower(u.username), ${exactly}) OR starts_with(lower(u.name), ${exactly})) DESC,
      lower(u.name), u.id
    LIMIT ${limit}`.execute(db);
  return rows.map((row) => memberOf(row).user);
}

function held(viewer: Viewer, namespace: Namespace, filter: MemberFilter): RawBuilder<unknown> {
  return sql`
    SELECT DISTINCT ON (m.user_id) m.*, source.kind FROM memberships m JOIN namespaces source ON source.id = m.namespace_id
    WHERE ${withinAny(viewer, namespace, filter.relations)}
    ORDER BY m.user_id, m.access_level DESC, m.group_id NULLS FIRST, cardinality(source.traversal_ids) DESC`;
}

/** The memberships (alias `m`) of these relations. */
export function withinAny(viewer: Viewer, namespace: Namespace, relations: readonly Relation[]): RawBuilder<SqlBool> {
  const conditions = relations.map((relation) => within(viewer, namespace, relation));
  return sql<SqlBool>`(${sql.join([sql<SqlBool>`false`, ...conditions], sql` OR `)})`;
}

function within(viewer: Viewer, { id, scope }: Namespace, relation: Relation): RawBuilder<SqlBool> {
  switch (relation) {
    case 'direct':
      return sql`(m.namespace_id = ${id} AND m.group_id IS NULL)`;
    case 'inherited':
      return sql`(m.namespace_id = ANY(${scope.traversalIds.slice(0, -1)}::bigint[]) AND m.group_id IS NULL)`;
    case 'shared':
      return sql`(m.namespace_id = ${id} AND m.group_id IS NOT NULL)`;
    case 'sharedAbove':
      return sql`(m.namespace_id = ANY(${scope.traversalIds.slice(0, -1)}::bigint[]) AND m.group_id IS NOT NULL)`;
    default:
      return sql`(m.group_id IS NULL AND m.namespace_id = ANY(ARRAY(SELECT n.id FROM namespaces n
        WHERE ${namespacesBelow(scope.traversalIds)} AND n.id <> ${id} AND ${visibleNamespaces(viewer)})))`;
  }
}

function matching(filter: MemberFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`];
  const add = (condition: RawBuilder<SqlBool>) => void conditions.push(condition);
  if (filter.search) {
    const pattern = containing(filter.search.trim());
    const inEmail = filter.searchesEmails ? sql` OR u.email ILIKE ${pattern}` : sql``;
    add(sql`(u.name ILIKE ${pattern} OR u.username ILIKE ${pattern}${inEmail})`);
  }
  if (filter.userIds) add(sql`u.id = ANY(${filter.userIds}::bigint[])`);
  if (filter.skipUserIds) add(sql`u.id <> ALL(${filter.skipUserIds}::bigint[])`);
  if (filter.levels) add(sql`held.access_level = ANY(${filter.levels}::int[])`);
  if (filter.withoutBots) add(sql`(NOT u.is_bot OR u.is_service_account)`);
  if (filter.isActive) add(sql`u.state = 'active'`);
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

/** The highest access level of each of these people here, from any source; people without one are left out. */
export async function levelsOf(db: Db, namespace: Namespace, userIds: readonly UserId[]): Promise<Map<UserId, number>> {
  const { rows } = await sql<{ userId: UserId; level: number }>`
    SELECT m.user_id, max(m.access_level)::int AS level FROM memberships m
    WHERE m.namespace_id = ANY(${namespace.scope.traversalIds}::bigint[]) AND m.user_id = ANY(${userIds}::bigint[])
    GROUP BY m.user_id`.execute(db);
  return new Map(rows.map((row) => [row.userId, row.level]));
}
