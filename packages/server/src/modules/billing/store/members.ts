import type { NamespaceId, UserId } from '@milepost/core/ids';
import { accessLevelOf } from '@milepost/core/roles';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { containing } from '../../../platform/database/violations.ts';
import { lastActivityOf } from '../../members/store/activity.ts';
import { seatedIn } from '../../members/store/seats.ts';
import { namespacesBelow, visibleNamespaces } from '../../namespaces/policy.ts';
import type { NamespaceKind } from '../../namespaces/table.ts';
import type { Viewer } from '@milepost/core/roles';
import { userColumns, type User } from '../../users/store.ts';

export type MembershipType = 'group_member' | 'project_member' | 'group_invite' | 'project_invite';

/** A person who takes a seat. */
export interface BillableMember {
  user: User;
  /** The highest role in the tree. */
  accessLevel: number;
  membershipType: MembershipType;
  /** Whether there is a membership to remove: not for those who are here only through a shared group. */
  isRemovable: boolean;
  /** `YYYY-MM-DD`; null: never. */
  lastActivityOn: string | null;
}

/** The orders of the list, as the published API names them. */
export const seatOrders = {
  access_level_asc: sql`seat_level, lower(u.name), u.id`,
  access_level_desc: sql`seat_level DESC, lower(u.name), u.id`,
  last_joined: sql`seat_joined_at DESC, u.id DESC`,
  oldest_joined: sql`seat_joined_at, u.id`,
  name_asc: sql`lower(u.name), u.id`,
  name_desc: sql`lower(u.name) DESC, u.id DESC`,
  recent_sign_in: sql`u.last_sign_in_at DESC NULLS LAST, u.id`,
  oldest_sign_in: sql`u.last_sign_in_at NULLS FIRST, u.id`,
  last_activity_on_asc: sql`seat_active_on NULLS FIRST, u.id`,
  last_activity_on_desc: sql`seat_active_on DESC NULLS LAST, u.id`,
} satisfies Record<string, RawBuilder<unknown>>;
export type SeatOrder = keyof typeof seatOrders;

export interface SeatFilter {
  /** Part of a name, username or e-mail address. */
  search?: string | undefined;
  userIds?: readonly UserId[];
}

type SeatRow = User & {
  seatLevel: number;
  seatType: MembershipType;
  seatIsDirect: boolean;
  seatActiveOn: string | null;
  seatTotal: number;
};

/** One page of the people with a seat in the tree of a top-level group, and their total number: one statement. */
export async function listBillableMembers(
  db: Db,
  rootId: NamespaceId,
  filter: SeatFilter,
  order: SeatOrder,
  page: { offset: number; perPage: number },
): Promise<{ members: BillableMember[]; total: number }> {
  const { rows } = await sql<SeatRow>`
    WITH seat AS (
      SELECT m.user_id, max(m.access_level) AS seat_level, max(m.created_at) AS seat_joined_at,
        bool_or(m.group_id IS NULL) AS seat_is_direct,
        CASE WHEN bool_or(m.group_id IS NULL AND n.kind = 'group') THEN 'group_member'
          WHEN bool_or(m.group_id IS NULL) THEN 'project_member'
          WHEN bool_or(n.kind = 'group') THEN 'group_invite' ELSE 'project_invite' END AS seat_type
      ${seatedIn(rootId)} AND ${passing(filter)} GROUP BY m.user_id)
    SELECT ${sql.join(userColumns.map((column) => sql.ref(`u.${column}`)))}, seat_level, seat_type, seat_is_direct,
      ${lastActivityOf('u')} AS seat_active_on, count(*) OVER ()::int AS seat_total
    FROM seat JOIN users u ON u.id = seat.user_id
    ORDER BY ${seatOrders[order]} LIMIT ${page.perPage} OFFSET ${page.offset}`.execute(db);
  const total = rows[0]?.seatTotal ?? (page.offset === 0 ? 0 : await countBillableMembers(db, rootId, filter));
  return { members: rows.map(memberOf), total };
}

