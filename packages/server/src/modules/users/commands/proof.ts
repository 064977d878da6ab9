import { DomainError, ForbiddenError } from '@milepost/core/errors';
import { recordAudit } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ownAccount, problemsOfAccount, refuse, requireOwnPassword } from './accounts.ts';
import { hashPassword } from './passwords.ts';
import { requireOwnHands } from '../policy.ts';
import { closeLinks } from '../store/links.ts';
import { deleteSessions, sessionAge } from '../store/sessions.ts';
import { saveUser, type User } from '../store.ts';

/** How recent a sign-in must be that replaces the password, for accounts without one. */
const FRESH_SIGN_IN_MINUTES = 10;

/** A change of how a person signs in, too long after they signed in. */
class StaleSignInError extends DomainError {
  override name = 'StaleSignInError';
  readonly code = 'STALE_SIGN_IN' as const;
  readonly kind = 'forbidden' as const;
  constructor() {
    super('Sign out and sign in again, then try again within 10 minutes.');
  }
}

/** Proof that the owner changes how they sign in. */
export interface Proof {
  /** Ignored for an account without a password, whose sign-in must be recent. */
  currentPassword: string;
  session: Buffer | null;
}

/** The viewer's account. Throws ValidationError, TooManyAttemptsError or StaleSignInError unless the proof is valid. */
export async function requireProof(ctx: Context, { currentPassword, session }: Proof): Promise<User> {
  requireOwnHands(ctx);
  const account = await ownAccount(ctx);
  if (account.user.isBot) throw new ForbiddenError();
  if (account.passwordHash === null) return requireFreshSignIn(ctx, session);
  await requireOwnPassword(ctx, account, currentPassword, session);
  return account.user;
}

/** The viewer's account. Throws StaleSignInError unless this session began within the last 10 minutes. */
export async function requireFreshSignIn(ctx: Context, session: Buffer | null): Promise<User> {
  requireOwnHands(ctx);
  const { user } = await ownAccount(ctx);
  if (user.isBot) throw new ForbiddenError();
  const age = session && (await sessionAge(ctx.db, session));
  if (age === null || age > FRESH_SIGN_IN_MINUTES * 60) throw new StaleSignInError();
  return user;
}

/** Sets the viewer's password; requires the current one or, for the first, a recent sign-in. Ends every other session. */
export async function changePassword(
  ctx: Context,
  { password, ...proof }: Proof & { password: string },
): Promise<void> {
  const { id, username, name, email } = await requireProof(ctx, proof);
  refuse(problemsOfAccount({ username, name, email, password }));
  const passwordHash = await hashPassword(password);
  await ctx.transaction(async (trx) => {
    await saveUser(trx, id, { passwordHash });
    await deleteSessions(trx, id, proof.session);
    await closeLinks(trx, id, ['reset', 'welcome']);
    await recordAudit(trx, ctx, { kind: 'password_changed', of: { user: id }, what: 'Changed the password' });
  });
}
