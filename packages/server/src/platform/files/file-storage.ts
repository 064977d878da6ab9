import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileStorageConfig } from '../config/file-storage.ts';
import { storageErrorOf, StorageFullError } from './unwritable.ts';
import { DRAFTS, writeDraft } from './drafts.ts';
import { ChecksumError, FileStorageError } from './errors.ts';
import { LocalStore } from './local-store.ts';
import { S3Store } from './s3-store.ts';
import type { ByteRange, ObjectKey, ObjectState, ObjectStore, SignedHeaders, StoredObject } from './object-store.ts';

/** How long the state of the storage is kept. */
const CHECK_EVERY_MS = 5_000;
/** Probes of orchestrators wait little longer. */
const CHECK_TIMEOUT_MS = 1_000;
const SIGNED_SECONDS = 60;

/**
 * The files of this installation. New ones are stored in one place; those that are still in the other one are read from there, so files
 * can be migrated while the server runs. Every failure is a FileStorageError, except of the stream that is stored.
 */
export class FileStorage {
  readonly main: ObjectStore;
  /** The former place of files; null when there is no bucket. */
  readonly former: ObjectStore | null;
  readonly local: LocalStore;
  readonly s3: S3Store | null;
  readonly #redirects: boolean;
  #isHealthy: Promise<boolean> = Promise.resolve(true);
  #checkedAt = Number.NEGATIVE_INFINITY;

  /** `dataDir`: the folder of files, and of incomplete files with a bucket. */
  constructor(dataDir: string, { main, s3 }: FileStorageConfig = { main: 'local', s3: null }) {
    this.local = new LocalStore(dataDir);
    this.s3 = s3 && new S3Store(s3, dataDir);
    this.main = (main === 's3' && this.s3) || this.local;
    this.former = this.main === this.s3 ? this.local : this.s3;
    this.#redirects = s3?.redirects ?? false;
  }

  /** The places that files may be in. */
  get stores(): readonly ObjectStore[] {
    return this.former ? [this.main, this.former] : [this.main];
  }

  /**
   * Stores a stream. Throws FileStorageError, StorageFullError, ChecksumError if the bytes do not have the given SHA-256, and the error
   * of the stream; then nothing is stored.
   */
  async put(key: ObjectKey, source: AsyncIterable<Buffer>, sha256?: string): Promise<StoredObject> {
    let ofSource: unknown = null;
    const watched = async function* (): AsyncGenerator<Buffer> {
      try {
        yield* source;
      } catch (error) {
        ofSource = error;
        throw error;
      }
    };
    try {
      return await this.main.put(key, watched(), sha256);
    } catch (error) {
      throw ofSource ?? failureOf('storing', error);
    }
  }

  /** The bytes, whole or of a range; null when there is no such object. Throws FileStorageError. */
  async get(key: ObjectKey, range?: ByteRange): Promise<Readable | null> {
    return this.#find((store) => store.get(key, range));
  }

  /** Null when there is no such object. Throws FileStorageError. */
  async stat(key: ObjectKey): Promise<ObjectState | null> {
    return this.#find((store) => store.stat(key));
  }

  /** Throws FileStorageError; the sweep removes what has no row. */
  async remove(key: ObjectKey): Promise<void> {
    for (const store of this.stores) await this.#do('storing', () => store.remove(key));
  }

  /** Gives an object a second key; false when there is no such object. Throws FileStorageError. */
  async copy(from: ObjectKey, to: ObjectKey): Promise<boolean> {
    if (await this.#do('storing', () => this.main.copy(from, to))) return true;
    const bytes = this.former && (await this.get(from));
    if (bytes) await this.put(to, bytes);
    return bytes !== null;
  }

  /** Changes the key of an object. Throws FileStorageError. */
  async rename(from: ObjectKey, to: ObjectKey): Promise<void> {
    if (!(await this.copy(from, to))) throw new FileStorageError('storing', new Error(`There is no object ${from}`));
    await this.remove(from);
  }

  /**
   * An address in the bucket that everybody may read the object at, for at most 60 seconds; null unless browsers are to use such
   * addresses and the object is in the bucket. The caller checks the permission first. Throws FileStorageError.
   */
  async signedAddress(key: ObjectKey, headers: SignedHeaders): Promise<string | null> {
    const { s3 } = this;
    if (!s3 || !this.#redirects) return null;
    return this.#do('reading', async () =>
      (await s3.stat(key)) ? s3.signedAddress(key, SIGNED_SECONDS, headers) : null,
    );
  }

  /** Whether new files can be stored, as of the last seconds. */
  isHealthy(): Promise<boolean> {
    if (Date.now() - this.#checkedAt < CHECK_EVERY_MS) return this.#isHealthy;
    this.#checkedAt = Date.now();
    this.#isHealthy = this.main.check(AbortSignal.timeout(CHECK_TIMEOUT_MS)).then(
      () => true,
      () => false,
    );
    return this.#isHealthy;
  }

  /**
   * A file with the bytes of an object, for as long as `work` takes: that of the data folder, or a copy. Null when there is no such
   * object. Throws FileStorageError.
   */
  async withFile<Result>(key: ObjectKey, work: (path: string) => Promise<Result>): Promise<Result | null> {
    if (await this.#do('reading', () => this.local.stat(key))) return work(this.local.pathOf(key));
    const bytes = this.s3 && (await this.get(key));
    if (!bytes) return null;
    const draft = await this.#do('reading', () => writeDraft(join(this.local.place, DRAFTS), bytes));
    try {
      return await work(draft.path);
    } finally {
      await rm(draft.path, { force: true });
    }
  }

  async close(): Promise<void> {
    await this.s3?.close();
  }

  /** Looks in the main store again at the end: between its answer and that of the former one the object may have been moved. */
  async #find<Found>(lookIn: (store: ObjectStore) => Promise<Found | null>): Promise<Found | null> {
    let failure: unknown = null;
    for (const store of this.stores) {
      try {
        const found = await lookIn(store);
        if (found !== null) return found;
      } catch (error) {
        failure ??= error;
      }
    }
    if (failure !== null) throw failureOf('reading', failure);
    return this.former && this.#do('reading', () => lookIn(this.main));
  }

  async #do<Result>(doing: 'storing' | 'reading', work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw failureOf(doing, error);
    }
  }
}

function failureOf(doing: 'storing' | 'reading', error: unknown): Error {
  if (error instanceof ChecksumError || error instanceof FileStorageError || error instanceof TypeError) return error;
  const full = storageErrorOf(error);
  return full instanceof StorageFullError ? full : new FileStorageError(doing, error);
}