/** For a page after the last one, which has no row with the total. */
async function countBillableMembers(db: Db, rootId: NamespaceId, filter: SeatFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT m.user_id)::int AS count ${seatedIn(rootId)} AND ${passing(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function passing({ search, userIds }: SeatFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`];
  if (userIds) conditions.push(sql<SqlBool>`u.id = ANY(${userIds}::bigint[])`);
  if (search) {
    const pattern = containing(search);
    conditions.push(sql<SqlBool>`(u.name ILIKE ${pattern} OR u.username ILIKE ${pattern} OR u.email ILIKE ${pattern})`);
  }
  return sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
}

function memberOf(row: SeatRow): BillableMember {
  const { seatLevel, seatType, seatIsDirect, seatActiveOn, seatTotal: _total, ...user } = row;
  return {
    user,
    accessLevel: seatLevel,
    membershipType: seatType,
    isRemovable: seatIsDirect,
    lastActivityOn: seatActiveOn,
  };
}

/** A membership of a person in the tree of a top-level group. */
export interface SeatMembership {
  /** The group or project of a direct membership, or the shared group; null if the viewer cannot see that one. */
  source: { id: NamespaceId; kind: NamespaceKind; fullName: string; fullPath: string } | null;
  /** The group or project that is shared; of a direct membership the source. */
  sharedIn: { fullName: string; fullPath: string };
  accessLevel: number;
  createdAt: Date;
  expiresAt: string | null;
  total: number;
}

interface SeatMembershipRow {
  sourceId: NamespaceId | null;
  sourceKind: NamespaceKind | null;
  sourceFullName: string | null;
  sourceFullPath: string | null;
  fullName: string;
  fullPath: string;
  accessLevel: number;
  createdAt: Date;
  expiresAt: string | null;
  total: number;
}

/** One page of the direct memberships of a person in a tree, or of those through shared groups, by full path. */
export async function seatMemberships(
  db: Db,
  viewer: Viewer,
  of: { rootId: NamespaceId; userId: UserId; areDirect: boolean },
  page: { offset: number; perPage: number },
): Promise<{ memberships: SeatMembership[]; total: number }> {
  const shared = of.areDirect ? sql`m.group_id IS NULL` : sql`m.group_id IS NOT NULL`;
  const { rows } = await sql<SeatMembershipRow>`
    SELECT s.id AS source_id, s.kind AS source_kind, s.full_name AS source_full_name, s.full_path AS source_full_path,
      held.full_name, held.full_path, held.access_level, held.created_at, held.expires_at, count(*) OVER ()::int AS total
    FROM (
      -- The members of groups above a shared group come with it: the highest of these roles holds.
      SELECT DISTINCT ON (m.namespace_id, m.group_id) m.*, n.full_name, n.full_path
      FROM memberships m JOIN namespaces n ON n.id = m.namespace_id
      WHERE ${namespacesBelow([of.rootId])} AND m.user_id = ${of.userId} AND ${shared}
      ORDER BY m.namespace_id, m.group_id, m.access_level DESC, m.expires_at DESC NULLS FIRST) held
    LEFT JOIN namespaces s ON s.id = coalesce(held.group_id, held.namespace_id) AND ${visibleNamespaces(viewer, 's')}
    ORDER BY lower(held.full_path), held.namespace_id, held.group_id
    LIMIT ${page.perPage} OFFSET ${page.offset}`.execute(db);
  return { memberships: rows.map(membershipOf), total: rows[0]?.total ?? 0 };
}

function membershipOf(row: SeatMembershipRow): SeatMembership {
  const { sourceId, sourceKind, sourceFullName, sourceFullPath, fullName, fullPath, ...rest } = row;
  const source =
    sourceId !== null && sourceKind !== null && sourceFullName !== null && sourceFullPath !== null
      ? { id: sourceId, kind: sourceKind, fullName: sourceFullName, fullPath: sourceFullPath }
      : null;
  return { ...rest, source, sharedIn: { fullName, fullPath } };
}

/** Deletes every direct membership of a person in a tree; returns where they were. */
export async function deleteMembershipsIn(trx: Db, rootId: NamespaceId, userId: UserId): Promise<NamespaceId[]> {
  const { rows } = await sql<{ namespaceId: NamespaceId }>`
    DELETE FROM members m USING namespaces n
    WHERE n.id = m.namespace_id AND ${namespacesBelow([rootId])} AND m.user_id = ${userId}
    RETURNING m.namespace_id`.execute(trx);
  return rows.map(({ namespaceId }) => namespaceId);
}

/** Whether a group of the tree has no other owner, from above included, than this person. */
export async function isLastOwnerIn(db: Db, rootId: NamespaceId, userId: UserId): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM members own JOIN namespaces n ON n.id = own.namespace_id
    WHERE ${namespacesBelow([rootId])} AND n.kind = 'group' AND own.user_id = ${userId}
      AND own.access_level = ${accessLevelOf.owner} AND own.expires_at IS NULL
      AND NOT EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.namespace_id = ANY(n.traversal_ids) AND m.access_level = ${accessLevelOf.owner} AND m.expires_at IS NULL
          AND m.user_id <> ${userId} AND u.state = 'active' AND NOT u.is_bot)
    LIMIT 1`.execute(db);
  return rows.length > 0;
}
