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

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text that must be recovered, for the database: AES-256-GCM with a key that is derived from the site's secret for this
 * purpose. The result is version, nonce, tag and ciphertext.
 */
export function seal(secret: string, purpose: string, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), iv);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), iv, cipher.getAuthTag(), encrypted]);
}

/** Decrypts the result of `seal` for the same secret and purpose. Throws UnsealError. */
export function unseal(secret: string, purpose: string, sealed: Buffer): string {
  const encryptedFrom = 1 + IV_BYTES + TAG_BYTES;
  if (sealed[0] !== VERSION || sealed.length < encryptedFrom) throw new UnsealError();
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), sealed.subarray(1, 1 + IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(sealed.subarray(1 + IV_BYTES, encryptedFrom));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(encryptedFrom)), decipher.final()]).toString('utf8');
  } catch {
    throw new UnsealError();
  }
}

function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `milepost sealed ${purpose}`, 32));
}
