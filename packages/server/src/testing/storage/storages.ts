import { FileStorage } from '../../platform/files/file-storage.ts';
import { canServeS3, newBucket } from './s3-server.ts';

/** What tests of files run against: the data folder, and a bucket of a real server where it is installed. */
export const storages = canServeS3 ? (['local', 's3'] as const) : (['local'] as const);
export type StorageName = (typeof storages)[number];

const opened = new Map<string, Promise<FileStorage>>();

/** The storage of one kind for a data folder; with a new bucket. */
export function storageFor(name: StorageName, dataDir: string): Promise<FileStorage> {
  const key = `${name} ${dataDir}`;
  const found = opened.get(key) ?? open(name, dataDir);
  opened.set(key, found);
  return found;
}

async function open(name: StorageName, dataDir: string): Promise<FileStorage> {
  return name === 'local' ? new FileStorage(dataDir) : new FileStorage(dataDir, { main: 's3', s3: await newBucket() });
}
