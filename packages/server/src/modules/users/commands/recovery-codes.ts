import { randomBytes } from 'node:crypto';
import type { UserId } from '@milepost/core/ids';
import type { Db } from '../../../platform/database/tables.ts';
import { sha256Of } from '../../../platform/util/tokens.ts';
import { consumeRecoveryCode, replaceRecoveryCodes } from '../store/second-factors.ts';

const COUNT = 10;
/** Crockford's base 32: without letters that look like digits. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 random bits: a plain digest of a code cannot be reversed. */
const LENGTH = 16;

/** Replaces the recovery codes of an account; the result is shown once. */
export async function makeRecoveryCodes(trx: Db, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, randomCode);
  await replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => hashOf(code)),
  );
  return codes;
}

/** Whether this is an unused recovery code of the account; it is used from now on. */
export async function useRecoveryCode(trx: Db, userId: UserId, code: string): Promise<boolean> {
  return consumeRecoveryCode(trx, userId, hashOf(code));
}

function randomCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte % LETTERS.length] ?? '').join('');
  return letters.match(/.{4}/g)?.join('-') ?? letters;
}

/** Letters that are easily confused, case and separators make no difference. */
function hashOf(code: string): Buffer {
  const letters = code
    .toLowerCase()
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
    .replaceAll(/[^0-9a-z]/g, '');
  return sha256Of(`recovery code ${letters}`);
}
