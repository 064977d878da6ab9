import { DomainError } from '@milepost/core/errors';
import type { Services } from '../../../platform/context.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { checkPassword } from './attempts.ts';
import type { KnownDevice } from './devices.ts';
import { sendLink } from './links.ts';
import { beginSession, type Origin } from './sessions.ts';
import { recordSignIn, userByLogin, type User } from '../store.ts';

/** Thrown for an unknown name and for a wrong password alike, so that it does not reveal which accounts exist. */
export class WrongPasswordError extends DomainError {
  override name = 'WrongPasswordError';
  readonly code = 'WRONG_PASSWORD' as const;
  readonly kind = 'unauthenticated' as const;
  constructor() {
    super('Wrong username or password');
  }
}

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

/** The password is correct, but the address of the account has not been confirmed yet. */
class UnconfirmedError extends DomainError {
  override name = 'UnconfirmedError';
  readonly code = 'EMAIL_UNCONFIRMED' as const;
  readonly kind = 'forbidden' as const;
  constructor() {
    super('Confirm your email address first. We sent you the link again.');
  }
}

export interface SignedIn {
  user: User;
  /** The secret for the session cookie. */
  sessionSecret: string;
}

/** How a person proved who they are, before a session is made. */
export interface FirstFactor {
  /** `password`, `ldap`, or the name of an OpenID Connect provider. */
  by: string;
  /** Whether the provider confirms that the person proved several factors there. */
  hasSeveralFactors: boolean;
}

interface PasswordInput {
  /** A username or an email address. */
  login: string;
  password: string;
}

/**
 * Signs in with a password. `device`: the device cookie of the request. Throws WrongPasswordError, AccountBlockedError and
 * UnconfirmedError (only with the correct password) or TooManyAttemptsError.
 */
export async function signIn(
  services: Services,
  input: PasswordInput,
  origin: Origin,
  device: KnownDevice | null = null,
): Promise<SignedIn> {
  const user = await verifyPassword(services, input, origin.ip, device);
  return completeSignIn(services, user, origin, { by: 'password', hasSeveralFactors: false });
}

/** Starts the session of a person who proved a first factor. Every way of signing in ends here. */
export async function completeSignIn(
  services: Services,
  user: User,
  origin: Origin,
  _factor: FirstFactor,
): Promise<SignedIn> {
  const sessionSecret = await beginSession(services.db, user.id, origin, services.instance.sessionMinutes);
  await recordSignIn(services.db, user.id);
  return { user, sessionSecret };
}

/** The account of this password, without a session: for Git. Throws as `signIn` does. */
export async function verifyPassword(
  services: Services,
  input: PasswordInput,
  ip: string | null,
  device: KnownDevice | null = null,
): Promise<User> {
  const login = input.login.trim();
  const found = await userByLogin(services.db, login);
  // Counted per typed login: counting per account would reveal which username and email address belong together.
  const counted =
    found && device?.userIds.includes(found.user.id)
      ? ['device', device.id, String(found.user.id)]
      : ['name', networkOf(ip ?? ''), login.toLowerCase()];
  const isRight = await checkPassword(services, counted, input.password, found?.passwordHash ?? null);
  if (!found || !isRight) throw new WrongPasswordError();
  await requireUsable(services, found.user);
  return found.user;
}

/** Throws AwaitsApprovalError, AccountBlockedError or UnconfirmedError for an account that cannot sign in now. */
export async function requireUsable(services: Services, user: User): Promise<void> {
  if (user.state === 'blocked_pending_approval') throw new AwaitsApprovalError();
  if (user.state !== 'active') throw new AccountBlockedError();
  if (user.confirmedAt !== null) return;
  await sendLink(services, services.db, { userId: user.id, email: user.email, purpose: 'confirm' });
  throw new UnconfirmedError();
}
