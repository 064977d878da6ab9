import type { Readable } from 'node:stream';

/** Where an object is stored: `uploads/ab/abcd…`. Made by the server, never taken from input. */
export type ObjectKey = string;

export interface StoredObject {
  byteSize: number;
  /** Hex digits. */
  sha256: string;
}

export interface ObjectState {
  byteSize: number;
  modifiedAt: Date;
  /** As it was when the object was stored; null if the store does not keep it. */
  sha256: string | null;
}

export interface ListedObject {
  key: ObjectKey;
  byteSize: number;
  modifiedAt: Date;
}

/** Bytes from `start` to `end`, inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Headers that the answer of a signed address has. */
export interface SignedHeaders {
  contentType: string;
  contentDisposition: string;
}

/**
 * A folder or a bucket. Errors are those of the file system or the client; `FileStorage` translates them. Nothing reads a whole object
 * into memory.
 */
export interface ObjectStore {
  readonly kind: StoreKind;
  /** The folder, or the address of the bucket. */
  readonly place: string;
  /**
   * Stores a stream. The object appears when it is complete, and replaces one of the same key; a stream that breaks off leaves nothing.
   * Throws ChecksumError if the bytes do not have the given SHA-256.
   */
  put(key: ObjectKey, source: AsyncIterable<Buffer>, sha256?: string): Promise<StoredObject>;
  /** The bytes, whole or of a range; null when there is no such object. */
  get(key: ObjectKey, range?: ByteRange): Promise<Readable | null>;
  stat(key: ObjectKey): Promise<ObjectState | null>;
  /** Does nothing when there is no such object. */
  remove(key: ObjectKey): Promise<void>;
  /** Gives an object a second key, with a new modification time; false when there is no such object. */
  copy(from: ObjectKey, to: ObjectKey): Promise<boolean>;
  /** The objects below a prefix that ends with a slash, some at a time. */
  list(prefix: string): AsyncIterable<readonly ListedObject[]>;
  /** An address that anyone may read the object at for so many seconds; null if the store has none. */
  signedAddress(key: ObjectKey, seconds: number, headers: SignedHeaders): Promise<string | null>;
  /** Removes incomplete objects that nobody has written to since. */
  removeIncomplete(since: Date): Promise<number>;
  /** Throws if the store does not answer, or refuses. */
  check(signal?: AbortSignal): Promise<void>;
}

export type StoreKind = 'local' | 's3';

/** The beginnings of the keys of all objects but backups: attached files, and archives that wait for their import. */
export const KEY_PREFIXES = ['uploads/', 'imports/'] as const;
/** And those of backups. */
export const BACKUPS_PREFIX = 'backups/';

/** Keys are made of safe names: they are paths below the data folder. */
const KEY = /^[a-z]+(\/[A-Za-z0-9][\w.-]*)+$/;

export const isKey = (text: string): boolean => KEY.test(text);

/** Throws TypeError for anything else. */
export function requireKey(key: ObjectKey): ObjectKey {
  if (!isKey(key)) throw new TypeError('This is not the key of an object');
  return key;
}
