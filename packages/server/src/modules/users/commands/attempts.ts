import { createHmac } from 'node:crypto';
import { DomainError } from '@milepost/core/errors';
import type { Db } from '../../../platform/database/tables.ts';
import { derivedFrom } from '../../../platform/tokens.ts';
import { isPassword } from './passwords.ts';
import { clearAttempts, takeAttempt } from '../store/sign-in.ts';

/**
 * Seconds to wait after the first, second, … failure; the last one holds for all that follow. The first are free: people
 * mistype. The longest is short enough to wait for, and leaves a guesser some hundred guesses a day.
 */
export const attemptDelays: readonly number[] = [0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900];

/** Waiting for a password to be tried again, after too many wrong ones. */
export class TooManyAttemptsError extends DomainError {
  override name = 'TooManyAttemptsError';
  readonly code = 'TOO_MANY_SIGN_INS' as const;
  readonly kind = 'limited' as const;
  constructor(readonly retryAfterSeconds: number) {
    super(`Too many wrong passwords. Try again in ${durationOf(retryAfterSeconds)}.`);
  }
}

/**
 * Whether a password matches its hash, slowed down after failures. `parts` name what failures are counted by; equal parts share one count, over
 * all servers of the database. The check takes equally long without a hash. Throws TooManyAttemptsError while there is time to wait.
 */
export async function checkPassword(
  { db, secret }: { db: Db; secret: string },
  parts: readonly string[],
  password: string,
  passwordHash: string | null,
): Promise<boolean> {
  const key = createHmac('sha256', derivedFrom(secret, 'sign-in attempts')).update(parts.join('\n')).digest();
  // Counted as failed before the password is looked at, so that many attempts at once cannot slip through together.
  const wait = await takeAttempt(db, key, attemptDelays);
  if (wait !== null) throw new TooManyAttemptsError(wait);
  const isRight = await isPassword(password, passwordHash);
  if (isRight) await clearAttempts(db, key);
  return isRight;
}

function durationOf(seconds: number): string {
  if (seconds === 1) return '1 second';
  return seconds <= 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
