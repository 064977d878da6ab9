import type { UserId } from '@milepost/core/ids';
import { derivedFrom, isSameSecret, randomLetters } from '../../../platform/tokens.ts';

/** A browser that signed in before: what its signed cookie says. It proves nothing but that, and opens nothing. */
export interface KnownDevice {
  id: string;
  /** The accounts it signed in to, the latest first. */
  userIds: readonly UserId[];
}

/** More accounts than this on one device are dropped, the longest unused first. */
const MAX_ACCOUNTS = 10;

/** Reads a device cookie; null for none and for one that this site did not sign. */
export function readDevice(secret: string, cookie: string | undefined): KnownDevice | null {
  const [, payload = '', id = '', users = '', signature = ''] =
    /^(([A-Za-z0-9]{22})\.(\d+(?:-\d+)*))\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  if (signature === '' || !isSameSecret(signature, signatureOf(secret, payload))) return null;
  return { id, userIds: users.split('-').map((each) => Number(each) as UserId) };
}

/** The cookie of a device after this account signed in on it; a new device where it was not known. */
export function deviceCookie(secret: string, device: KnownDevice | null, userId: UserId): string {
  const others = (device?.userIds ?? []).filter((each) => each !== userId);
  const userIds = [userId, ...others].slice(0, MAX_ACCOUNTS);
  const payload = `${device?.id ?? randomLetters(22)}.${userIds.join('-')}`;
  return `${payload}.${signatureOf(secret, payload)}`;
}

function signatureOf(secret: string, payload: string): string {
  return derivedFrom(derivedFrom(secret, 'known devices'), payload);
}
