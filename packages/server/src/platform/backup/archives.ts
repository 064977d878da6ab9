import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupConfig } from '../config/backup-settings.ts';
import { ChecksumError } from '../files/errors.ts';
import { digestOf } from '../files/drafts.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { BACKUPS_PREFIX, type ObjectKey } from '../files/object-store.ts';
import { draftOf } from './write.ts';

/** Where archives are: a folder, or `s3://BUCKET/backups`. */
export function placeOfArchives(files: FileStorage, { folder, isFolderSet }: BackupConfig): string {
  const { main, s3 } = files;
  return s3 && main === s3 && !isFolderSet ? `s3://${s3.bucket}/${BACKUPS_PREFIX.slice(0, -1)}` : folder;
}

/** The key of an archive with the address `s3://BUCKET/backups/NAME`; null if it is not in this bucket. */
export function archiveOfAddress({ s3 }: FileStorage, address: string): ObjectKey | null {
  const start = s3 && `s3://${s3.bucket}/`;
  const key = start && address.startsWith(start) ? address.slice(start.length) : '';
  return /^backups\/[\w.-]+$/.test(key) ? key : null;
}

/**
 * Stores an archive that `write` makes as a file: in the folder, or first there and then in the bucket, where it is read again and
 * compared by SHA-256. Returns its size in bytes. An archive that fails is removed.
 */
export async function storeArchive(
  files: FileStorage,
  config: BackupConfig,
  archive: { folder: string; name: string },
  write: (file: string) => Promise<void>,
): Promise<number> {
  const key = archiveOfAddress(files, `${archive.folder}/${archive.name}`);
  const folder = key === null ? archive.folder : config.folder;
  const file = join(folder, archive.name);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await write(file);
    const digest = await digestOf(createReadStream(file));
    if (files.s3 && key !== null) {
      await files.s3.putFile(key, file, digest);
      const stored = await files.s3.get(key);
      if (!stored || (await digestOf(stored)).sha256 !== digest.sha256) throw new ChecksumError();
      await removeFile(file);
    }
    return digest.byteSize;
  } catch (error) {
    await removeArchive(files, config, archive).catch(() => {});
    throw error;
  }
}

/** Removes an archive, complete or not. Throws if its place does not answer, or is no longer configured. */
export async function removeArchive(
  files: FileStorage,
  config: BackupConfig,
  { folder, name }: { folder: string; name: string },
): Promise<void> {
  if (!folder.startsWith('s3://')) return removeFile(join(folder, name));
  await removeFile(join(config.folder, name));
  const key = archiveOfAddress(files, `${folder}/${name}`);
  if (!files.s3 || key === null) throw new Error(`${folder} is not the bucket of MILEPOST_S3_BUCKET`);
  await files.s3.remove(key);
}

async function removeFile(file: string): Promise<void> {
  for (const path of [file, draftOf(file)]) await rm(path, { force: true });
}
