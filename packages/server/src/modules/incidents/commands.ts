import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { MetricImageId, WorkItemId } from '@milepost/core/ids';
import { metricImageProblems, type MetricImageText } from '@milepost/core/files/metric-images';
import { isShownType } from '@milepost/core/files/uploads';
import type { Context, Trx } from '../../platform/context.ts';
import type { Namespace } from '../namespaces/store.ts';
import { addUpload, copyUpload, dropFile, removeFile, type StoredFile } from '../uploads/commands.ts';
import { visibleWorkItem, type WorkItem } from '../work-items/store.ts';
import { metricImagePolicy } from './policy.ts';
import {
  insertMetricImage,
  metricImageById,
  metricImagesOf,
  removeMetricImage,
  saveMetricImage,
  type MetricImage,
} from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'metricImage.added': { imageId: MetricImageId };
    'metricImage.updated': { imageId: MetricImageId };
    'metricImage.removed': { imageId: MetricImageId };
  }
}

/** The images of an item that is visible to the viewer. */
export function listMetricImages(ctx: Context, item: WorkItem): Promise<MetricImage[]> {
  ctx.require(metricImagePolicy.read, item);
  return metricImagesOf(ctx.db, item.id);
}

/**
 * Adds an image to an incident of this project. Throws ForbiddenError if the viewer may not change the incident or it is not
 * one, ValidationError for a file that is not an accepted image or an invalid link; the file is then removed.
 */
export async function addMetricImage(
  ctx: Context,
  { item, project }: { item: WorkItem; project: Namespace },
  file: StoredFile,
  text: MetricImageText,
): Promise<MetricImage> {
  try {
    ctx.require(metricImagePolicy.create, item);
    check(text);
    if (!isShownType(file.mediaType))
      throw new ValidationError({ file: ['is not a PNG, JPEG, GIF, WebP or AVIF image'] });
  } catch (error) {
    await dropFile(ctx, file);
    throw error;
  }
  const id = await ctx.transaction(async (trx) => {
    const upload = await addUpload(ctx.within(trx), project, file, 'metric_image');
    const imageId = await insertMetricImage(trx, { workItemId: item.id, uploadId: upload.id, ...stored(text) });
    trx.announce({
      name: 'metricImage.added',
      namespaceId: item.namespaceId,
      workItemId: item.id,
      data: { imageId },
    });
    return imageId;
  });
  return (await metricImageById(ctx.db, id)) as MetricImage;
}

/** Changes the link of an image; omitted fields stay. Throws as `addMetricImage` does. */
export async function updateMetricImage(
  ctx: Context,
  item: WorkItem,
  id: MetricImageId,
  text: MetricImageText,
): Promise<MetricImage> {
  ctx.require(metricImagePolicy.update, item);
  const image = await imageOn(ctx, item, id);
  check(text);
  await ctx.transaction(async (trx) => {
    await saveMetricImage(trx, image.id, stored(text));
    trx.announce({
      name: 'metricImage.updated',
      namespaceId: item.namespaceId,
      workItemId: item.id,
      data: { imageId: image.id },
    });
  });
  return imageOn(ctx, item, id);
}

/** Deletes an image and its file. */
export async function deleteMetricImage(ctx: Context, item: WorkItem, id: MetricImageId): Promise<void> {
  ctx.require(metricImagePolicy.update, item);
  const image = await imageOn(ctx, item, id);
  await ctx.transaction(async (trx) => {
    await removeMetricImage(trx, image.id);
    trx.announce({
      name: 'metricImage.removed',
      namespaceId: item.namespaceId,
      workItemId: item.id,
      data: { imageId: image.id },
    });
  });
  await removeFile(ctx, image.file);
}

/** Throws NotFoundError unless the viewer may read its incident. */
export async function findMetricImage(ctx: Context, id: MetricImageId): Promise<MetricImage> {
  const image = await metricImageById(ctx.db, id);
  const item = image && (await visibleWorkItem(ctx, image.workItemId));
  if (!item) throw new NotFoundError('Metric image');
  return image;
}

async function imageOn(ctx: Context, item: WorkItem, id: MetricImageId): Promise<MetricImage> {
  const image = await metricImageById(ctx.db, id);
  if (image?.workItemId !== item.id) throw new NotFoundError('Metric image');
  return image;
}

function check(text: MetricImageText): void {
  const problems = metricImageProblems(text);
  if (problems) throw new ValidationError(problems);
}

/** An empty text clears the field. */
function stored({ url, urlText }: MetricImageText): { url?: string | null; urlText?: string | null } {
  return { ...(url !== undefined && { url: url || null }), ...(urlText !== undefined && { urlText: urlText || null }) };
}

/** Copies the images of an item to its successor, each with a file of its own. */
export async function copyMetricImages(
  ctx: Context,
  trx: Trx,
  { fromId, to }: { fromId: WorkItemId; to: Pick<WorkItem, 'id' | 'namespaceId'> },
): Promise<void> {
  for (const { file, url, urlText, createdAt } of await metricImagesOf(trx, fromId)) {
    const upload = await copyUpload(ctx, trx, file.id, to.namespaceId);
    if (upload) await insertMetricImage(trx, { workItemId: to.id, uploadId: upload.id, url, urlText, createdAt });
  }
}
