import { DomainError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { anonymous } from '@milepost/core/roles';
import { usernameProblems } from '@milepost/core/users';
import { recordAudit } from '../../../platform/audit.ts';
import { Context, type Services } from '../../../platform/context.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { limiterByDatabase } from '../../../platform/http/rate-limit.ts';
import { queueMail } from '../../../platform/outbox/mails.ts';
import { addUser } from './accounts.ts';
import { sendLink, TooManyLinksError } from './links.ts';
import { startSession, type SignedIn } from './first-factor.ts';
import type { Origin } from './sessions.ts';
import { userPolicy } from '../policy.ts';
import { deleteUserRow, isTakenName, lockUser, saveUser, type User } from '../store.ts';

export interface Registration {
  name: string;
  username: string;
  email: string;
  password: string;
}

/** The state of a new account: signed in, or waiting for approval or confirmation. */
export type Registered =
  | { waitsFor: null; signedIn: SignedIn }
  | { waitsFor: 'approval' | 'confirmation' | 'approval_and_confirmation' };

/** Rate limit for registrations and checks of usernames from one network. */
const registerLimit = { burst: 60, perMinute: 30 } as const;
const limiterOf = limiterByDatabase(registerLimit);

/** The account is not waiting for approval. */
export class NotWaitingError extends DomainError {
  override name = 'NotWaitingError';
  readonly code = 'NOT_WAITING' as const;
  readonly kind = 'conflict' as const;
}

/** Throws NotFoundError while sign-up is off, and TooManyLinksError beyond `registerLimit`. */
function requireOpen({ db, instance }: Services, ip: string | null): void {
  if (!instance.signUp.isOpen) throw new NotFoundError('Page');
  const wait = limiterOf(db).take(networkOf(ip ?? ''));
  if (wait !== null) throw new TooManyLinksError(wait);
}

/** The problems of a username for a new account; empty if it is available. */
export async function problemsOfNewUsername(services: Services, username: string, ip: string): Promise<string[]> {
  requireOpen(services, ip);
  const problems = usernameProblems(username);
  if (problems.length > 0) return problems;
  return (await isTakenName(services.db, username)) ? ['has already been taken'] : [];
}

/** A visitor registers. Throws NotFoundError, ValidationError or TooManyLinksError. */
export async function signUp(services: Services, input: Registration, origin: Origin): Promise<Registered> {
  requireOpen(services, origin.ip);
  const { needsApproval, needsConfirmation, domains } = services.instance.signUp;
  if (domains !== null && !isWithin(domains, input.email))
    throw new ValidationError({ email: [`Use an email address at one of: ${domains.join(', ')}.`] });
  // Without a mail server nobody could confirm an address.
  const mustConfirm = needsConfirmation && services.mailer !== null;
  return new Context(services, anonymous).transaction(async (trx) => {
    const added = await addUser(trx, input);
    const user = await saveUser(trx, added.id, {
      ...(needsApproval && { state: 'blocked_pending_approval' as const }),
      ...(mustConfirm && { confirmedAt: null }),
    });
    const what = `Registered as @${user.username}`;
    await recordAudit(trx, { viewer: user, address: origin.ip }, { kind: 'user_created', of: { user: user.id }, what });
    if (mustConfirm) await sendLink(services, trx, { userId: user.id, email: user.email, purpose: 'confirm' });
    if (needsApproval) return { waitsFor: mustConfirm ? 'approval_and_confirmation' : 'approval' };
    if (mustConfirm) return { waitsFor: 'confirmation' };
    return { waitsFor: null, signedIn: await startSession(services, user, origin, { db: trx }) };
  });
}

/** Whether an address is in one of these domains. `*.example.org` matches subdomains only, not `example.org`. */
function isWithin(domains: readonly string[], email: string): boolean {
  const domain = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase();
  return domains.some((each) => (each.startsWith('*.') ? domain.endsWith(each.slice(1)) : domain === each));
}

/** Approves a registered account. Throws NotWaitingError if it does not wait for approval, or no longer does. */
export async function approveUser(ctx: Context, id: UserId): Promise<void> {
  await ctx.transaction(async (trx) => {
    const user = waitingUser(
      ctx,
      await lockUser(trx, id),
      'The user you are trying to approve is not pending approval',
    );
    await saveUser(trx, id, { state: 'active' });
    await recordAudit(trx, ctx, { kind: 'user_approved', of: { user: id }, what: `Approved @${user.username}` });
    await queueMail(ctx.services, trx, {
      to: { name: user.name, address: user.email },
      subject: 'Your account was approved',
      sentence: `An administrator approved your account @${user.username}. ${
        user.confirmedAt === null
          ? 'Confirm your email address with the link that we sent, then sign in.'
          : 'You can sign in now.'
      }`,
      link: { title: 'Sign in', url: `${ctx.baseUrl}/users/sign_in` },
    });
  });
}

/** Rejects a registered account and deletes it. Throws NotWaitingError as `approveUser` does. */
export async function rejectUser(ctx: Context, id: UserId): Promise<void> {
  await ctx.transaction(async (trx) => {
    const user = waitingUser(ctx, await lockUser(trx, id), 'User does not have a pending request');
    await recordAudit(trx, ctx, { kind: 'user_rejected', of: { user: id }, what: `Rejected @${user.username}` });
    await deleteUserRow(trx, id);
    await queueMail(ctx.services, trx, {
      to: { name: user.name, address: user.email },
      subject: 'Your account was not approved',
      sentence: `An administrator did not approve your account @${user.username}. It was deleted.`,
      link: { title: new URL(ctx.baseUrl).host, url: ctx.baseUrl },
    });
  });
}

function waitingUser(ctx: Context, user: User | null, message: string): User {
  if (!user) throw new NotFoundError('User');
  ctx.require(userPolicy.approve, user);
  if (user.state !== 'blocked_pending_approval') throw new NotWaitingError(message);
  return user;
}
