import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { HEAD_BYTES, mediaTypeOf } from '@milepost/core/files/uploads';
import type { FileStorage } from '../../../platform/files/file-storage.ts';
import type { ByteRange, ObjectKey } from '../../../platform/files/object-store.ts';

/*
 * The key of stored bytes is `uploads/ab/abcd…`, by secret. A file gets its key when it is complete, and its row after that, so a crash
 * leaves at most a file without a row, which the sweep removes.
 */
const PREFIX = 'uploads/';
const SECRET = /^[0-9a-f]{32}$/;

/** Stored bytes, under their final key. */
export interface StoredBytes {
  secret: string;
  byteSize: number;
  mediaType: string;
}

/** Stores a stream; nothing of it if it is aborted. Throws as `FileStorage.put` does. */
export async function storeBytes(files: FileStorage, source: Readable): Promise<StoredBytes> {
  const secret = randomBytes(16).toString('hex');
  let head = Buffer.alloc(0);
  const seen = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      const bytes = Buffer.from(chunk as Buffer | string);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, bytes.subarray(0, HEAD_BYTES - head.length)]);
      yield bytes;
    }
  };
  const { byteSize } = await files.put(keyOf(secret), seen());
  return { secret, byteSize, mediaType: mediaTypeOf(head) };
}

/** Gives the bytes of a file a second secret; null when they are missing. Throws FileStorageError. */
export async function copyBytes(files: FileStorage, from: string): Promise<string | null> {
  const secret = randomBytes(16).toString('hex');
  return (await files.copy(keyOf(from), keyOf(secret))) ? secret : null;
}

/** Replaces the secret of a file; replaces any file of that secret. Throws FileStorageError. */
export async function renameBytes(files: FileStorage, from: string, to: string): Promise<void> {
  await files.rename(keyOf(from), keyOf(to));
}

/** The bytes, whole or of a range; null when they are missing. Throws FileStorageError. */
export function readBytes(files: FileStorage, secret: string, range?: ByteRange): Promise<Readable | null> {
  return files.get(keyOf(secret), range);
}

/** Throws FileStorageError. */
export async function removeBytes(files: FileStorage, secret: string): Promise<void> {
  await files.remove(keyOf(secret));
}

const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Removes files without a row that are older than a day: left by a crash, or by a deleted group or project. Returns their number.
 * `known` returns the secrets that must stay.
 */
export async function sweepBytes(
  files: FileStorage,
  now: Date,
  known: (secrets: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<number> {
  const since = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
  let removed = 0;
  for (const store of files.stores) {
    removed += await store.removeIncomplete(since);
    for await (const page of store.list(PREFIX)) {
      const old = page.flatMap(({ key, modifiedAt }) => (modifiedAt < since ? (secretOf(key) ?? []) : []));
      const kept = old.length === 0 ? new Set<string>() : await known(old);
      for (const secret of old) {
        if (kept.has(secret)) continue;
        await store.remove(keyOf(secret));
        removed += 1;
      }
    }
  }
  return removed;
}

/** The secrets of the stored files, some at a time. */
export async function* storedSecrets(files: FileStorage): AsyncGenerator<string[]> {
  for await (const page of files.main.list(PREFIX)) yield page.flatMap(({ key }) => secretOf(key) ?? []);
}

function secretOf(key: ObjectKey): string | null {
  const name = key.split('/').at(-1) ?? '';
  return SECRET.test(name) && key === keyOf(name) ? name : null;
}

export function keyOf(secret: string): ObjectKey {
  if (!SECRET.test(secret)) throw new TypeError('This is not the secret of an upload');
  return `${PREFIX}${secret.slice(0, 2)}/${secret}`;
}
