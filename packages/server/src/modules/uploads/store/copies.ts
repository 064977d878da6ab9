import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasCode } from '../../../platform/util/errors.ts';
import { ARRIVING, FOLDER, folderOf, pathOf, SECRET, syncFolder } from './files.ts';

/** The copied bytes differ from their checksum. */
export class ChecksumError extends Error {
  override name = 'ChecksumError';
  constructor() {
    super('The copy differs from its checksum');
  }
}

/** The size of a stored file in bytes; null when it is missing. */
export async function storedSize(dataDir: string, secret: string): Promise<number | null> {
  return (await stat(pathOf(dataDir, secret)).catch(() => null))?.size ?? null;
}

/** The SHA-256 of a stored file as hex digits; null when it is missing. */
export async function checksumOf(dataDir: string, secret: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(pathOf(dataDir, secret)), hash);
    return hash.digest('hex');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Stores the copy of a file under its name once its bytes are complete and have this SHA-256. Throws ChecksumError. */
export async function storeCopy(dataDir: string, secret: string, source: Readable, sha256: string): Promise<void> {
  const arriving = join(dataDir, FOLDER, ARRIVING);
  const draft = join(arriving, randomUUID());
  await mkdir(arriving, { recursive: true });
  await mkdir(folderOf(dataDir, secret), { recursive: true });
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(source, hashing, createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }));
    if (hash.digest('hex') !== sha256) throw new ChecksumError();
    await rename(draft, pathOf(dataDir, secret));
    await syncFolder(folderOf(dataDir, secret));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The secrets of the stored files, folder by folder. */
export async function* storedSecrets(dataDir: string): AsyncGenerator<string[]> {
  const top = join(dataDir, FOLDER);
  const folders = await readdir(top).catch(() => []);
  for (const folder of folders) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    const names = await readdir(join(top, folder)).catch(() => []);
    yield names.filter((name) => SECRET.test(name));
  }
}
