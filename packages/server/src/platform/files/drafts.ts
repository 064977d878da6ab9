import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { hasCode } from '../util/errors.ts';
import { ChecksumError } from './errors.ts';
import type { StoredObject } from './object-store.ts';

/** Incomplete files, below the data folder. */
export const DRAFTS = 'uploads/arriving';

export interface Draft extends StoredObject {
  path: string;
}

/**
 * Writes a stream to a new file in `folder` and syncs it; an error leaves no file. Throws ChecksumError if the bytes do not have the
 * given SHA-256.
 */
export async function writeDraft(folder: string, source: AsyncIterable<Buffer>, sha256?: string): Promise<Draft> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let byteSize = 0;
  const hashing = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      byteSize += chunk.length;
      yield chunk;
    }
  };
  try {
    // `flush`: the stream ends only after the last byte is synced.
    await pipeline(source, hashing, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
    const found = hash.digest('hex');
    if (sha256 !== undefined && found !== sha256) throw new ChecksumError();
    return { path, byteSize, sha256: found };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** The size and the SHA-256 of a stream, which is read to its end. */
export async function digestOf(source: AsyncIterable<Buffer>): Promise<StoredObject> {
  const hash = createHash('sha256');
  let byteSize = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    byteSize += chunk.length;
  }
  return { byteSize, sha256: hash.digest('hex') };
}

/** Removes drafts that were not written to since; returns their number. */
export async function removeDrafts(folder: string, since: Date): Promise<number> {
  let removed = 0;
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (!found?.isFile() || found.mtime >= since) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** The entries of a folder; none when it does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

/** Syncs a folder, so that a new name survives a crash. File systems that do not support it are ignored. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'EISDIR', 'EINVAL', 'EACCES')) throw error;
  }
}
