import type { NamespaceId, RoadmapViewId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { RoadmapViewTable } from '../table.ts';

export type RoadmapView = Selectable<RoadmapViewTable>;

/** The first key of an advisory lock; the second is the group's id. */
const LOCK = 7_205_020;

/** How long a deleted view can be restored. */
export const RETENTION = '1 day';

/** The views of a group that a person can choose: all shared ones and their own, by name. */
export function viewsOf(db: Db, namespaceId: NamespaceId, userId: UserId | null): Promise<RoadmapView[]> {
  return db
    .selectFrom('roadmapViews')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('isShared', '=', true), ...(userId === null ? [] : [eb('authorId', '=', userId)])]))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** Reads a view that is not deleted, without a permission check. */
export async function viewById(db: Db, id: RoadmapViewId): Promise<RoadmapView | null> {
  const query = db.selectFrom('roadmapViews').selectAll().where('id', '=', id).where('deletedAt', 'is', null);
  return (await query.executeTakeFirst()) ?? null;
}

/** Locks the row for the transaction, even of a deleted view; null when there is none. */
export async function lockView(trx: Db, id: RoadmapViewId): Promise<RoadmapView | null> {
  const query = trx.selectFrom('roadmapViews').selectAll().where('id', '=', id).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Serializes the creation and renaming of a group's views for the transaction, so that names and limits hold. */
export async function lockViewsOf(trx: Db, namespaceId: NamespaceId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK}, ${namespaceId}::int)`.execute(trx);
}

/** The number of views that count towards a limit: the shared ones of a group, or one person's own. */
export async function countViews(trx: Db, namespaceId: NamespaceId, ownerId: UserId | null): Promise<number> {
  const { count } = await trx
    .selectFrom('roadmapViews')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('namespaceId', '=', namespaceId)
    .where('deletedAt', 'is', null)
    .where('isShared', '=', ownerId === null)
    .$if(ownerId !== null, (query) => query.where('authorId', '=', ownerId))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether another view of the same kind has the name, ignoring case. */
export async function isNameTaken(
  trx: Db,
  view: Pick<RoadmapView, 'namespaceId' | 'authorId' | 'isShared' | 'name'>,
  but: RoadmapViewId | null,
): Promise<boolean> {
  const row = await trx
    .selectFrom('roadmapViews')
    .select('id')
    .where('namespaceId', '=', view.namespaceId)
    .where('deletedAt', 'is', null)
    .where('isShared', '=', view.isShared)
    .$if(!view.isShared, (query) => query.where('authorId', '=', view.authorId))
    .where(sql`lower(name)`, '=', view.name.toLowerCase())
    .$if(but !== null, (query) => query.where('id', '<>', but as RoadmapViewId))
    .executeTakeFirst();
  return row !== undefined;
}

export function insertView(trx: Db, view: Insertable<RoadmapViewTable>): Promise<RoadmapView> {
  return trx.insertInto('roadmapViews').values(view).returningAll().executeTakeFirstOrThrow();
}

/** Writes changes and increments the version. */
export function saveView(trx: Db, id: RoadmapViewId, changes: Updateable<RoadmapViewTable>): Promise<RoadmapView> {
  return trx
    .updateTable('roadmapViews')
    .set({ ...changes, lockVersion: sql`lock_version + 1`, updatedAt: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes views whose time for restoring is over, and those of deleted accounts. */
export async function purgeDeletedViews(db: Db): Promise<void> {
  await sql`DELETE FROM roadmap_views
    WHERE deleted_at < now() - ${RETENTION}::interval OR (author_id IS NULL AND NOT is_shared)`.execute(db);
}
