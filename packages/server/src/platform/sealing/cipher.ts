import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * The ciphertext cannot be decrypted: it was encrypted with another secret or for another purpose, or was changed.
 */
export class UnsealError extends Error {
  override name = 'UnsealError';
  constructor() {
    super('A stored secret cannot be decrypted: MILEPOST_SECRET is not the one it was saved with');
  }
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text: AES-256-GCM with a subkey that is derived from `key` for this purpose. The result is the header, which is not
 * authenticated, then nonce, tag and ciphertext.
 */
export function encrypt(header: Buffer, key: Buffer | string, purpose: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', subkeyOf(key, purpose), iv);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([header, iv, cipher.getAuthTag(), encrypted]);
}

/** Decrypts the result of `encrypt` with a header of this size, for the same key and purpose. Throws UnsealError. */
export function decrypt(headerBytes: number, key: Buffer | string, purpose: string, sealed: Buffer): string {
  const tagFrom = headerBytes + IV_BYTES;
  const encryptedFrom = tagFrom + TAG_BYTES;
  if (sealed.length < encryptedFrom) throw new UnsealError();
  const decipher = createDecipheriv('aes-256-gcm', subkeyOf(key, purpose), sealed.subarray(headerBytes, tagFrom), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(tagFrom, encryptedFrom));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(encryptedFrom)), decipher.final()]).toString('utf8');
  } catch {
    throw new UnsealError();
  }
}

function subkeyOf(key: Buffer | string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `milepost sealed ${purpose}`, 32));
}
