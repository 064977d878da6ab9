import { DomainError } from '@milepost/core/errors';
import { anonymous } from '@milepost/core/roles';
import { Context, type Services, type Trx } from '../../../platform/context.ts';
import { sha256Of } from '../../../platform/util/tokens.ts';
import { requireAttempt } from './attempts.ts';
import type { KnownDevice } from './devices.ts';
import { recordFailedSignIn, recordingRefusal } from './failed-sign-ins.ts';
import { requireUsable, startSession, type SignedIn } from './first-factor.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import type { Origin } from './sessions.ts';
import { consumeTotpCode } from './totp.ts';
import { passkeysOf } from '../store/passkeys.ts';
import { deletePendingSignIn, pendingSignIn } from '../store/pending-sign-ins.ts';
import { factorSummary } from '../store/second-factors.ts';
import { userById, type User } from '../store.ts';

/** The time for the second factor is over, or its sign-in has ended. */
export class SignInExpiredError extends DomainError {
  override name = 'SignInExpiredError';
  readonly code = 'SIGN_IN_EXPIRED' as const;
  readonly kind = 'missing' as const;
  constructor() {
    super('This sign-in has expired. Sign in again.');
  }
}

/** The code is wrong, expired or used. */
export class WrongCodeError extends DomainError {
  override name = 'WrongCodeError';
  readonly code = 'WRONG_CODE' as const;
  readonly kind = 'unauthenticated' as const;
  constructor() {
    super('The code is wrong or was used before. Enter a new one.');
  }
}

export type SecondFactor = { totpCode: string } | { recoveryCode: string };

export interface DoublySignedIn extends SignedIn {
  /** After a recovery code: how many are left. */
  recoveryCodesLeft: number | null;
}

/** The account of a sign-in whose second factor is due. Throws SignInExpiredError. */
export async function pendingUser({ db }: Services, stepToken: string): Promise<{ user: User; isRemembered: boolean }> {
  const pending = await pendingSignIn(db, sha256Of(stepToken));
  const user = pending && (await userById(db, pending.userId));
  if (!pending || !user) throw new SignInExpiredError();
  return { user, isRemembered: pending.isRemembered };
}

/** The second factors that a pending sign-in accepts. Throws SignInExpiredError. */
export async function dueFactors(services: Services, stepToken: string) {
  const { user } = await pendingUser(services, stepToken);
  const { totpSince, recoveryCodesLeft } = await factorSummary(services.db, user.id);
  const passkeys = await passkeysOf(services.db, user.id);
  return { totp: totpSince !== null, passkeys: passkeys.length > 0, recoveryCodes: recoveryCodesLeft > 0 };
}

/**
 * Completes a sign-in with its second factor. Throws SignInExpiredError, WrongCodeError, TooManyAttemptsError, or what `requireUsable`
 * throws.
 */
export async function passSecondFactor(
  services: Services,
  stepToken: string,
  factor: SecondFactor,
  origin: Origin,
  device: KnownDevice | null = null,
): Promise<DoublySignedIn> {
  const { user, isRemembered } = await pendingUser(services, stepToken);
  const attempt = await requireAttempt(services, countedFor(user, device), 'codes');
  const signedIn = await completing(services, user, origin, async (trx) => {
    if (!(await isRight(services, trx, user, factor))) return null;
    return completeSignIn(services, trx, stepToken, { user, isRemembered }, origin);
  });
  if (!signedIn) {
    await recordFailedSignIn(services, { ip: origin.ip, userId: user.id, what: 'Wrong code' });
    throw new WrongCodeError();
  }
  await attempt.succeed();
  const isRecovery = 'recoveryCode' in factor;
  const { recoveryCodesLeft } = await factorSummary(services.db, user.id);
  return { ...signedIn, recoveryCodesLeft: isRecovery ? recoveryCodesLeft : null };
}

/** Runs the transaction of a second factor. A refusal of the account, which may be blocked since the first, is recorded. */
export function completing<Result>(
  services: Services,
  user: User,
  { ip }: Origin,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const failed = { ip, userId: user.id, what: 'Correct second factor, but' };
  return recordingRefusal(services, failed, () => new Context(services, anonymous).transaction(work));
}

/** Ends the pending sign-in and starts its session, after the second factor was verified. Throws SignInExpiredError. */
export async function completeSignIn(
  services: Services,
  trx: Trx,
  stepToken: string,
  { user, isRemembered }: { user: User; isRemembered: boolean },
  origin: Origin,
): Promise<SignedIn> {
  if (!(await deletePendingSignIn(trx, sha256Of(stepToken)))) throw new SignInExpiredError();
  await requireUsable(services, user);
  return startSession(services, user, origin, { isRemembered, db: trx });
}

function isRight(services: Services, trx: Trx, user: User, factor: SecondFactor): Promise<boolean> {
  return 'totpCode' in factor
    ? consumeTotpCode(services, trx, user.id, factor.totpCode)
    : useRecoveryCode(trx, user.id, factor.recoveryCode);
}

/** Counted per account, because a person who guesses codes knows its password; a browser that signed in before counts on its own. */
function countedFor(user: User, device: KnownDevice | null): readonly string[] {
  const id = String(user.id);
  return device?.userIds.includes(user.id) ? ['second factor', id, device.id] : ['second factor', id];
}
