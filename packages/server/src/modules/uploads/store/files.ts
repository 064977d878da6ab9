import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HEAD_BYTES, mediaTypeOf } from '@milepost/core/files/uploads';
import { hasCode } from '../../../platform/util/errors.ts';

/*
 * Folder of the stored bytes: DATA/uploads/ab/abcd…, by secret. A file gets its final name when it is complete on the disk, and its
 * row after that, so a crash leaves at most a file without a row, which the sweep removes.
 */
export const FOLDER = 'uploads';
/** Folder of incomplete files. */
export const ARRIVING = 'arriving';
export const SECRET = /^[0-9a-f]{32}$/;

/** Bytes on the disk, under their final name. */
export interface StoredBytes {
  secret: string;
  byteSize: number;
  mediaType: string;
}

/** Writes a stream to the disk and syncs it; removes the file if the stream is aborted. */
export async function storeBytes(dataDir: string, source: Readable): Promise<StoredBytes> {
  const secret = randomBytes(16).toString('hex');
  const arriving = join(dataDir, FOLDER, ARRIVING);
  const draft = join(arriving, randomUUID());
  const folder = folderOf(dataDir, secret);
  await mkdir(arriving, { recursive: true });
  await mkdir(folder, { recursive: true });
  try {
    const written = await write(draft, source);
    await rename(draft, pathOf(dataDir, secret));
    await syncFolder(folder);
    return { secret, ...written };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Gives the bytes of a file a second name and syncs it: a hard link where the file system supports it, otherwise a copy. Null
 * when the bytes are missing.
 */
export async function copyBytes(dataDir: string, from: string): Promise<string | null> {
  const secret = randomBytes(16).toString('hex');
  const folder = folderOf(dataDir, secret);
  await mkdir(folder, { recursive: true });
  try {
    // Updates the modification time before the link exists: the sweep removes old files without a row.
    const now = new Date();
    await utimes(pathOf(dataDir, from), now, now);
    await link(pathOf(dataDir, from), pathOf(dataDir, secret));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    if (!hasCode(error, 'EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES')) throw error;
    return copyWhole(dataDir, from);
  }
  await syncFolder(folder);
  return secret;
}

async function copyWhole(dataDir: string, from: string): Promise<string | null> {
  const { size } = await stat(pathOf(dataDir, from));
  const source = await readBytes(dataDir, from, { start: 0, end: Math.max(size - 1, 0) });
  return source && (await storeBytes(dataDir, source)).secret;
}

/** Moves an incomplete file to its final name; replaces any file of that name. */
export async function renameBytes(dataDir: string, from: string, to: string): Promise<void> {
  const folder = folderOf(dataDir, to);
  await mkdir(folder, { recursive: true });
  await rename(pathOf(dataDir, from), pathOf(dataDir, to));
  await syncFolder(folder);
}

async function write(path: string, source: Readable): Promise<Omit<StoredBytes, 'secret'>> {
  // `flush`: the stream ends only after the last byte is synced.
  await pipeline(source, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return { byteSize: (await file.stat()).size, mediaType: mediaTypeOf(buffer.subarray(0, bytesRead)) };
  } finally {
    await file.close();
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

/** Reads the bytes from `start` to `end`, inclusive; null when they are missing. */
export async function readBytes(
  dataDir: string,
  secret: string,
  range: { start: number; end: number },
): Promise<ReadStream | null> {
  const path = pathOf(dataDir, secret);
  try {
    await stat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  return createReadStream(path, range);
}

export async function removeBytes(dataDir: string, secret: string): Promise<void> {
  await rm(pathOf(dataDir, secret), { force: true });
}

const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Removes files without a row that are older than a day: left by a crash, or by a deleted group or project. `known` returns the
 * secrets that have a row.
 */
export async function sweepBytes(
  dataDir: string,
  known: (secrets: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const top = join(dataDir, FOLDER);
  const nothing: ReadonlySet<string> = new Set();
  let removed = 0;
  for (const folder of await namesIn(top)) {
    const names = await namesIn(join(top, folder));
    const secrets = names.filter((name) => SECRET.test(name));
    const withRow = folder === ARRIVING || secrets.length === 0 ? nothing : await known(secrets);
    for (const name of names) if (!withRow.has(name) && (await removeOld(join(top, folder, name)))) removed += 1;
  }
  return removed;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

async function removeOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile() || Date.now() - found.mtimeMs < FORGOTTEN_AFTER_MS) return false;
  await rm(path, { force: true });
  return true;
}

export function folderOf(dataDir: string, secret: string): string {
  if (!SECRET.test(secret)) throw new TypeError('This is not the secret of an upload');
  return join(dataDir, FOLDER, secret.slice(0, 2));
}

export function pathOf(dataDir: string, secret: string): string {
  return join(folderOf(dataDir, secret), secret);
}
