import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random letters and digits, each as likely as any other. */
export function randomLetters(count: number): string {
  let text = '';
  while (text.length < count) {
    // Bytes beyond the last multiple of 62 would make some letters more likely: they are discarded.
    for (const byte of randomBytes(count)) if (byte < 248 && text.length < count) text += LETTERS[byte % 62];
  }
  return text;
}

/** A digest of a long random secret: enough to recognise it, not to use it. */
export function sha256Of(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** A value that only the holder of the secret can know, for one purpose. */
export function derivedFrom(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}

/** Compares without telling by its time where the two differ. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(sha256Of(one), sha256Of(other));
}
