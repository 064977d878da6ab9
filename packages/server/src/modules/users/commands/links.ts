import { DomainError, ValidationError } from '@milepost/core/errors';
import { accountProblems, emailProblems } from '@milepost/core/users';
import type { UserId } from '@milepost/core/ids';
import { anonymous } from '@milepost/core/roles';
import { recordAudit } from '../../../platform/audit.ts';
import { Context, type Services, type Trx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { limiterByDatabase } from '../../../platform/http/rate-limit.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { queueMail } from '../../../platform/outbox/mails.ts';
import { derivedFrom, randomLetters, sha256Of } from '../../../platform/util/tokens.ts';
import { commonPasswordProblems, hashPassword } from './passwords.ts';
import { requireProof } from './proof.ts';
import { PasswordSignInOffError } from './sign-in-off.ts';
import { closeLinks, countLinksOfHour, insertLink, openLink, useLink, type AccountLink } from '../store/links.ts';
import { deleteSessions } from '../store/sessions.ts';
import { saveUser, userByEmail, userById, type User } from '../store.ts';
import type { LinkPurpose } from '../table.ts';

export const SEND_LINKS = 'users.sendLinks';
export const REQUEST_RESET = 'users.requestReset';

const HOUR_MS = 60 * 60 * 1000;
const VALID_MS: Readonly<Record<LinkPurpose, number>> = {
  reset: 2 * HOUR_MS,
  welcome: 72 * HOUR_MS,
  confirm: 24 * HOUR_MS,
  email: 24 * HOUR_MS,
};
/** Per address. Further requests send no mail, and their response is the same, so that it reveals nothing. */
const MAX_LINKS_AN_HOUR = 5;

/** Rate limit for requests of links from one network. */
const requestLimit = { burst: 20, perMinute: 10 } as const;
const limiterOf = limiterByDatabase(requestLimit);

/** The link was used, replaced, expired or never existed; the error does not say which. */
export class AccountLinkClosedError extends DomainError {
  override name = 'AccountLinkClosedError';
  readonly code = 'ACCOUNT_LINK_CLOSED' as const;
  readonly kind = 'missing' as const;
  constructor() {
    super('This link is no longer valid');
  }
}

/** More links were requested from one network than the rate limit allows. */
export class TooManyLinksError extends DomainError {
  override name = 'TooManyLinksError';
  readonly code = 'TOO_MANY_LINKS' as const;
  readonly kind = 'limited' as const;
  constructor(readonly retryAfterSeconds: number) {
    super('Too many requests. Try again later.');
  }
}

/** The token of a link: derived, so that the mail can be written later although the database holds only the hash. */
export function tokenOfLink(secret: string, nonce: string): string {
  return derivedFrom(derivedFrom(secret, 'account link'), nonce);
}

/** Mails a link, and closes earlier ones of the same purpose. Does nothing when the address has had MAX_LINKS_AN_HOUR. */
export async function sendLink(
  services: Services,
  trx: Db,
  { userId, email, purpose }: { userId: UserId; email: string; purpose: LinkPurpose },
): Promise<void> {
  if ((await countLinksOfHour(trx, email)) >= MAX_LINKS_AN_HOUR) return;
  await closeLinks(trx, userId, purpose === 'reset' || purpose === 'welcome' ? ['reset', 'welcome'] : [purpose]);
  const nonce = randomLetters(43);
  await insertLink(trx, {
    userId,
    purpose,
    email,
    nonce,
    tokenHash: sha256Of(tokenOfLink(services.secret, nonce)),
    expiresAt: new Date(Date.now() + VALID_MS[purpose]),
    nextAttemptAt: services.mailer ? new Date() : null,
  });
  await addJob(trx, SEND_LINKS, {}, { key: SEND_LINKS });
}

/**
 * Requests a link to reset the password. A job looks up the account, so that neither the response nor its timing reveals whether
 * there is one. Throws TooManyLinksError or PasswordSignInOffError.
 */
export async function requestReset({ db, secret, instance }: Services, email: string, ip: string): Promise<void> {
  if (!instance.passwordSignIn) throw new PasswordSignInOffError();
  const wait = limiterOf(db).take(networkOf(ip));
  if (wait !== null) throw new TooManyLinksError(wait);
  const address = email.trim();
  if (emailProblems(address).length > 0) return;
  const key = `${REQUEST_RESET} ${derivedFrom(secret, address.toLowerCase())}`;
  await addJob(db, REQUEST_RESET, { email: address }, { key });
}

/** Called by the job of `requestReset`: mails the link if the address belongs to an account that can sign in. */
export async function answerReset(services: Services, email: string): Promise<void> {
  if (!services.instance.passwordSignIn) return;
  await new Context(services, anonymous).transaction(async (trx) => {
    const found = await userByEmail(trx, email);
    if (!found || found.passwordHash === null || found.user.state !== 'active') return;
    await sendLink(services, trx, { userId: found.user.id, email: found.user.email, purpose: 'reset' });
  });
}

/** The open link of a token, with its account. Throws AccountLinkClosedError. */
export async function readLink({ db }: Services, token: string): Promise<{ link: AccountLink; user: User }> {
  const link = await openLink(db, sha256Of(token));
  const user = link && (await userById(db, link.userId));
  if (!link || !user) throw new AccountLinkClosedError();
  return { link, user };
}

/** Sets a password by link: ends every session, keeps access tokens. Throws AccountLinkClosedError or ValidationError. */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
  address: string,
): Promise<void> {
  const open = await readLink(services, token);
  const { username, email } = open.user;
  const problems = [
    ...(accountProblems({ username, email, password })['password'] ?? []),
    ...commonPasswordProblems(password),
  ];
  if (problems.length > 0) throw new ValidationError({ password: problems });
  const passwordHash = await hashPassword(password);
  await new Context(services, anonymous).transaction(async (trx) => {
    const link = await requireLink(trx, token, ['reset', 'welcome']);
    const before = await userById(trx, link.userId);
    // The token from the mail proves the address, unless the account's address has changed since.
    const isConfirmed = before?.email.toLowerCase() === link.email.toLowerCase();
    const user = await saveUser(trx, link.userId, {
      passwordHash,
      ...(isConfirmed && before.confirmedAt === null && { confirmedAt: new Date() }),
    });
    await deleteSessions(trx, user.id);
    const what = 'Set a password with a link from an email';
    await recordAudit(trx, { viewer: user, address }, { kind: 'password_reset', of: { user: user.id }, what });
    if (link.purpose === 'welcome') return;
    await queueMail(services, trx, {
      to: { name: user.name, address: user.email },
      subject: 'Your password was changed',
      sentence: `The password of your account @${user.username} was changed with a link from an email. All sessions were signed out. If it was not you, reset the password and tell an administrator.`,
      link: { title: 'Sign in', url: `${services.baseUrl}/users/sign_in` },
    });
  });
}

