import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { NotFoundError } from '@milepost/core/errors';
import type { ImportId } from '@milepost/core/ids';
import type { Context, Services } from '../../../platform/context.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { importPolicy } from '../policy.ts';
import { importById, insertImport, latestImports, storedArchives, type Import } from '../store.ts';

/** The job that runs an uploaded archive; see jobs.ts. */
export const RUN_IMPORT = 'imports.run';

const PREFIX = 'imports/';

export interface Upload {
  /** The key in the storage of files. */
  storedAs: string;
  size: number;
}

/** Stores an archive, nothing of it if the upload is aborted. Throws FileStorageError. */
export async function storeUpload(ctx: Context, source: Readable): Promise<Upload> {
  ctx.require(importPolicy.create, null);
  const storedAs = `${PREFIX}${randomUUID()}.tar.gz`;
  const { byteSize } = await ctx.services.files.put(storedAs, source);
  return { storedAs, size: byteSize };
}

/** Deletes an upload whose import was not queued. */
export async function dropUpload(ctx: Context, { storedAs }: { storedAs: string }): Promise<void> {
  await ctx.services.files.remove(storedAs);
}

const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/** Deletes the remains of aborted uploads: files older than a day without an import. */
export async function deleteAbandonedUploads({ files, db }: Services): Promise<void> {
  const since = new Date(Date.now() - FORGOTTEN_AFTER_MS);
  for (const store of files.stores) {
    for await (const page of store.list(PREFIX)) {
      const kept = new Set(await storedArchives(db));
      for (const { key, modifiedAt } of page) if (modifiedAt < since && !kept.has(key)) await store.remove(key);
    }
  }
}

export interface ImportRequest {
  fileName: string;
  /** The full path of the target; null for the one in the archive or its file name. */
  into: string | null;
  /** Its name; null for the one in the archive, or its path. */
  name: string | null;
}

/** Queues an upload. Throws ForbiddenError for anyone but administrators. */
export async function startImport(ctx: Context, upload: Upload, request: ImportRequest): Promise<Import> {
  ctx.require(importPolicy.create, null);
  return ctx.transaction(async (trx) => {
    const made = await insertImport(trx, {
      userId: ctx.viewer.id,
      fileName: request.fileName,
      intoPath: request.into,
      name: request.name,
      ...upload,
    });
    await addJob(trx, RUN_IMPORT, { importId: made.id }, { key: jobKeyOf(made.id) });
    return made;
  });
}

export function jobKeyOf(id: ImportId): string {
  return `${RUN_IMPORT}:${id}`;
}

/** Throws NotFoundError when there is none that the viewer may see. */
export async function findImport(ctx: Context, id: ImportId): Promise<Import> {
  const found = ctx.can(importPolicy.read, null) ? await importById(ctx.db, id) : null;
  if (!found) throw new NotFoundError('Import');
  return found;
}

/** Throws ForbiddenError for anyone but administrators. */
export async function listImports(
  ctx: Context,
  page: { perPage: number; offset: number },
): Promise<{ rows: Import[]; total: number }> {
  ctx.require(importPolicy.read, null);
  return latestImports(ctx.db, page.perPage, page.offset);
}
