import { DomainError } from '@milepost/core/errors';
import { recordAudit } from '../../../platform/audit.ts';
import type { Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { randomLetters, sha256Of } from '../../../platform/util/tokens.ts';
import { recordingRefusal } from './failed-sign-ins.ts';
import { sendLink } from './links.ts';
import { beginSession, type Origin } from './sessions.ts';
import { recordSignIn, type User } from '../store.ts';
import { insertPendingSignIn } from '../store/pending-sign-ins.ts';

class AccountBlockedError extends DomainError {
  override name = 'AccountBlockedError';
  readonly code = 'ACCOUNT_BLOCKED' as const;
  readonly kind = 'forbidden' as const;
  constructor() {
    super('Your account is blocked. Ask an administrator to unblock it.');
  }
}

/** A registered account that an administrator has not approved yet. */
export class AwaitsApprovalError extends DomainError {
  override name = 'AwaitsApprovalError';
  readonly code = 'AWAITS_APPROVAL' as const;
  readonly kind = 'forbidden' as const;
  constructor() {
    super('Your account is waiting for approval by an administrator.');
  }
}

/** The address of the account has not been confirmed yet. */
class UnconfirmedError extends DomainError {
  override name = 'UnconfirmedError';
  readonly code = 'EMAIL_UNCONFIRMED' as const;
  readonly kind = 'forbidden' as const;
  constructor() {
    super('Confirm your email address first. We sent you the link again.');
  }
}

/** How a person proved who they are, before a session is made. */
export interface FirstFactor {
  /** `password`, `passkey`, `ldap`, or the name of an OpenID Connect provider. */
  by: string;
  /** Whether it includes a second factor: a passkey that verified its user, or a provider that vouches for several factors. */
  hasSeveralFactors: boolean;
  /** Whether the session outlives the browser session. */
  isRemembered: boolean;
}

export interface SignedIn {
  user: User;
  /** The secret for the session cookie. */
  sessionSecret: string;
  isRemembered: boolean;
}

/** A sign-in whose second factor is due: no session exists, and the token grants nothing but the second step. */
export interface PendingSignIn {
  stepToken: string;
}

export type SignInProgress = { signedIn: SignedIn } | { pending: PendingSignIn };

/** Time for the second factor. */
export const SECOND_FACTOR_MINUTES = 5;

/**
 * The only way from a first factor to a session: starts one, or a second step if the account has a second factor that this sign-in does
 * not include. Throws what `requireUsable` throws.
 */
export async function passFirstFactor(
  services: Services,
  user: User,
  origin: Origin,
  { by, hasSeveralFactors, isRemembered }: FirstFactor,
): Promise<SignInProgress> {
  const { db } = services;
  const failed = { ip: origin.ip, userId: user.id, what: `Correct sign-in with ${by}, but` };
  await recordingRefusal(services, failed, () => requireUsable(services, user));
  if (user.hasSecondFactor && !hasSeveralFactors) {
    const stepToken = randomLetters(43);
    await insertPendingSignIn(
      db,
      { tokenHash: sha256Of(stepToken), userId: user.id, isRemembered },
      SECOND_FACTOR_MINUTES,
    );
    return { pending: { stepToken } };
  }
  return { signedIn: await startSession(services, user, origin, { by, isRemembered }) };
}

/** Starts a session after all factors, and for a new account, which has no second factor yet. `by` as in FirstFactor. */
export async function startSession(
  { db: pool, instance }: Pick<Services, 'db' | 'instance'>,
  user: User,
  origin: Origin,
  { by, isRemembered = true, db = pool }: { by?: string; isRemembered?: boolean; db?: Db } = {},
): Promise<SignedIn> {
  const begin = async (trx: Db) => {
    const sessionSecret = await beginSession(trx, user.id, origin, instance.sessionMinutes);
    await recordSignIn(trx, user.id);
    const what = by === undefined ? 'Signed in' : `Signed in with ${by}`;
    await recordAudit(trx, { viewer: user, address: origin.ip }, { kind: 'signed_in', of: { user: user.id }, what });
    return { user, sessionSecret, isRemembered };
  };
  return db.isTransaction ? begin(db) : db.transaction().execute(begin);
}

/**
 * Throws AccountBlockedError, AwaitsApprovalError or UnconfirmedError unless this account may sign in. Call it only after the person
 * proved who they are: the errors reveal that the account exists.
 */
export async function requireUsable(services: Services, user: User): Promise<void> {
  if (user.state === 'blocked_pending_approval') throw new AwaitsApprovalError();
  if (user.state !== 'active') throw new AccountBlockedError();
  if (user.confirmedAt !== null) return;
  await sendLink(services, services.db, { userId: user.id, email: user.email, purpose: 'confirm' });
  throw new UnconfirmedError();
}
