import { type Dirent } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { Pack } from 'tar-stream';
import type { FileStorage } from '../files/file-storage.ts';
import { DRAFTS } from '../files/drafts.ts';
import { KEY_PREFIXES } from '../files/object-store.ts';
import { hasCode } from '../util/errors.ts';
import { FILES_FOLDER, NOT_IN_BACKUPS } from './format.ts';

/** The objects of Git repositories, below the data folder. */
const OBJECTS = /^repositories\/[^/]+\/objects\//;

/**
 * Adds the files of the data folder, without those of the database and incomplete ones, and the objects of the bucket. Objects of
 * repositories are listed after the refs were copied: a push adds objects first, so a backup has every object that its refs point to.
 * Returns the number of files.
 */
export async function addFiles(
  archive: Pack,
  { files, dataDir }: { files: FileStorage; dataDir: string },
  leftOut: readonly string[],
): Promise<number> {
  let count = 0;
  for (const isObject of [false, true]) {
    for (const path of await filesOf(dataDir)) {
      const name = relative(dataDir, path).split(sep).join('/');
      if (leftOut.some((each) => isAtOrBelow(resolve(path), each)) || OBJECTS.test(name) !== isObject) continue;
      if (await addFile(archive, path, `${FILES_FOLDER}${name}`)) count += 1;
    }
  }
  return count + (await addObjects(archive, files));
}

/** Those of the bucket that are not in the data folder too. */
async function addObjects(archive: Pack, { s3, local }: FileStorage): Promise<number> {
  let count = 0;
  if (!s3) return count;
  for (const prefix of KEY_PREFIXES) {
    for await (const page of s3.list(prefix)) {
      for (const { key, byteSize } of page) {
        const bytes = (await local.stat(key)) ? null : await s3.get(key);
        if (!bytes) continue;
        await addStream(archive, `${FILES_FOLDER}${key}`, byteSize, bytes);
        count += 1;
      }
    }
  }
  return count;
}

const isAtOrBelow = (path: string, other: string): boolean => path === other || path.startsWith(other + sep);

async function filesOf(dataDir: string): Promise<string[]> {
  const top = (await entriesIn(dataDir)).filter(({ name }) => !NOT_IN_BACKUPS.test(name));
  const files: string[] = [];
  const drafts = join(dataDir, DRAFTS);
  const waiting = [top];
  for (let entries = waiting.pop(); entries; entries = waiting.pop()) {
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) files.push(path);
      else if (entry.isDirectory() && path !== drafts) waiting.push(await entriesIn(path));
    }
  }
  return files.sort();
}

/** The entries of a folder; none if it was removed meanwhile, as those of a push are. */
async function entriesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** False if the file was removed meanwhile: it was never complete, because files of rows are kept while a backup is made. */
async function addFile(archive: Pack, path: string, name: string): Promise<boolean> {
  try {
    // Size and bytes of one file, also when another one takes its name meanwhile.
    const file = await open(path, 'r');
    const { size } = await file.stat();
    if (size === 0) await file.close();
    await addStream(archive, name, size, size === 0 ? null : file.createReadStream({ end: size - 1 }));
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** `size`: the bytes of the stream; a file that grows meanwhile is truncated to it. Null for no bytes. */
function addStream(archive: Pack, name: string, size: number, source: Readable | null): Promise<void> {
  return new Promise((done, failed) => {
    const entry = archive.entry({ name, size }, (error) => (error ? failed(error) : done()));
    (source ?? Readable.from([])).once('error', failed).pipe(entry);
  });
}
