import type { NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Selectable } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { visibleNamespaces } from '../../namespaces/policy.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { todayInSql } from '../../users/store/tokens.ts';
import type { GroupShareTable } from '../table.ts';

export type GroupShare = Selectable<GroupShareTable>;

/** The share of a namespace with a group, expired or not. */
export async function shareOf(db: Db, namespaceId: NamespaceId, groupId: NamespaceId): Promise<GroupShare | null> {
  const row = await db
    .selectFrom('groupShares')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .where('groupId', '=', groupId)
    .executeTakeFirst();
  return row ?? null;
}

/** Writes a share, replacing an expired one. */
export async function saveShare(
  trx: Db,
  share: Pick<GroupShare, 'namespaceId' | 'groupId' | 'accessLevel' | 'createdById' | 'expiresAt'>,
): Promise<void> {
  const { accessLevel, expiresAt } = share;
  await trx
    .insertInto('groupShares')
    .values(share)
    .onConflict((conflict) => conflict.columns(['namespaceId', 'groupId']).doUpdateSet({ accessLevel, expiresAt }))
    .execute();
}

export async function deleteShare(trx: Db, namespaceId: NamespaceId, groupId: NamespaceId): Promise<void> {
  await trx.deleteFrom('groupShares').where('namespaceId', '=', namespaceId).where('groupId', '=', groupId).execute();
}

/** The unexpired shares of each namespace, oldest first: one statement for a page of namespaces. */
export const sharesOfNamespace = defineLoader<NamespaceId, GroupShare[]>('sharesOfNamespace', async (ctx, ids) => {
  const { rows } = await sql<GroupShare>`
    SELECT s.* FROM group_shares s
    WHERE s.namespace_id = ANY(${ids}::bigint[]) AND (s.expires_at IS NULL OR s.expires_at > ${todayInSql})
    ORDER BY s.created_at, s.group_id`.execute(ctx.db);
  const shares = new Map<NamespaceId, GroupShare[]>(ids.map((id) => [id, []]));
  for (const row of rows) shares.get(row.namespaceId)?.push(row);
  return shares;
});

/** The unexpired shares of each namespace with groups that the viewer can see, in the shape of the REST API. */
export const sharesShown = defineLoader<NamespaceId, readonly object[]>('sharesShown', async (ctx, ids) => {
  const { rows } = await sql<GroupShare & { groupName: string; groupFullPath: string }>`
    SELECT s.*, n.name AS group_name, n.full_path AS group_full_path
    FROM group_shares s JOIN namespaces n ON n.id = s.group_id
    WHERE s.namespace_id = ANY(${ids}::bigint[]) AND (s.expires_at IS NULL OR s.expires_at > ${todayInSql})
      AND ${visibleNamespaces(ctx.viewer)}
    ORDER BY s.created_at, s.group_id`.execute(ctx.db);
  const shown = new Map<NamespaceId, object[]>(ids.map((id) => [id, []]));
  for (const row of rows)
    shown.get(row.namespaceId)?.push({
      group_id: row.groupId,
      group_name: row.groupName,
      group_full_path: row.groupFullPath,
      group_access_level: row.accessLevel,
      expires_at: row.expiresAt,
    });
  return shown;
});

/** How many people a share concerns, and how many of them lose access to the namespace when it is deleted. */
export interface SharePeople {
  groupId: NamespaceId;
  people: number;
  losing: number;
}

/** The numbers of people of each share of a namespace, by shared group. */
export async function peopleOfShares(db: Db, { id, scope }: Namespace): Promise<Map<NamespaceId, SharePeople>> {
  const { rows } = await sql<SharePeople>`
    WITH held AS (
      SELECT DISTINCT m.user_id, m.namespace_id, m.group_id FROM memberships m
      WHERE m.namespace_id = ANY(${scope.traversalIds}::bigint[]))
    SELECT own.group_id, count(*)::int AS people,
      count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM held other WHERE other.user_id = own.user_id
          AND (other.namespace_id, other.group_id) IS DISTINCT FROM (own.namespace_id, own.group_id)))::int AS losing
    FROM held own WHERE own.namespace_id = ${id} AND own.group_id IS NOT NULL
    GROUP BY own.group_id`.execute(db);
  return new Map(rows.map((row) => [row.groupId, row]));
}

/** One of the sources of a person's role. */
export interface RoleSource {
  userId: UserId;
  namespaceId: NamespaceId;
  groupId: NamespaceId | null;
  accessLevel: number;
  expiresAt: string | null;
}

/** Every source of these people's roles in a namespace, the highest role first. */
export async function sourcesOf(db: Db, { scope }: Namespace, userIds: readonly UserId[]): Promise<RoleSource[]> {
  const { rows } = await sql<RoleSource>`
    SELECT DISTINCT ON (m.user_id, m.access_level, m.namespace_id, m.group_id)
      m.user_id, m.namespace_id, m.group_id, m.access_level, m.expires_at
    FROM memberships m
    WHERE m.namespace_id = ANY(${scope.traversalIds}::bigint[]) AND m.user_id = ANY(${userIds}::bigint[])
    ORDER BY m.user_id, m.access_level DESC, m.namespace_id DESC, m.group_id NULLS FIRST, m.expires_at DESC NULLS FIRST`.execute(
    db,
  );
  return rows;
}
