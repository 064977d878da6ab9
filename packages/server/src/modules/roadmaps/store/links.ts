import type { NamespaceId, RoadmapLinkId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import { todayInSql } from '../../users/store/tokens.ts';
import type { RoadmapLinkKind, RoadmapLinkTable } from '../table.ts';

/** A link without its secret, which is not stored. */
export type RoadmapLink = Omit<Selectable<RoadmapLinkTable>, 'tokenHash'>;

const columns = [
  'id',
  'kind',
  'namespaceId',
  'authorId',
  'name',
  'query',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'lastUsedAt',
] as const;

/** The public links of a group that were not revoked, latest first, including expired ones. */
export function pageLinksOf(db: Db, namespaceId: NamespaceId): Promise<RoadmapLink[]> {
  return linksOf(db, 'page', namespaceId).execute();
}

/** One person's calendar feeds of a group, latest first. */
export function feedsOf(db: Db, namespaceId: NamespaceId, userId: UserId): Promise<RoadmapLink[]> {
  return linksOf(db, 'feed', namespaceId).where('authorId', '=', userId).execute();
}

/** The number of active links of a kind: of a group, or of one person. */
export async function countLinks(
  trx: Db,
  kind: RoadmapLinkKind,
  namespaceId: NamespaceId,
  userId: UserId | null,
): Promise<number> {
  const { count } = await trx
    .selectFrom('roadmapLinks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('kind', '=', kind)
    .where('namespaceId', '=', namespaceId)
    .where('revokedAt', 'is', null)
    .$if(userId !== null, (query) => query.where('authorId', '=', userId))
    .executeTakeFirstOrThrow();
  return count;
}

/** The active link of a secret. */
export async function activeLink(db: Db, tokenHash: Buffer): Promise<RoadmapLink | null> {
  const query = db
    .selectFrom('roadmapLinks')
    .select(columns)
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb(sql`expires_at`, '>', todayInSql)]));
  return (await query.executeTakeFirst()) ?? null;
}

/** Records the use of a link at most every five minutes, because one on every request would turn every read into a write. */
export async function recordLinkUse(db: Db, id: RoadmapLinkId): Promise<void> {
  await sql`UPDATE roadmap_links SET last_used_at = now()
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < now() - interval '5 minutes')`.execute(db);
}

/** Locks the row for the transaction; null when there is none or it was revoked. */
export async function lockLink(trx: Db, id: RoadmapLinkId): Promise<RoadmapLink | null> {
  const query = trx
    .selectFrom('roadmapLinks')
    .select(columns)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

export function insertLink(trx: Db, link: Insertable<RoadmapLinkTable>): Promise<RoadmapLink> {
  return trx.insertInto('roadmapLinks').values(link).returning(columns).executeTakeFirstOrThrow();
}

/** Revokes the link. */
export async function revokeLink(trx: Db, id: RoadmapLinkId): Promise<void> {
  await trx
    .updateTable('roadmapLinks')
    .set({ revokedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes links that have been invalid for a long time. */
export async function deleteExpiredLinks(db: Db): Promise<void> {
  await sql`DELETE FROM roadmap_links WHERE revoked_at < now() - interval '90 days'
    OR expires_at < ${todayInSql} - 90 OR (kind = 'feed' AND author_id IS NULL)`.execute(db);
}

function linksOf(db: Db, kind: RoadmapLinkKind, namespaceId: NamespaceId) {
  return db
    .selectFrom('roadmapLinks')
    .select(columns)
    .where('kind', '=', kind)
    .where('namespaceId', '=', namespaceId)
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc');
}
