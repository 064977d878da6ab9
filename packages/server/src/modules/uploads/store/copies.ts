import type { Readable } from 'node:stream';
import { digestOf } from '../../../platform/files/drafts.ts';
import type { FileStorage } from '../../../platform/files/file-storage.ts';
import { keyOf } from './files.ts';

/** The size of a stored file in bytes; null when it is missing. Throws FileStorageError. */
export async function storedSize(files: FileStorage, secret: string): Promise<number | null> {
  return (await files.stat(keyOf(secret)))?.byteSize ?? null;
}

/** The SHA-256 of a stored file as hex digits; null when it is missing. Throws FileStorageError. */
export async function checksumOf(files: FileStorage, secret: string): Promise<string | null> {
  const key = keyOf(secret);
  const recorded = (await files.stat(key))?.sha256 ?? null;
  if (recorded !== null) return recorded;
  const bytes = await files.get(key);
  return bytes && (await digestOf(bytes)).sha256;
}

/** Stores the copy of a file under its secret once its bytes are complete and have this SHA-256. Throws ChecksumError. */
export async function storeCopy(files: FileStorage, secret: string, source: Readable, sha256: string): Promise<void> {
  await files.put(keyOf(secret), source, sha256);
}
