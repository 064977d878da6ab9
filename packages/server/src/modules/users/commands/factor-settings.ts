import { recordAudit } from '../../../platform/audit.ts';
import { ConflictError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import type { Context, Trx } from '../../../platform/context.ts';
import { queueMail } from '../../../platform/outbox/mails.ts';
import { ownAccount } from './accounts.ts';
import { requireAttempt } from './attempts.ts';
import { factorDeadlineOf } from './factor-requirement.ts';
import { requireProof, type Proof } from './proof.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { WrongCodeError } from './second-factor.ts';
import { makeTotpSecret, sealTotpSecret, useTotpCode, type TotpSecret } from './totp.ts';
import { requireOwnHands, userPolicy } from '../policy.ts';
import { passkeysOf } from '../store/passkeys.ts';
import {
  activateTotp,
  deleteFactors,
  deleteTotp,
  factorSummary,
  lockPendingTotp,
  savePendingTotp,
} from '../store/second-factors.ts';
import { deleteSessions } from '../store/sessions.ts';
import { lockUser } from '../store.ts';

/** Time between the start of the set-up of an authenticator app and its first code. */
const SET_UP_MINUTES = 30;
/** A group requires a second factor, and this is the last one. */
class LastFactorError extends ConflictError {
  override name = 'LastFactorError';
  constructor() {
    super('A group requires a second factor. Add another one before you remove this one.');
  }
}

/** The viewer's factors. */
export async function readFactors(ctx: Context) {
  const { user, passwordHash } = await ownAccount(ctx);
  return {
    ...(await factorSummary(ctx.db, user.id)),
    passkeys: await passkeysOf(ctx.db, user.id),
    hasPassword: passwordHash !== null,
    isRequired: (await factorDeadlineOf(ctx.db, user.id)) !== null,
  };
}

/** Starts the set-up of an authenticator app. Throws what `requireProof` throws. */
export async function startTotp(ctx: Context, proof: Proof): Promise<TotpSecret> {
  const user = await requireProof(ctx, proof);
  const made = makeTotpSecret(ctx.services, user);
  await ctx.transaction(async (trx) => {
    await savePendingTotp(trx, user.id, await sealTotpSecret({ db: trx, secret: ctx.services.secret }, made.secret));
  });
  return made;
}

/**
 * Completes the set-up with a code of the app. The result has recovery codes if the account had none. Throws WrongCodeError,
 * TooManyAttemptsError, or NotFoundError when no set-up was started recently.
 */
export async function confirmTotp(ctx: Context, code: string): Promise<string[] | null> {
  requireOwnHands(ctx);
  const { user } = await ownAccount(ctx);
  const attempt = await requireAttempt(ctx.services, ['totp set-up', String(user.id)], 'codes');
  const added = await ctx.transaction(async (trx) => {
    const pending = await lockPendingTotp(trx, user.id, SET_UP_MINUTES);
    if (!pending) throw new NotFoundError('Set-up');
    const usedSteps = await useTotpCode({ db: trx, secret: ctx.services.secret }, pending, code);
    if (!usedSteps) return null;
    await activateTotp(trx, user.id, usedSteps);
    const what = 'Added an authenticator app';
    await recordAudit(trx, ctx, { kind: 'second_factor_added', of: { user: user.id }, what });
    return { recoveryCodes: await codesOfFirstFactor(trx, user.id) };
  });
  if (!added) throw new WrongCodeError();
  await attempt.succeed();
  return added.recoveryCodes;
}

/** Recovery codes for an account that has none; null for any other. */
export async function codesOfFirstFactor(trx: Trx, userId: UserId): Promise<string[] | null> {
  const { recoveryCodesLeft } = await factorSummary(trx, userId);
  return recoveryCodesLeft > 0 ? null : makeRecoveryCodes(trx, userId);
}

/** Removes the authenticator app. Throws LastFactorError, or what `requireProof` throws. */
export async function removeTotp(ctx: Context, proof: Proof): Promise<void> {
  const user = await requireProof(ctx, proof);
  await removeFactor(ctx, user.id, 'Removed the authenticator app', (trx) => deleteTotp(trx, user.id));
}

/** Removes a factor, unless it is the last one and a group requires one. */
export async function removeFactor(
  ctx: Context,
  userId: UserId,
  what: string,
  remove: (trx: Trx) => Promise<void>,
): Promise<void> {
  await ctx.transaction(async (trx) => {
    await lockUser(trx, userId);
    await remove(trx);
    await recordAudit(trx, ctx, { kind: 'second_factor_removed', of: { user: userId }, what });
    const left = await lockUser(trx, userId);
    if (left?.hasSecondFactor === false && (await factorDeadlineOf(trx, userId)) !== null) throw new LastFactorError();
  });
}

/** Replaces the recovery codes. Throws NotFoundError without a second factor, or what `requireProof` throws. */
export async function replaceCodes(ctx: Context, proof: Proof): Promise<string[]> {
  const { id } = await requireProof(ctx, proof);
  return ctx.transaction(async (trx) => {
    const user = await lockUser(trx, id);
    if (!user?.hasSecondFactor) throw new NotFoundError('Second factor');
    const what = 'Made new recovery codes';
    await recordAudit(trx, ctx, { kind: 'recovery_codes_replaced', of: { user: id }, what });
    return makeRecoveryCodes(trx, id);
  });
}

/** Removes every factor of a person who lost them, ends their sessions and notifies them; for administrators. */
export async function resetFactors(ctx: Context, userId: UserId): Promise<void> {
  await ctx.transaction(async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user) throw new NotFoundError('User');
    ctx.require(userPolicy.update, user);
    if (!user.hasSecondFactor)
      throw new ValidationError({ base: ['Two-factor authentication is not enabled for this user'] });
    await deleteFactors(trx, userId);
    const what = `Removed every second factor of @${user.username}`;
    await recordAudit(trx, ctx, { kind: 'second_factor_removed', of: { user: userId }, what });
    await deleteSessions(trx, userId);
    await queueMail(ctx.services, trx, {
      to: { name: user.name, address: user.email },
      subject: 'Your second factor was removed',
      sentence: `An administrator removed the second factor of your account @${user.username}: authenticator app, passkeys and recovery codes. All sessions were signed out. If you did not ask for it, tell an administrator.`,
      link: { title: 'Sign in', url: `${ctx.baseUrl}/users/sign_in` },
    });
  });
}
