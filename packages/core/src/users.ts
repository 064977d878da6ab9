import type { FieldErrors } from './errors.ts';
import { isReservedName } from './namespaces.ts';

export const limitsOfUsers = { username: 255, name: 255, email: 254, passwordMin: 8, passwordMax: 128 } as const;

/** Input for a new account; leave out what does not change. */
export interface AccountFields {
  username?: string;
  name?: string;
  email?: string;
  password?: string;
}

/** Validation errors by field; empty when there are none. */
export function accountProblems(fields: AccountFields): FieldErrors {
  const problems: [string, string[]][] = [];
  if (fields.username !== undefined) problems.push(['username', usernameProblems(fields.username)]);
  if (fields.name !== undefined) problems.push(['name', nameProblems(fields.name)]);
  if (fields.email !== undefined) problems.push(['email', emailProblems(fields.email)]);
  if (fields.password !== undefined) problems.push(['password', passwordProblems(fields.password, fields)]);
  return Object.fromEntries(problems.filter(([, found]) => found.length > 0));
}

export function usernameProblems(username: string): string[] {
  if (username === '') return ["can't be blank"];
  if (username.length > limitsOfUsers.username)
    return [`is too long (maximum is ${limitsOfUsers.username} characters)`];
  if (!/^[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?$/.test(username) || /\.(git|atom|json)$/i.test(username)) {
    return [
      "can contain only letters, digits, '_', '-' and '.', and cannot begin with '-' or '.' nor end with '-', '.', '.git', '.atom' or '.json'",
    ];
  }
  return isReservedName(username) ? ['is a reserved name'] : [];
}

export function nameProblems(name: string): string[] {
  if (name.trim() === '') return ["can't be blank"];
  return name.length > limitsOfUsers.name ? [`is too long (maximum is ${limitsOfUsers.name} characters)`] : [];
}

export function emailProblems(email: string): string[] {
  if (email === '') return ["can't be blank"];
  return /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= limitsOfUsers.email ? [] : ['is invalid'];
}

/** Minimum length of names that a password must not contain; shorter ones occur in too many words. */
const MIN_NAME_LENGTH = 4;

/**
 * Validation errors of a password: it must have the minimum length and not contain the username or the local part of the email
 * address. There are no rules about kinds of characters; the server also refuses the most common passwords.
 */
export function passwordProblems(password: string, person: AccountFields = {}): string[] {
  if (password === '') return ["can't be blank"];
  const problems: string[] = [];
  if (password.length < limitsOfUsers.passwordMin)
    problems.push(`is too short (minimum is ${limitsOfUsers.passwordMin} characters)`);
  if (password.length > limitsOfUsers.passwordMax)
    problems.push(`is too long (maximum is ${limitsOfUsers.passwordMax} characters)`);
  const lower = password.toLowerCase();
  const own = [person.username, person.email?.split('@')[0]].map((word) => word?.trim().toLowerCase());
  if (own.some((word) => word !== undefined && word.length >= MIN_NAME_LENGTH && lower.includes(word)))
    problems.push('must not contain your username or the name of your email address');
  return problems;
}

/** An email address masked so that its owner recognizes it and others cannot write to it: `al*****@ex*****.c****`. */
export function obfuscateEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '*****';
  const dot = email.lastIndexOf('.');
  const end = dot > at ? `.${email.slice(dot + 1, dot + 2)}****` : '';
  return `${email.slice(0, Math.min(2, at))}*****@${email.slice(at + 1, at + 3)}*****${end}`;
}
