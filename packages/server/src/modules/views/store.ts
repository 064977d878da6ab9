import type { NamespaceId, SavedViewId, UserId } from '@milepost/core/ids';
import type { ViewKind } from '@milepost/core/views/views';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { SavedViewTable } from './table.ts';

export type SavedView = Selectable<SavedViewTable>;

/** The first key of an advisory lock; the second is the namespace's id. */
const LOCK = 7_205_020;

/** How long a deleted view can be restored, as a PostgreSQL interval. */
export const RETENTION = '1 day';

/** The views of a kind that a person can choose in a group or project: all shared ones and their own, by name. */
export function viewsOf(db: Db, namespaceId: NamespaceId, kind: ViewKind, userId: UserId | null): Promise<SavedView[]> {
  return db
    .selectFrom('savedViews')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .where('kind', '=', kind)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('isShared', '=', true), ...(userId === null ? [] : [eb('authorId', '=', userId)])]))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** Reads a view that is not deleted, without a permission check. */
export async function viewById(db: Db, id: SavedViewId): Promise<SavedView | null> {
  const query = db.selectFrom('savedViews').selectAll().where('id', '=', id).where('deletedAt', 'is', null);
  return (await query.executeTakeFirst()) ?? null;
}

/** Locks the row for the transaction, even of a deleted view; null when there is none. */
export async function lockView(trx: Db, id: SavedViewId): Promise<SavedView | null> {
  const query = trx.selectFrom('savedViews').selectAll().where('id', '=', id).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Serializes the creation and renaming of a namespace's views for the transaction, so that names and limits hold. */
export async function lockViewsOf(trx: Db, namespaceId: NamespaceId): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK}, ${namespaceId}::int)`.execute(trx);
}

/** The number of views of its kind that count towards a view's limit: the shared ones, or its owner's own. */
export async function countViews(
  trx: Db,
  { namespaceId, kind, isShared, authorId }: Pick<SavedView, 'namespaceId' | 'kind' | 'isShared' | 'authorId'>,
): Promise<number> {
  const { count } = await trx
    .selectFrom('savedViews')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('namespaceId', '=', namespaceId)
    .where('kind', '=', kind)
    .where('deletedAt', 'is', null)
    .where('isShared', '=', isShared)
    .$if(!isShared, (query) => query.where('authorId', '=', authorId))
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether another view of the same kind has the name, ignoring case. */
export async function isNameTaken(
  trx: Db,
  view: Pick<SavedView, 'namespaceId' | 'kind' | 'authorId' | 'isShared' | 'name'>,
  but: SavedViewId | null,
): Promise<boolean> {
  const row = await trx
    .selectFrom('savedViews')
    .select('id')
    .where('namespaceId', '=', view.namespaceId)
    .where('kind', '=', view.kind)
    .where('deletedAt', 'is', null)
    .where('isShared', '=', view.isShared)
    .$if(!view.isShared, (query) => query.where('authorId', '=', view.authorId))
    .where(sql`lower(name)`, '=', view.name.toLowerCase())
    .$if(but !== null, (query) => query.where('id', '<>', but as SavedViewId))
    .executeTakeFirst();
  return row !== undefined;
}

export function insertView(trx: Db, view: Insertable<SavedViewTable>): Promise<SavedView> {
  return trx.insertInto('savedViews').values(view).returningAll().executeTakeFirstOrThrow();
}

/** Writes changes and increments the version. */
export function saveView(trx: Db, id: SavedViewId, changes: Updateable<SavedViewTable>): Promise<SavedView> {
  return trx
    .updateTable('savedViews')
    .set({ ...changes, lockVersion: sql`lock_version + 1`, updatedAt: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes views whose restore period is over, and private views of deleted accounts. */
export async function purgeDeletedViews(db: Db): Promise<void> {
  await sql`DELETE FROM saved_views
    WHERE deleted_at < now() - ${RETENTION}::interval OR (author_id IS NULL AND NOT is_shared)`.execute(db);
}

/**
 * Views whose query contains the former title of a label: those of its namespace, of the ancestors and of the descendants, except
 * where another label in their scope still has the title. Pages by id: at most `page.limit` after `page.after`.
 */
export async function viewsWithLabel(
  trx: Db,
  label: { namespaceId: NamespaceId; title: string },
  written: string,
  page: { after: SavedViewId | 0; limit: number },
): Promise<Pick<SavedView, 'id' | 'query'>[]> {
  const { rows } = await sql<Pick<SavedView, 'id' | 'query'>>`
    SELECT v.id, v.query FROM saved_views v
    JOIN namespaces n ON n.id = v.namespace_id
    JOIN namespaces home ON home.id = ${label.namespaceId}
    WHERE v.id > ${page.after} AND position(${written} IN v.query) > 0
      AND (n.traversal_ids @> ARRAY[home.id] OR home.traversal_ids @> ARRAY[n.id])
      AND NOT EXISTS (
        SELECT FROM labels other JOIN namespaces o ON o.id = other.namespace_id
        WHERE other.title = ${label.title} AND (o.traversal_ids @> ARRAY[n.id] OR n.traversal_ids @> ARRAY[o.id]))
    ORDER BY v.id LIMIT ${page.limit} FOR UPDATE OF v`.execute(trx);
  return rows;
}
