import type { UserId } from '@milepost/core/ids';
import { derivedFrom, isSameSecret, randomLetters } from '../../../platform/util/tokens.ts';

/** A browser that signed in before, according to its signed cookie. It grants no access. */
export interface KnownDevice {
  id: string;
  /** The accounts that signed in on it, most recent first. */
  userIds: readonly UserId[];
}

/** Maximum accounts of a device; the least recently used are dropped. */
const MAX_ACCOUNTS = 10;

/** Parses a device cookie; null for none or an invalid signature. */
export function readDevice(secret: string, cookie: string | undefined): KnownDevice | null {
  const [, payload = '', id = '', users = '', signature = ''] =
    /^(([A-Za-z0-9]{22})\.(\d+(?:-\d+)*))\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
  if (signature === '' || !isSameSecret(signature, signatureOf(secret, payload))) return null;
  return { id, userIds: users.split('-').map((each) => Number(each) as UserId) };
}

/** The device cookie after a sign-in; creates a new device if there was none. */
export function deviceCookie(secret: string, device: KnownDevice | null, userId: UserId): string {
  const others = (device?.userIds ?? []).filter((each) => each !== userId);
  const userIds = [userId, ...others].slice(0, MAX_ACCOUNTS);
  const payload = `${device?.id ?? randomLetters(22)}.${userIds.join('-')}`;
  return `${payload}.${signatureOf(secret, payload)}`;
}

function signatureOf(secret: string, payload: string): string {
  return derivedFrom(derivedFrom(secret, 'known devices'), payload);
}
