import { hash, verify } from '@node-rs/argon2';
import { commonPasswords } from './common-passwords.ts';
import { randomLetters } from '../../../platform/util/tokens.ts';

/** Argon2id (2) with the memory and time that OWASP recommends. A hash contains its parameters, so they can be raised later. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Tests count its calls: all modules share one copy of it. */
export const argon2id = { hash, verify };

export function hashPassword(password: string): Promise<string> {
  return argon2id.hash(password, cost);
}

let nobodys: Promise<string> | null = null;

/** The hash that is compared with where there is none. Made when the server starts, so that no first sign-in takes longer for it. */
export function prepareComparison(): Promise<string> {
  nobodys ??= hashPassword(randomLetters(40));
  return nobodys;
}

/**
 * Verifies a password. Without a hash (no such account, or one that cannot sign in) it takes equally long and is false, so that
 * timing does not reveal which accounts exist.
 */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  const isRight = await argon2id.verify(passwordHash ?? (await prepareComparison()), password);
  return isRight && passwordHash !== null;
}

let common: ReadonlySet<string> | null = null;

/** The problem of a password among the 10,000 most common ones; empty for any other. */
export function commonPasswordProblems(password: string): string[] {
  common ??= new Set(commonPasswords.split(' '));
  return common.has(password.toLowerCase()) ? ['must not contain commonly used combinations of words and letters'] : [];
}
