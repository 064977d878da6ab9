import { Readable } from 'node:stream';
import type { MetricImageText } from '@milepost/core/files/metric-images';
import { addMetricImage } from '../../modules/incidents/commands.ts';
import type { MetricImage } from '../../modules/incidents/store.ts';
import { namespaceById, type Namespace } from '../../modules/namespaces/store.ts';
import { addUpload, storeFile, type StoredFile } from '../../modules/uploads/commands.ts';
import type { Upload } from '../../modules/uploads/store.ts';
import type { WorkItem } from '../../modules/work-items/store.ts';
import type { Context } from '../../platform/context.ts';
import { contextAs, type World } from '../world.ts';

/** An image of one pixel. */
export const pixel = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

/** A file on the disk without a row. */
export function storedPixel(ctx: Context): Promise<StoredFile> {
  return storeFile(ctx, Readable.from([Buffer.from(pixel)]), 'pixel.png');
}

/** Uploads images as the administrator. */
export function uploadBuilders(world: World) {
  async function upload(namespace: Namespace): Promise<Upload> {
    const root = contextAs(world, 'root');
    return addUpload(root, namespace, await storedPixel(root));
  }
  async function metricImage(item: WorkItem, text: MetricImageText = {}): Promise<MetricImage> {
    const root = contextAs(world, 'root');
    const project = (await namespaceById(world.db, item.namespaceId)) as Namespace;
    return addMetricImage(root, { item, project }, await storedPixel(root), text);
  }
  return { upload, metricImage };
}
