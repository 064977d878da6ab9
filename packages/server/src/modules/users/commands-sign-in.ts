import { DomainError } from '@milepost/core/errors';
import type { Db } from '../../platform/database/tables.ts';
import { sha256Of } from '../../platform/tokens.ts';
import { isPassword } from './commands-passwords.ts';
import { beginSession, type Origin } from './commands-sessions.ts';
import { giveAttemptBack, takeAttempt } from './store-sign-in.ts';
import { noteSignIn, userByLogin, type User } from './store.ts';

/** How many failures of the window an account and an address may have. An address may be a whole office. */
export const signInLimits = { account: 10, address: 50 } as const;

/** One answer for a wrong name and a wrong password: it tells nobody which accounts exist. */
class WrongPasswordError extends DomainError {
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
    super('Your account is blocked. Ask an administrator to let you in again.');
  }
}

export class TooManySignInsError extends DomainError {
  override name = 'TooManySignInsError';
  readonly code = 'TOO_MANY_SIGN_INS' as const;
  readonly kind = 'limited' as const;
  constructor(readonly retryAfterSeconds: number) {
    super(`Too many failed sign-ins. Try again in ${inMinutes(retryAfterSeconds)}.`);
  }
}

export interface SignedIn {
  user: User;
  /** For the cookie. */
  sessionSecret: string;
}

/**
 * Begins a session for whoever knows the password; `login` is a username or an email address. Throws WrongPasswordError,
 * AccountBlockedError (only to who knew the password) or TooManySignInsError.
 */
export async function signIn(db: Db, input: { login: string; password: string }, origin: Origin): Promise<SignedIn> {
  const login = input.login.trim();
  const found = await userByLogin(db, login);
  // What was typed may be a password in the wrong field, so an unknown name is counted by its hash.
  const account = found ? `account:${found.user.id}` : `unknown:${sha256Of(login.toLowerCase()).toString('hex')}`;
  const address = `address:${origin.ip ?? 'unknown'}`;
  const wait = await takeAttempt(db, [
    { key: account, limit: signInLimits.account },
    { key: address, limit: signInLimits.address },
  ]);
  if (wait !== null) throw new TooManySignInsError(wait);
  const isRight = await isPassword(input.password, found?.passwordHash ?? null);
  if (!found || !isRight) throw new WrongPasswordError();
  await giveAttemptBack(db, account, address);
  if (found.user.state !== 'active') throw new AccountBlockedError();
  const sessionSecret = await beginSession(db, found.user.id, origin);
  await noteSignIn(db, found.user.id);
  return { user: found.user, sessionSecret };
}

function inMinutes(seconds: number): string {
  if (seconds <= 60) return 'a minute';
  return `${Math.ceil(seconds / 60)} minutes`;
}