/** Confirms the address of a new account, or a new address. Throws AccountLinkClosedError, also for an address taken meanwhile. */
export async function confirmEmail(services: Services, token: string, address: string): Promise<void> {
  await new Context(services, anonymous).transaction(async (trx) => {
    const link = await requireLink(trx, token, ['confirm', 'email']);
    const taken = await userByEmail(trx, link.email);
    if (taken && taken.user.id !== link.userId) throw new AccountLinkClosedError();
    const before = await userById(trx, link.userId);
    await saveUser(trx, link.userId, { email: link.email, confirmedAt: new Date() });
    if (before && before.email !== link.email) {
      const what = { change: 'email', from: before.email, to: link.email };
      await recordAudit(trx, { viewer: before, address }, { kind: 'email_changed', of: { user: before.id }, what });
    }
    // Links in the previous mailbox must not give access to the account.
    await closeLinks(trx, link.userId, ['reset', 'welcome', 'confirm', 'email']);
  });
}

/**
 * Requests a new address for the viewer, which replaces the current one when it is confirmed. The result does not reveal whether
 * another account has it. Throws ValidationError or TooManyAttemptsError.
 */
export async function changeEmail(
  ctx: Context,
  input: { currentPassword: string; email: string; session: Buffer | null },
): Promise<void> {
  const user = await requireProof(ctx, input);
  const email = input.email.trim();
  const problems = emailProblems(email);
  if (problems.length > 0) throw new ValidationError({ email: problems });
  if (user.email.toLowerCase() === email.toLowerCase())
    throw new ValidationError({ email: ['is your address already'] });
  await ctx.transaction(async (trx) => {
    await sendLink(ctx.services, trx, { userId: user.id, email, purpose: 'email' });
    await queueMail(ctx.services, trx, {
      to: { name: user.name, address: user.email },
      subject: 'A change of your email address was requested',
      sentence: `Someone who knows the password of your account @${user.username} requested another email address for it. This address stays until the other one is confirmed. If it was not you, change your password.`,
      link: { title: 'Your profile', url: `${ctx.baseUrl}/-/profile` },
    });
  });
}

async function requireLink(trx: Trx, token: string, purposes: readonly LinkPurpose[]): Promise<AccountLink> {
  const link = await useLink(trx, sha256Of(token));
  if (!link || !purposes.includes(link.purpose)) throw new AccountLinkClosedError();
  return link;
}
