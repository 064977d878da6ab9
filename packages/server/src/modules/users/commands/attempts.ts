import { createHmac } from 'node:crypto';
import { DomainError } from '@milepost/core/errors';
import type { Db } from '../../../platform/database/tables.ts';
import { derivedFrom } from '../../../platform/util/tokens.ts';
import { isPassword } from './passwords.ts';
import { clearAttempts, takeAttempt } from '../store/sign-in.ts';

/**
 * Seconds to wait after the first, second, … failure; the last value applies to all later ones. The first failures cause no delay,
 * because people mistype. The longest delay limits an attacker to a few hundred guesses a day.
 */
export const attemptDelays: readonly number[] = [0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900];

/** Too many wrong passwords or codes; the next attempt is allowed after a delay. */
export class TooManyAttemptsError extends DomainError {
  override name = 'TooManyAttemptsError';
  readonly code = 'TOO_MANY_SIGN_INS' as const;
  readonly kind = 'limited' as const;
  constructor(
    readonly retryAfterSeconds: number,
    what: 'passwords' | 'codes' = 'passwords',
  ) {
    super(`Too many wrong ${what}. Try again in ${durationOf(retryAfterSeconds)}.`);
  }
}

/**
 * Counts an attempt as failed until it succeeds, so that concurrent attempts cannot exceed the limit. `parts` are the key of the failure
 * count, which is shared by all servers of the database. Throws TooManyAttemptsError while a delay lasts.
 */
export async function requireAttempt(
  { db, secret }: { db: Db; secret: string },
  parts: readonly string[],
  what: 'passwords' | 'codes' = 'passwords',
): Promise<{ succeed: () => Promise<void> }> {
  const key = createHmac('sha256', derivedFrom(secret, 'sign-in attempts')).update(parts.join('\n')).digest();
  const wait = await takeAttempt(db, key, attemptDelays);
  if (wait !== null) throw new TooManyAttemptsError(wait, what);
  return { succeed: () => clearAttempts(db, key) };
}

/**
 * Verifies a password, with delays after failures as in `requireAttempt`. Verification without a hash takes equally long. Throws
 * TooManyAttemptsError while a delay lasts.
 */
export async function checkPassword(
  services: { db: Db; secret: string },
  parts: readonly string[],
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  const attempt = await requireAttempt(services, parts);
  const isRight = await isPassword(password, passwordHash);
  if (isRight) await attempt.succeed();
  return isRight;
}

function durationOf(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
