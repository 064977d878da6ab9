import { DomainError } from '@milepost/core/errors';
import type { ImportId } from '@milepost/core/ids';
import { Viewer } from '@milepost/core/roles';
import { isBackupRunning } from '../../../platform/backup/running.ts';
import { FileStorageError } from '../../../platform/files/errors.ts';
import { Context, type Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { userById } from '../../users/store.ts';
import { importArchive, type ImportProgress } from '../commands.ts';
import {
  importById,
  importsToTidy,
  markImportStarted,
  markImportFailed,
  markImportFinished,
  saveImportProgress,
  markArchiveDeleted,
  unfinishedImports,
  withImportLease,
  type Import,
} from '../store.ts';
import { deleteAbandonedUploads, jobKeyOf, RUN_IMPORT } from './uploads.ts';

const MAX_ATTEMPTS = 5;
const MAX_STARTS = 10;

/** An uploaded archive disappeared before it was read. */
class MissingUploadError extends DomainError {
  override name = 'MissingUploadError';
  readonly code = 'UPLOAD_MISSING' as const;
  readonly kind = 'missing' as const;
  constructor() {
    super('The uploaded archive is no longer there: upload it again');
  }
}

/** An import was started several times without ending. It may crash the server, so it is not retried. */
class NeverEndingImportError extends DomainError {
  override name = 'NeverEndingImportError';
  readonly code = 'IMPORT_NEVER_ENDS' as const;
  readonly kind = 'unavailable' as const;
  constructor(attempts: number) {
    super(`It was started ${attempts - 1} times and never ended`);
  }
}

/**
 * Imports an uploaded archive, unless another import is running: then the process that runs it continues with this one. Problems of
 * the archive are stored as the import's error; anything else is thrown, so that the queue retries up to a limit.
 */
export async function runImport(services: Services, id: ImportId, signal?: AbortSignal): Promise<void> {
  const hasRun = await withImportLease(services.db, async (connection) => {
    const found = await importById(services.db, id);
    if (!found || found.state === 'finished' || found.state === 'failed') return;
    const attempts = await markImportStarted(services.db, id);
    try {
      if (attempts > MAX_STARTS) throw new NeverEndingImportError(attempts);
      await bringIn(services, connection, found, signal);
    } catch (error) {
      if (signal?.aborted || error instanceof FileStorageError) throw error;
      const reason =
        (error instanceof DomainError ? error.message : null) ??
        (attempts >= MAX_ATTEMPTS ? `It failed ${attempts} times. See the server's log for the reason` : null);
      if (reason === null) throw error;
      await markImportFailed(services.db, id, reason);
    }
    await tidy(services, found);
  });
  if (hasRun) await queueUnfinished(services);
}

/** Queues the unfinished imports of killed servers again, and deletes archives that are no longer needed. */
export async function resumeImports(services: Services): Promise<void> {
  await queueUnfinished(services);
  for (const left of await importsToTidy(services.db)) await tidy(services, left);
  await deleteAbandonedUploads(services);
}

/** Queueing a running import has no effect. */
async function queueUnfinished(services: Services): Promise<void> {
  for (const { id } of await unfinishedImports(services.db)) {
    await addJob(services.db, RUN_IMPORT, { importId: id }, { key: jobKeyOf(id) });
  }
}

async function bringIn(services: Services, connection: Db, found: Import, signal?: AbortSignal): Promise<void> {
  const user = found.userId === null ? null : await userById(services.db, found.userId);
  const viewer = new Viewer(user?.id ?? null, user?.isAdmin === true && user.state === 'active');
  const { storedAs } = found;
  if (storedAs === null) throw new MissingUploadError();
  const report = await services.files.withFile(storedAs, async (file) => {
    const progress = new ProgressWriter(services, found.id);
    try {
      return await importArchive(new Context(services, viewer, connection), file, {
        into: found.intoPath,
        name: found.name,
        fileName: found.fileName,
        reservedId: found.reservedId,
        signal,
        onProgress: (at) => progress.take(at),
        onMerged: (trx, merged, namespace) =>
          markImportFinished(trx, found.id, { report: merged, namespaceId: namespace.id }),
      });
    } finally {
      await progress.settled();
    }
  });
  if (report === null) throw new MissingUploadError();
}

/** While a backup is made, which may hold the row, the archive stays until `resumeImports` runs again. */
async function tidy(services: Services, { id, storedAs }: Import): Promise<void> {
  if (await isBackupRunning(services.db)) return;
  if (storedAs !== null) await services.files.remove(storedAs);
  await markArchiveDeleted(services.db, id);
}

const NOTE_EVERY_MS = 400;

/** Stores progress with at most one write at a time; intermediate values are dropped. */
class ProgressWriter {
  readonly #services: Services;
  readonly #id: ImportId;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;
  #last = Number.NEGATIVE_INFINITY;
  #phase = '';

  constructor(services: Services, id: ImportId) {
    this.#services = services;
    this.#id = id;
  }

  take(at: ImportProgress): void {
    const now = performance.now();
    if (this.#isWriting || (at.phase === this.#phase && now - this.#last < NOTE_EVERY_MS)) return;
    this.#last = now;
    this.#phase = at.phase;
    this.#isWriting = true;
    // Progress is optional: if it cannot be stored, the import itself will fail with the reason.
    this.#writing = saveImportProgress(this.#services.db, this.#id, at)
      .catch(() => {})
      .finally(() => {
        this.#isWriting = false;
      });
  }

  settled(): Promise<void> {
    return this.#writing;
  }
}
