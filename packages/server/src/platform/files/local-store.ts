import { randomUUID } from 'node:crypto';
import { access, constants, link, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { hasCode } from '../util/errors.ts';
import { DRAFTS, namesIn, removeDrafts, syncFolder, writeDraft } from './drafts.ts';
import {
  requireKey,
  type ByteRange,
  type ListedObject,
  type ObjectKey,
  type ObjectState,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';

/** Files below the data folder, by their key. A file gets its name when it is complete on the disk. */
export class LocalStore implements ObjectStore {
  readonly kind = 'local' as const;
  readonly place: string;
  readonly #drafts: string;

  /** `folder`: the data folder. */
  constructor(folder: string) {
    this.place = folder;
    this.#drafts = join(folder, DRAFTS);
  }

  async put(key: ObjectKey, source: AsyncIterable<Buffer>, sha256?: string): Promise<StoredObject> {
    const path = this.pathOf(key);
    const { path: draft, ...stored } = await writeDraft(this.#drafts, source, sha256);
    try {
      await mkdir(dirname(path), { recursive: true });
      await rename(draft, path);
      await syncFolder(dirname(path));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return stored;
  }

  async get(key: ObjectKey, range?: ByteRange): Promise<Readable | null> {
    try {
      // Opened here: a file that is removed meanwhile is still read to its end.
      const file = await open(this.pathOf(key), 'r');
      return file.createReadStream({ ...range });
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  async stat(key: ObjectKey): Promise<ObjectState | null> {
    try {
      const found = await stat(this.pathOf(key));
      return { byteSize: found.size, modifiedAt: found.mtime, sha256: null };
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  async remove(key: ObjectKey): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  /** A hard link where the file system supports it, otherwise a copy. */
  async copy(from: ObjectKey, to: ObjectKey): Promise<boolean> {
    const [source, path] = [this.pathOf(from), this.pathOf(to)];
    await mkdir(dirname(path), { recursive: true });
    try {
      // Updates the modification time before the link exists: the sweep removes old files without a row.
      const now = new Date();
      await utimes(source, now, now);
      await this.#link(source, path);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return false;
      if (!hasCode(error, 'EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES')) throw error;
      const bytes = await this.get(from);
      if (bytes) await this.put(to, bytes);
      return bytes !== null;
    }
    await syncFolder(dirname(path));
    return true;
  }

  /** Replaces a file of that name. */
  async #link(source: string, path: string): Promise<void> {
    try {
      await link(source, path);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      const draft = join(this.#drafts, randomUUID());
      await mkdir(this.#drafts, { recursive: true });
      await link(source, draft);
      await rename(draft, path);
      // Renaming does nothing if both are the same file.
      await rm(draft, { force: true });
    }
  }

  async *list(prefix: string): AsyncGenerator<readonly ListedObject[]> {
    const folder = join(this.place, prefix);
    if (folder === `${this.#drafts}/`) return;
    const found: ListedObject[] = [];
    for (const name of await namesIn(folder)) {
      const entry = await stat(join(folder, name)).catch(() => null);
      if (entry?.isDirectory()) yield* this.list(`${prefix}${name}/`);
      else if (entry?.isFile()) found.push({ key: `${prefix}${name}`, byteSize: entry.size, modifiedAt: entry.mtime });
    }
    if (found.length > 0) yield found;
  }

  signedAddress(): Promise<null> {
    return Promise.resolve(null);
  }

  removeIncomplete(since: Date): Promise<number> {
    return removeDrafts(this.#drafts, since);
  }

  async check(): Promise<void> {
    await mkdir(this.place, { recursive: true });
    await access(this.place, constants.R_OK | constants.W_OK | constants.X_OK);
  }

  /** The file of an object. */
  pathOf(key: ObjectKey): string {
    return join(this.place, requireKey(key));
  }
}
