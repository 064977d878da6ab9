import type { NamespaceId, UploadId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { UploadPurpose, UploadTable, UploadUse } from './table.ts';

export type Upload = Selectable<UploadTable>;

export async function insertUpload(db: Db, row: Insertable<UploadTable>): Promise<Upload> {
  return db.insertInto('uploads').values(row).returningAll().executeTakeFirstOrThrow();
}

/** A file in the texts of a group or project, by its id. */
export async function uploadById(db: Db, namespaceId: NamespaceId, id: UploadId): Promise<Upload | null> {
  const row = await ofNamespace(db, namespaceId, 'markdown').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** A file in the texts of a group or project, by the parts of its address. */
export async function uploadBySecret(
  db: Db,
  namespaceId: NamespaceId,
  { secret, fileName }: { secret: string; fileName: string },
): Promise<Upload | null> {
  const row = await ofNamespace(db, namespaceId, 'markdown')
    .selectAll()
    .where('secret', '=', secret)
    .where('fileName', '=', fileName)
    .executeTakeFirst();
  return row ?? null;
}

/** A file of any kind, locked until the transaction ends. */
export async function lockUpload(trx: Db, id: UploadId): Promise<Upload | null> {
  return (await trx.selectFrom('uploads').selectAll().where('id', '=', id).forShare().executeTakeFirst()) ?? null;
}

/** Files in the texts of a group or project by their secrets, locked until the transaction ends so that nobody deletes them. */
export async function lockUploads(trx: Db, namespaceId: NamespaceId, secrets: readonly string[]): Promise<Upload[]> {
  return ofNamespace(trx, namespaceId, 'markdown')
    .selectAll()
    .where(sql<boolean>`secret = ANY(${secrets}::text[])`)
    .orderBy('id')
    .forShare()
    .execute();
}

/** The texts that refer to a file, or did. */
export async function usesOfUpload(db: Db, secret: string): Promise<UploadUse[]> {
  return db.selectFrom('uploadUses').select(['workItemId', 'noteId']).where('secret', '=', secret).execute();
}

/** Deletes uses of files that no longer exist, or never did. */
export async function sweepUses(db: Db): Promise<void> {
  await sql`DELETE FROM upload_uses use WHERE NOT EXISTS (SELECT FROM uploads WHERE uploads.secret = use.secret)`.execute(
    db,
  );
}

/** Newest first. */
export async function uploadsOnPage(
  db: Db,
  namespaceId: NamespaceId,
  page: { perPage: number; offset: number },
): Promise<{ rows: Upload[]; total: number }> {
  const [rows, { total }] = await Promise.all([
    ofNamespace(db, namespaceId, 'markdown')
      .selectAll()
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(page.perPage)
      .offset(page.offset)
      .execute(),
    ofNamespace(db, namespaceId, 'markdown')
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
}

/** Deletes a file's row; true when this call did. */
export async function deleteUploadRow(db: Db, id: UploadId): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('uploads').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The secrets among these that have a row. */
export async function knownSecrets(db: Db, secrets: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('uploads')
    .select('secret')
    .where(sql<boolean>`secret = ANY(${secrets}::text[])`)
    .execute();
  return new Set(rows.map(({ secret }) => secret));
}

function ofNamespace(db: Db, namespaceId: NamespaceId, purpose: UploadPurpose) {
  return db.selectFrom('uploads').where('namespaceId', '=', namespaceId).where('purpose', '=', purpose);
}
