import { ForbiddenError, NotFoundError, UnauthenticatedError, ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { randomLetters, sha256Of } from '../../../platform/util/tokens.ts';
import { userPolicy } from '../policy.ts';
import { deleteSessionByHash, insertSession, isSessionOf } from '../store/sessions.ts';
import { lockUser } from '../store.ts';
import type { Origin } from './sessions.ts';

/** How long an administrator may act as a person. */
const IMPERSONATION_MINUTES = 60;
const MAX_REASON_LENGTH = 255;

/**
 * Starts a session in which an administrator acts as this person, and returns its secret. Throws ForbiddenError for administrators, bots,
 * service accounts and people who cannot sign in, and ValidationError without a reason.
 */
export async function impersonate(
  ctx: Context,
  { userId, reason: text, origin }: { userId: UserId; reason: string; origin: Origin },
): Promise<string> {
  const reason = text.trim();
  const { viewer } = ctx;
  if (!viewer.isAdmin || viewer.id === null) throw new ForbiddenError();
  if (reason === '') throw new ValidationError({ reason: ["can't be blank"] });
  if (reason.length > MAX_REASON_LENGTH)
    throw new ValidationError({ reason: [`is too long (maximum is ${MAX_REASON_LENGTH} characters)`] });
  return ctx.transaction(async (trx) => {
    const user = await lockUser(trx, userId);
    if (!user) throw new NotFoundError('User');
    if (!userPolicy.impersonate(viewer, user)) throw new ForbiddenError('This account cannot be impersonated');
    const secret = randomLetters(43);
    await insertSession(trx, {
      idHash: sha256Of(secret),
      userId,
      ip: origin.ip,
      userAgent: origin.userAgent?.slice(0, 500) ?? null,
      idleMinutes: IMPERSONATION_MINUTES,
      impersonation: { byId: viewer.id as UserId, reason },
    });
    await recordAudit(trx, ctx, {
      kind: 'impersonation_started',
      of: { user: userId },
      what: `Started to act as @${user.username}, for at most ${IMPERSONATION_MINUTES} minutes: ${reason}`,
    });
    return secret;
  });
}

/**
 * Ends a session of `impersonate`. `ownSecret`: the administrator's own session; returns whether it is still active. Throws
 * UnauthenticatedError unless the request acts as another person.
 */
export async function stopImpersonating(ctx: Context, secret: string, ownSecret: string | null): Promise<boolean> {
  const { impersonator } = ctx;
  const userId = ctx.viewer.id;
  if (impersonator === null || userId === null) throw new UnauthenticatedError();
  await ctx.transaction(async (trx) => {
    await deleteSessionByHash(trx, sha256Of(secret));
    await recordAudit(trx, ctx, { kind: 'impersonation_ended', of: { user: userId }, what: 'Stopped to act as them' });
  });
  return ownSecret !== null && isSessionOf(ctx.db, sha256Of(ownSecret), impersonator.id);
}
