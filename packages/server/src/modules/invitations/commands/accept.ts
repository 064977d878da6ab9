import { recordAudit } from '../../../platform/audit.ts';
import { DomainError, ForbiddenError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { anonymous } from '@milepost/core/roles';
import { Context, type Services, type Trx } from '../../../platform/context.ts';
import { sha256Of } from '../../../platform/util/tokens.ts';
import { botOf, inheritedRole, lockMembers, membershipOf, saveMembership } from '../../members/store/writing.ts';
import { namespaceById, type Namespace } from '../../namespaces/store.ts';
import { addUser } from '../../users/commands/accounts.ts';
import { startSession, type SignedIn } from '../../users/commands/first-factor.ts';
import type { Origin } from '../../users/commands/sessions.ts';
import { userById, type User } from '../../users/store.ts';
import { deleteInvitation, openInvitation, saveInvitation, type Invitation } from '../store.ts';

/** The invitation was accepted or withdrawn, expired, or never existed; the error does not say which. */
export class InvitationClosedError extends DomainError {
  override name = 'InvitationClosedError';
  readonly code = 'INVITATION_CLOSED' as const;
  readonly kind = 'missing' as const;
  constructor() {
    super('This link is no longer valid');
  }
}

/** An open invitation as its page shows it. */
export interface OpenInvitation {
  invitation: Invitation;
  namespace: Namespace;
  /** Null if the account was deleted. */
  inviter: User | null;
}

/** The open invitation of a token, for its page. Throws InvitationClosedError. */
export async function readInvitation({ db }: Services, token: string): Promise<OpenInvitation> {
  const invitation = await openInvitation(db, sha256Of(token));
  const namespace = invitation && (await namespaceById(db, invitation.namespaceId));
  if (!invitation || !namespace) throw new InvitationClosedError();
  const inviter = invitation.createdById === null ? null : await userById(db, invitation.createdById);
  return { invitation, namespace, inviter };
}

/** The viewer accepts an invitation. Throws InvitationClosedError or UnauthenticatedError. */
export async function acceptInvitation(ctx: Context, token: string): Promise<Namespace> {
  const id = ctx.viewer.requireId();
  return ctx.transaction((trx) => accept(trx, token, id));
}

export interface NewAccount {
  name: string;
  username: string;
  password: string;
}

/**
 * Creates an account for an invited address and accepts: the token from the mail proves the address. Throws InvitationClosedError, also for shared
 * links, and ValidationError.
 */
export async function registerInvited(
  services: Services,
  token: string,
  account: NewAccount,
  origin: Origin,
): Promise<SignedIn & { namespace: Namespace }> {
  return new Context(services, anonymous).transaction(async (trx) => {
    const { email } = (await openInvitation(trx, sha256Of(token), true)) ?? {};
    if (!email) throw new InvitationClosedError();
    const user = await addUser(trx, { ...account, email });
    const namespace = await accept(trx, token, user.id);
    const what = `Registered as @${user.username} with an invitation`;
    await recordAudit(trx, { viewer: user, address: origin.ip }, { kind: 'user_created', of: { user: user.id }, what });
    return { ...(await startSession(services, user, origin, { db: trx })), namespace };
  });
}

/** Redeems a token. Members with the same or a higher role keep it; then a shared link does not count the use. */
async function accept(trx: Trx, token: string, userId: UserId): Promise<Namespace> {
  const invitation = await openInvitation(trx, sha256Of(token), true);
  const namespace = invitation && (await namespaceById(trx, invitation.namespaceId));
  if (!invitation || !namespace) throw new InvitationClosedError();
  if ((await botOf(trx, userId)) !== null) throw new ForbiddenError();
  await lockMembers(trx, namespace.rootId);
  const { accessLevel, accessExpiresAt: expiresAt, createdById, email, usesLeft } = invitation;
  const [direct, inherited] = [
    await membershipOf(trx, namespace.id, userId),
    await inheritedRole(trx, namespace, userId),
  ];
  const isEnough = [direct && !hasEnded(direct.expiresAt) ? direct : null, inherited].some(
    (role) => role !== null && role.accessLevel >= accessLevel,
  );
  if (!isEnough) {
    await saveMembership(trx, { namespaceId: namespace.id, userId, accessLevel, createdById, expiresAt });
    const data = { userId, accessLevel };
    if (direct) {
      trx.announce({
        name: 'member.updated',
        namespaceId: namespace.id,
        data: { ...data, from: direct.accessLevel },
      });
    } else trx.announce({ name: 'member.added', namespaceId: namespace.id, data });
  }
  if (email !== null || (!isEnough && usesLeft === 1)) await deleteInvitation(trx, invitation.id);
  else if (!isEnough) await saveInvitation(trx, invitation.id, { usesLeft: usesLeft - 1 });
  return namespace;
}

const hasEnded = (expiresAt: string | null): boolean =>
  expiresAt !== null && expiresAt <= new Date().toISOString().slice(0, 10);
