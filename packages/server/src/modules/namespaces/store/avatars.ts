import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { StoredImage } from '../../../platform/images/image.ts';

export async function avatarOfNamespace(db: Db, namespaceId: NamespaceId): Promise<StoredImage | null> {
  const row = await db
    .selectFrom('namespaceAvatars')
    .select(['mediaType', 'bytes', 'digest'])
    .where('namespaceId', '=', namespaceId)
    .executeTakeFirst();
  return row ?? null;
}

/** Null removes the avatar. `lockVersion` stays, so that an open settings form remains valid. */
export async function saveNamespaceAvatar(
  trx: Db,
  id: NamespaceId,
  image: StoredImage | null,
  url: string | null,
): Promise<void> {
  await trx.deleteFrom('namespaceAvatars').where('namespaceId', '=', id).execute();
  if (image)
    await trx
      .insertInto('namespaceAvatars')
      .values({ namespaceId: id, ...image })
      .execute();
  await trx
    .updateTable('namespaces')
    .set({ avatarUrl: url, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}
