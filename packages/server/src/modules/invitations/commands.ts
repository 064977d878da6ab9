import { parseDay } from '@milepost/core/days';
import { DomainError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { InvitationId, UserId } from '@milepost/core/ids';
import { roleOfAccessLevel } from '@milepost/core/roles';
import { emailProblems } from '@milepost/core/users';
import { MAX_LINK_USES, INVITATION_DAYS } from '@milepost/core/accounts/invitations';
import type { Context, Trx } from '../../platform/context.ts';
import { addJob } from '../../platform/queue/add-job.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import { addMember } from '../members/commands.ts';
import { mayGrant, memberPolicy } from '../members/policy.ts';
import { lockMembers } from '../members/store/writing.ts';
import type { Namespace } from '../namespaces/store.ts';
import { newMailToken, newSharedToken } from './commands/tokens.ts';
import {
  countInvitedToday,
  deleteInvitation,
  insertInvitation,
  invitationOfEmail,
  listInvitations,
  listSharedLinks,
  saveInvitation,
  sharedLinkById,
  type Invitation,
} from './store.ts';

export const SEND_INVITATIONS = 'invitations.send';

/** The delivery error of invitations on a server that cannot send mail. */
export const NO_MAIL_SERVER = 'No mail server is set.';

/** The limit of invitations per request or per day is exceeded. */
export class TooManyInvitationsError extends DomainError {
  override name = 'TooManyInvitationsError';
  readonly code = 'TOO_MANY_INVITATIONS' as const;
  readonly kind = 'invalid' as const;
}

/** The membership that an invitation grants. */
export interface RoleOffered {
  accessLevel: number;
  /** `YYYY-MM-DD`, the first day on which the role is no longer valid; null without expiry. */
  expiresAt: string | null;
}

export interface Invited extends RoleOffered {
  emails: readonly string[];
  /** Accounts: they become members at once. */
  userIds: readonly UserId[];
  /** Plain text for the mail. */
  message: string;
}

/** Texts by address or user id, for those who could not be invited. */
export type InvitationFailures = Readonly<Record<string, string>>;

/**
 * Invites addresses and adds accounts. A failure is part of the result and does not affect the others. Throws ForbiddenError,
 * ValidationError for the role, and TooManyInvitationsError.
 */
export async function invite(ctx: Context, namespace: Namespace, invited: Invited): Promise<InvitationFailures> {
  requireRole(ctx, namespace, invited);
  const { atOnce, aDay } = ctx.services.instance.invitations;
  const emails = [...new Map(invited.emails.map((email) => [email.toLowerCase(), email])).values()];
  if (emails.length + invited.userIds.length > atOnce)
    throw new TooManyInvitationsError(`You can invite up to ${atOnce} people at once.`);
  const failures: Record<string, string> = {};
  await ctx.transaction(async (trx) => {
    await lockMembers(trx, namespace.rootId);
    const { id } = ctx.viewer;
    if (id !== null && (await countInvitedToday(trx, id)) + emails.length > aDay)
      throw new TooManyInvitationsError(`You can invite up to ${aDay} people a day.`);
    for (const email of emails) {
      const problem = await inviteEmail(ctx, trx, namespace, email, invited);
      if (problem !== null) failures[email] = problem;
    }
    await addJob(trx, SEND_INVITATIONS, {});
  });
  for (const userId of invited.userIds) {
    try {
      await addMember(ctx, namespace, { userId, accessLevel: invited.accessLevel, expiresAt: invited.expiresAt });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      failures[String(userId)] = error.message;
    }
  }
  return failures;
}

/** Returns null, or the reason of the failure. The result does not reveal whether the address has an account. */
async function inviteEmail(
  ctx: Context,
  trx: Trx,
  namespace: Namespace,
  email: string,
  { accessLevel, expiresAt, message }: Invited,
): Promise<string | null> {
  if (emailProblems(email).length > 0) return 'Invite email is invalid';
  const present = await invitationOfEmail(trx, namespace.id, email);
  if (present && present.expiresAt > new Date()) return 'Invite email has already been taken';
  if (present) await deleteInvitation(trx, present.id);
  const { mailer, secret } = ctx.services;
  await insertInvitation(trx, {
    namespaceId: namespace.id,
    email,
    accessLevel,
    accessExpiresAt: expiresAt,
    message,
    createdById: ctx.viewer.id,
    expiresAt: endOfInvitation(),
    ...newMailToken(secret),
    ...(mailer ? { nextAttemptAt: new Date() } : { deliveryError: NO_MAIL_SERVER }),
  });
  return null;
}

/** Invitations by e-mail that are open, for those who manage members. */
export async function invitationsTo(
  ctx: Context,
  namespace: Namespace,
  search: string,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
): Promise<{ invitations: Invitation[]; total: number }> {
  ctx.require(memberPolicy.manage, namespace);
  return listInvitations(ctx.db, namespace.id, search, page);
}

/** Changes role or expiry of an open invitation. */
export function changeInvitation(
  ctx: Context,
  namespace: Namespace,
  email: string,
  change: { accessLevel?: number | undefined; expiresAt?: string | null | undefined },
): Promise<Invitation> {
  return ctx.transaction(async (trx) => {
    const present = await findInvitation(ctx, trx, namespace, email);
    const offered = {
      accessLevel: change.accessLevel ?? present.accessLevel,
      expiresAt: change.expiresAt === undefined ? present.accessExpiresAt : change.expiresAt,
    };
    requireRole(ctx, namespace, { accessLevel: present.accessLevel, expiresAt: null });
    requireRole(ctx, namespace, offered);
    return saveInvitation(trx, present.id, {
      accessLevel: offered.accessLevel,
      accessExpiresAt: offered.expiresAt,
    });
  });
}

/** Sends the mail again with a new link; the previous link stops working. */
export function resendInvitation(ctx: Context, namespace: Namespace, email: string): Promise<Invitation> {
  return ctx.transaction(async (trx) => {
    const present = await findInvitation(ctx, trx, namespace, email);
    const { mailer, secret } = ctx.services;
    const saved = await saveInvitation(trx, present.id, {
      ...newMailToken(secret),
      sentAt: new Date(),
      expiresAt: endOfInvitation(),
      attempts: 0,
      nextAttemptAt: mailer ? new Date() : null,
      deliveryError: mailer ? null : NO_MAIL_SERVER,
    });
    await addJob(trx, SEND_INVITATIONS, {});
    return saved;
  });
}

/** Withdraws an invitation: its link stops working. */
export function withdrawInvitation(ctx: Context, namespace: Namespace, email: string): Promise<void> {
  return ctx.transaction(async (trx) => {
    const present = await findInvitation(ctx, trx, namespace, email);
    await deleteInvitation(trx, present.id);
  });
}

/** Creates a link that several people can use. Its token is only in this result: the database holds a hash. */
export async function createSharedLink(
  ctx: Context,
  namespace: Namespace,
  { uses, ...offered }: RoleOffered & { uses: number },
): Promise<Invitation & { token: string }> {
  requireRole(ctx, namespace, offered);
  if (!Number.isInteger(uses) || uses < 1 || uses > MAX_LINK_USES)
    throw new ValidationError({ uses: [`must be a whole number from 1 to ${MAX_LINK_USES}`] });
  const { token, ...columns } = newSharedToken();
  const row = await insertInvitation(ctx.db, {
    namespaceId: namespace.id,
    accessLevel: offered.accessLevel,
    accessExpiresAt: offered.expiresAt,
    createdById: ctx.viewer.id,
    expiresAt: endOfInvitation(),
    usesLeft: uses,
    ...columns,
  });
  return { ...row, token };
}

/** The valid shared links, for those who manage members. */
export async function sharedLinksOf(ctx: Context, namespace: Namespace): Promise<Invitation[]> {
  ctx.require(memberPolicy.manage, namespace);
  return listSharedLinks(ctx.db, namespace.id);
}

/** Revokes a shared link. */
export function revokeSharedLink(ctx: Context, namespace: Namespace, id: InvitationId): Promise<void> {
  return ctx.transaction(async (trx) => {
    ctx.require(memberPolicy.manage, namespace);
    const present = await sharedLinkById(trx, namespace.id, id);
    if (!present) throw new NotFoundError('Link');
    await deleteInvitation(trx, present.id);
  });
}

async function findInvitation(ctx: Context, trx: Trx, namespace: Namespace, email: string): Promise<Invitation> {
  ctx.require(memberPolicy.manage, namespace);
  const present = await invitationOfEmail(trx, namespace.id, email);
  if (!present) throw new NotFoundError('Invitation');
  return present;
}

/** Whether the viewer may offer this role; throws ForbiddenError or ValidationError. */
function requireRole(ctx: Context, namespace: Namespace, { accessLevel, expiresAt }: RoleOffered): void {
  if (!mayGrant(ctx.viewer, namespace, accessLevel)) throw new ForbiddenError();
  if (roleOfAccessLevel(accessLevel) === null)
    throw new ValidationError({ access_level: ['is not included in the list'] });
  if (expiresAt === null) return;
  if (parseDay(expiresAt) === null) throw new ValidationError({ expires_at: ['is invalid'] });
  if (expiresAt <= new Date().toISOString().slice(0, 10))
    throw new ValidationError({ expires_at: ['must be a day in the future'] });
}

function endOfInvitation(): Date {
  return new Date(Date.now() + INVITATION_DAYS * 86_400_000);
}
