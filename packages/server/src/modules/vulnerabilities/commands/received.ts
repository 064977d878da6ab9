import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError } from '@milepost/core/errors';
import { MAX_REPORT_BYTES } from '@milepost/core/security/vulnerabilities';
import type { Context, Services } from '../../../platform/context.ts';
import { storageErrorOf } from '../../../platform/files/unwritable.ts';

/** A report is larger than allowed; it was not read to its end. */
export class ReportTooLargeError extends DomainError {
  override name = 'ReportTooLargeError';
  readonly code = 'REPORT_TOO_LARGE' as const;
  readonly kind = 'tooLarge' as const;
  constructor() {
    super(`A report has at most ${MAX_REPORT_BYTES / 1024 / 1024} MB.`);
  }
}

const FOLDER = 'reports';

/** Streams a report to the disk, hands its file to `work`, and removes it. Throws ReportTooLargeError and StorageFullError. */
export async function withReceived<Result>(
  ctx: Context,
  source: Readable,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  await ctx.services.storage?.requireRoomForFiles();
  const folder = join(ctx.services.dataDir, FOLDER);
  const file = join(folder, `${randomUUID()}.json`);
  await mkdir(folder, { recursive: true });
  try {
    await pipeline(source, limited(), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return await work(file);
  } catch (error) {
    throw storageErrorOf(error) ?? error;
  } finally {
    await rm(file, { force: true });
  }
}

function limited(): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > MAX_REPORT_BYTES) done(new ReportTooLargeError());
      else done(null, chunk);
    },
  });
}

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Deletes the files of reports that a crash left. */
export async function deleteAbandonedReports({ dataDir }: Services): Promise<void> {
  const folder = join(dataDir, FOLDER);
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(join(folder, name), { force: true });
  }
}
