import type { MetricImageId, WorkItemId } from '@milepost/core/ids';
import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Upload } from '../uploads/store.ts';
import type { MetricImageTable } from './table.ts';

export interface MetricImage {
  id: MetricImageId;
  workItemId: WorkItemId;
  url: string | null;
  urlText: string | null;
  createdAt: Date;
  /** The file, without fields that only lists of uploads need. */
  file: Pick<Upload, 'id' | 'secret' | 'fileName' | 'byteSize' | 'mediaType'>;
}

/** In order of creation. */
export async function metricImagesOf(db: Db, workItemId: WorkItemId): Promise<MetricImage[]> {
  const rows = await select(db).where('m.workItemId', '=', workItemId).orderBy('m.id').execute();
  return rows.map(metricImageOf);
}

export async function metricImageById(db: Db, id: MetricImageId): Promise<MetricImage | null> {
  const row = await select(db).where('m.id', '=', id).executeTakeFirst();
  return row ? metricImageOf(row) : null;
}

export async function insertMetricImage(db: Db, row: Insertable<MetricImageTable>): Promise<MetricImageId> {
  return (await db.insertInto('metricImages').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function saveMetricImage(db: Db, id: MetricImageId, change: Updateable<MetricImageTable>): Promise<void> {
  if (Object.keys(change).length > 0) await db.updateTable('metricImages').set(change).where('id', '=', id).execute();
}

/** Its upload row is deleted with it. */
export async function removeMetricImage(db: Db, id: MetricImageId): Promise<void> {
  await db.deleteFrom('metricImages').where('id', '=', id).execute();
}

function select(db: Db) {
  return db
    .selectFrom('metricImages as m')
    .innerJoin('uploads as u', 'u.id', 'm.uploadId')
    .select(['m.id', 'm.workItemId', 'm.url', 'm.urlText', 'm.createdAt'])
    .select(['u.id as uploadId', 'u.secret', 'u.fileName', 'u.byteSize', 'u.mediaType']);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

function metricImageOf({ uploadId, secret, fileName, byteSize, mediaType, ...image }: Row): MetricImage {
  return { ...image, file: { id: uploadId, secret, fileName, byteSize, mediaType } };
}
