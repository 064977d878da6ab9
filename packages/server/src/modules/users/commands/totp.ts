import { Secret, TOTP } from 'otpauth';
import type { UserId } from '@milepost/core/ids';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { seal, unseal, type Vault } from '../../../platform/sealing/sealing.ts';
import type { SealedColumn } from '../../../platform/sealing/rotate.ts';
import { lockTotp, saveUsedSteps } from '../store/second-factors.ts';
import type { User } from '../store.ts';

const PURPOSE = 'TOTP secret';
/** Where the secrets are stored. */
export const sealedTotp: SealedColumn = { table: 'totp_factors', column: 'sealed_secret', purpose: PURPOSE };
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Accepted steps to each side of the current one, because the clock of a phone differs. */
const WINDOW = 1;

/** A new secret, for the authenticator app of a person. */
export interface TotpSecret {
  /** In base32, to type. */
  secret: string;
  /** `otpauth://totp/…`, for the QR code. */
  uri: string;
}

export function makeTotpSecret({ instance }: Services, user: User): TotpSecret {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  // A colon separates the issuer from the name.
  const issuer = instance.name.replaceAll(':', ' ');
  const uri = totpOf(secret, { issuer, label: user.username }).toString();
  return { secret, uri };
}

/** Encrypts a secret for the database, in the transaction that stores it. */
export function sealTotpSecret(vault: Vault, secret: string): Promise<Buffer> {
  return seal(vault, PURPOSE, secret);
}

/**
 * The step of a code among the accepted ones of `usedSteps`; null for a wrong code and for one that was used.
 * @returns the steps to store as used.
 */
export async function useTotpCode(
  vault: Vault,
  factor: { sealedSecret: Buffer; usedSteps: readonly number[] },
  code: string,
): Promise<number[] | null> {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = totpOf(await unseal(vault, PURPOSE, factor.sealedSecret));
  const timestamp = Date.now();
  const delta = totp.validate({ token, window: WINDOW, timestamp });
  if (delta === null) return null;
  const current = totp.counter({ timestamp });
  const step = current + delta;
  if (factor.usedSteps.includes(step)) return null;
  return [...factor.usedSteps.filter((used) => used >= current - WINDOW), step];
}

/** Whether this is a code of the account's authenticator app that was not used yet; it is used from now on. */
export async function consumeTotpCode({ secret }: Services, trx: Db, userId: UserId, code: string): Promise<boolean> {
  const factor = await lockTotp(trx, userId);
  const usedSteps = factor && (await useTotpCode({ db: trx, secret }, factor, code));
  if (!usedSteps) return false;
  await saveUsedSteps(trx, userId, usedSteps);
  return true;
}

function totpOf(secret: string, name: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...name, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });
}
