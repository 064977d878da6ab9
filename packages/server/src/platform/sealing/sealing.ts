import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import type { Db, Generated, GeneratedTime, NullableTime, Optional } from '../database/tables.ts';
import { decrypt, encrypt, UnsealError } from './cipher.ts';

interface SealingKeyTable {
  id: Buffer;
  /** Its bytes, encrypted with a key from the secret of the installation. */
  wrapped: Buffer;
  /** The same under the next secret, while the secret changes. */
  wrappedNext: Optional<Buffer>;
  isCurrent: Generated<boolean>;
  createdAt: GeneratedTime;
  retiredAt: NullableTime;
}

declare module '../database/tables.ts' {
  interface Tables {
    sealingKeys: SealingKeyTable;
  }
}

/** The database with the keys, and the secret of the installation. */
export interface Vault {
  db: Db;
  secret: string;
}

/** Encrypted with a key from the secret itself: values of earlier versions, and of an installation that was never started. */
const BY_SECRET = 1;
/** Followed by the id of a key in `sealing_keys`. */
const BY_KEY = 2;
const KEY_ID_BYTES = 8;
const HEADER_BYTES = 1 + KEY_ID_BYTES;
const KEY_BYTES = 32;
const WRAPPING = 'sealing key';

/** Held, shared, by transactions that encrypt; a rotation waits for them, so that none uses the former key afterwards. */
export const SEALING_LOCK = 4_250_001;

const MAX_KEYS = 100;
const opened = new LRUCache<string, Buffer>({ max: MAX_KEYS });

/**
 * Encrypts a text that must be recovered, for the database, with the current key. `vault.db` must be the transaction that stores the
 * result. Throws UnsealError if the key was stored with another secret.
 */
export async function seal({ db, secret }: Vault, purpose: string, text: string): Promise<Buffer> {
  if (!db.isTransaction) throw new Error('Encrypt a secret in the transaction that stores it');
  await sql`SELECT pg_advisory_xact_lock_shared(${SEALING_LOCK})`.execute(db);
  // A statement of its own: its snapshot is newer than the lock.
  const current = await db
    .selectFrom('sealingKeys')
    .select(['id', 'wrapped'])
    .where('isCurrent', '=', true)
    .executeTakeFirst();
  if (!current) return encrypt(Buffer.of(BY_SECRET), secret, purpose, text);
  return sealWith({ id: current.id, bytes: openKey(secret, current.wrapped) }, purpose, text);
}

/** Decrypts the result of `seal` for the same purpose. Throws UnsealError. */
export async function unseal({ db, secret }: Vault, purpose: string, sealed: Buffer): Promise<string> {
  if (sealed[0] === BY_SECRET) return decrypt(1, secret, purpose, sealed);
  if (sealed[0] !== BY_KEY || sealed.length < HEADER_BYTES) throw new UnsealError();
  const id = sealed.subarray(1, HEADER_BYTES);
  const name = `${id.toString('hex')} ${secret}`;
  let key = opened.get(name);
  if (!key) {
    const row = await db.selectFrom('sealingKeys').select('wrapped').where('id', '=', id).executeTakeFirst();
    if (!row) throw new UnsealError();
    key = openKey(secret, row.wrapped);
    opened.set(name, key);
  }
  return decrypt(HEADER_BYTES, key, purpose, sealed);
}

export interface SealingKey {
  id: Buffer;
  bytes: Buffer;
}

export function newKey(): SealingKey {
  return { id: randomBytes(KEY_ID_BYTES), bytes: randomBytes(KEY_BYTES) };
}

export const headerOf = ({ id }: Pick<SealingKey, 'id'>): Buffer => Buffer.concat([Buffer.of(BY_KEY), id]);

export function sealWith(key: SealingKey, purpose: string, text: string): Buffer {
  return encrypt(headerOf(key), key.bytes, purpose, text);
}

export function wrapKey(secret: string, { bytes }: SealingKey): Buffer {
  return encrypt(Buffer.of(BY_SECRET), secret, WRAPPING, bytes.toString('base64'));
}

/** Throws UnsealError for a key that was wrapped under another secret. */
export function openKey(secret: string, wrapped: Buffer): Buffer {
  return Buffer.from(decrypt(1, secret, WRAPPING, wrapped), 'base64');
}
