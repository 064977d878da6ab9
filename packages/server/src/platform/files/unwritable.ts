import { statfs } from 'node:fs/promises';
import { DomainError } from '@milepost/core/errors';
import { hasCode } from '../util/errors.ts';

/** The disk of the server or of its database is full. Nothing was saved; reads continue. */
export class StorageFullError extends DomainError {
  override name = 'StorageFullError';
  readonly code = 'STORAGE_FULL' as const;
  readonly kind = 'full' as const;
  constructor() {
    super('The disk of the server is full. Nothing was saved.');
  }
}

/** The database is read-only, for example a standby. Nothing was saved; reads continue. */
export class ReadOnlyDatabaseError extends DomainError {
  override name = 'ReadOnlyDatabaseError';
  readonly code = 'DATABASE_READ_ONLY' as const;
  readonly kind = 'unavailable' as const;
  constructor() {
    super('The database only reads right now. Nothing was saved.');
  }
}

/** The storage error that corresponds to an error of PostgreSQL or the file system; null for any other error. */
export function storageErrorOf(error: unknown): StorageFullError | ReadOnlyDatabaseError | null {
  if (error instanceof StorageFullError || error instanceof ReadOnlyDatabaseError) return error;
  // disk_full of PostgreSQL, and the file system's codes.
  if (hasCode(error, '53100', 'ENOSPC', 'EDQUOT')) return new StorageFullError();
  // read_only_sql_transaction
  return hasCode(error, '25006') ? new ReadOnlyDatabaseError() : null;
}

/** Waits for a write that a read can do without, such as the last use of a session; ignores storage errors. */
export async function unlessUnwritable(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!storageErrorOf(error)) throw error;
  }
}

/**
 * Changes are refused when less than this is free: PostgreSQL shuts down when it cannot write its log, which grows by files of 16 MiB,
 * and then reads would fail too.
 */
const RESERVED_BYTES = 64 * 1024 * 1024;
const CHECK_EVERY_MS = 2_000;

/** Monitors the free space of the data folder, where files and the embedded database are stored. */
export class StorageWatch {
  readonly #dataDir: string;
  readonly #holdsDatabase: boolean;
  readonly #reserved: number;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #isFull = false;

  /** `reserved`: bytes that must stay free. */
  constructor(options: { dataDir: string; holdsDatabase: boolean; reserved?: number }) {
    this.#dataDir = options.dataDir;
    this.#holdsDatabase = options.holdsDatabase;
    this.#reserved = options.reserved ?? RESERVED_BYTES;
  }

  /** Whether less than the reserve is free. Checks at most every two seconds; false if the free space is unknown. */
  async isFull(): Promise<boolean> {
    if (Date.now() - this.#checkedAt < CHECK_EVERY_MS) return this.#isFull;
    this.#checkedAt = Date.now();
    const found = await statfs(this.#dataDir).catch(() => null);
    this.#isFull = found !== null && found.bavail * found.bsize < this.#reserved;
    return this.#isFull;
  }

  /** Throws StorageFullError if there is no space for files. */
  async requireRoomForFiles(): Promise<void> {
    if (await this.isFull()) throw new StorageFullError();
  }

  /** Throws StorageFullError if there is no space for rows: only the embedded database shares the disk. */
  async requireRoomForRows(): Promise<void> {
    if (this.#holdsDatabase) await this.requireRoomForFiles();
  }
}
