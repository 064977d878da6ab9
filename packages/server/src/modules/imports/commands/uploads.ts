import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NotFoundError } from '@milepost/core/errors';
import type { ImportId } from '@milepost/core/ids';
import type { Context, Services } from '../../../platform/context.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { importPolicy } from '../policy.ts';
import { importById, insertImport, latestImports, storedArchives, type Import } from '../store.ts';

/** The job that runs an uploaded archive; see jobs.ts. */
export const RUN_IMPORT = 'imports.run';

const FOLDER = 'imports';

export interface Upload {
  /** Relative to the data folder. */
  storedAs: string;
  size: number;
}

/** Streams an archive to the disk; removes it if the upload is aborted. */
export async function storeUpload(ctx: Context, source: Readable): Promise<Upload> {
  ctx.require(importPolicy.create, null);
  const storedAs = `${FOLDER}/${randomUUID()}.tar.gz`;
  const file = join(ctx.services.dataDir, storedAs);
  await mkdir(join(ctx.services.dataDir, FOLDER), { recursive: true });
  try {
    await pipeline(source, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return { storedAs, size: (await stat(file)).size };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** Deletes an upload whose import was not queued. */
export async function dropUpload(ctx: Context, { storedAs }: { storedAs: string }): Promise<void> {
  await rm(join(ctx.services.dataDir, storedAs), { force: true });
}

const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/** Deletes the remains of aborted uploads: files older than a day without an import. */
export async function deleteAbandonedUploads(services: Services): Promise<void> {
  const folder = join(services.dataDir, FOLDER);
  const files = await readdir(folder).catch(() => []);
  const kept = new Set(files.length === 0 ? [] : await storedArchives(services.db));
  for (const name of files) {
    const storedAs = `${FOLDER}/${name}`;
    const found = kept.has(storedAs) ? null : await stat(join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > FORGOTTEN_AFTER_MS) await rm(join(folder, name), { force: true });
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
