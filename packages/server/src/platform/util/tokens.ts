import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits, uniformly distributed. */
export function randomLetters(count: number): string {
  let text = '';
  while (text.length < count) {
    // Discards bytes beyond the last multiple of 62, which would make some characters more likely.
    for (const byte of randomBytes(count)) if (byte < 248 && text.length < count) text += LETTERS[byte % 62];
  }
  return text;
}

/** The digest of a long random secret, by which it can be recognized but not used. */
export function sha256Of(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** A secret for one purpose, derived from another by HMAC; as base64url. */
export function derivedFrom(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Compares secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(sha256Of(one), sha256Of(other));
}
