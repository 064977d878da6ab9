import { parseDay } from '@milepost/core/days';
import { DomainError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { roleTitle } from '@milepost/core/members';
import { accessLevelOf, roleOfAccessLevel } from '@milepost/core/roles';
import type { Context, Trx } from '../../platform/context.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import { userById, type User } from '../users/store.ts';
import { mayGrant, mayRemove, memberPolicy } from './policy.ts';
import {
  deleteMembership,
  hasOtherOwner,
  inheritedRole,
  lockMembers,
  membershipOf,
  saveMembership,
  type Membership,
} from './store/writing.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'member.added': { userId: UserId; accessLevel: number };
    /** `from`: the former role. */
    'member.updated': { userId: UserId; accessLevel: number; from: number };
    /** `unassigns`: the person is also unassigned from open items of the namespace and its descendants. */
    'member.removed': { userId: UserId; unassigns: boolean };
  }
}

export class AlreadyMemberError extends DomainError {
  override name = 'AlreadyMemberError';
  readonly code = 'ALREADY_MEMBER' as const;
  readonly kind = 'conflict' as const;
  constructor() {
    super('Member already exists');
  }
}

/** A group must always have an owner. */
export class LastOwnerError extends DomainError {
  override name = 'LastOwnerError';
  readonly code = 'LAST_OWNER' as const;
  readonly kind = 'invalid' as const;
  constructor() {
    super('A group needs at least one owner.');
  }
}

export interface RoleToGive {
  userId: UserId;
  accessLevel: number;
  /** `YYYY-MM-DD`, the first day on which it is no longer valid; null without expiry. */
  expiresAt?: string | null;
}

/** Adds a member. Throws NotFoundError, ForbiddenError, AlreadyMemberError or ValidationError. */
export function addMember(ctx: Context, namespace: Namespace, role: RoleToGive): Promise<void> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespaceForMembers(trx, namespace);
    ctx.require(memberPolicy.manage, locked);
    requireKnownRole(role.accessLevel);
    if (!mayGrant(ctx.viewer, locked, role.accessLevel)) throw new ForbiddenError();
    const user = await userById(trx, role.userId);
    if (!user) throw new NotFoundError('User');
    // It would keep this role when its own group or project revokes the token.
    if (user.isBot && !mayBeMember(user, locked))
      throw new ValidationError({ user_id: ['is a bot of another group or project'] });
    const present = await membershipOf(trx, locked.id, role.userId);
    if (present && !hasExpired(present)) throw new AlreadyMemberError();
    await refuse(trx, locked, role);
    await saveMembership(trx, {
      namespaceId: locked.id,
      userId: role.userId,
      accessLevel: role.accessLevel,
      createdById: ctx.viewer.id,
      expiresAt: role.expiresAt ?? null,
    });
    const { userId, accessLevel } = role;
    trx.announce({ name: 'member.added', namespaceId: locked.id, data: { userId, accessLevel } });
  });
}

/** A service account of a group has roles in it and below only. */
function mayBeMember({ isServiceAccount, serviceAccountOfId }: User, { rootId }: Namespace): boolean {
  return isServiceAccount && (serviceAccountOfId === null || serviceAccountOfId === rootId);
}

/** Changes the role of a direct member. An omitted `expiresAt` stays unchanged. */
export function updateMember(ctx: Context, namespace: Namespace, role: RoleToGive): Promise<void> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespaceForMembers(trx, namespace);
    ctx.require(memberPolicy.manage, locked);
    requireKnownRole(role.accessLevel);
    const present = await findMembership(trx, locked, role.userId);
    const isWithinReach =
      mayGrant(ctx.viewer, locked, present.accessLevel) && mayGrant(ctx.viewer, locked, role.accessLevel);
    if (!isWithinReach) throw new ForbiddenError();
    const expiresAt = role.expiresAt === undefined ? present.expiresAt : role.expiresAt;
    await refuse(trx, locked, { ...role, expiresAt: expiresAt === present.expiresAt ? null : expiresAt });
    if (role.accessLevel < accessLevelOf.owner || expiresAt !== null) await keepAnOwner(trx, locked, present);
    await saveMembership(trx, { ...present, accessLevel: role.accessLevel, expiresAt });
    const { userId, accessLevel } = role;
    const data = { userId, accessLevel, from: present.accessLevel };
    trx.announce({ name: 'member.updated', namespaceId: locked.id, data });
  });
}

/**
 * Removes a member; everyone may leave. Memberships below are removed too, unless `keepsBelow`. Throws LastOwnerError for the
 * last owner of a group.
 */
export function removeMember(
  ctx: Context,
  namespace: Namespace,
  userId: UserId,
  { keepsBelow = false, unassigns = false } = {},
): Promise<void> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespaceForMembers(trx, namespace);
    if (!ctx.viewer.is(userId)) ctx.require(memberPolicy.manage, locked);
    const present = await findMembership(trx, locked, userId);
    if (!mayRemove(ctx.viewer, locked, present)) throw new ForbiddenError();
    await keepAnOwner(trx, locked, present);
    await deleteMembership(trx, locked, userId, !keepsBelow);
    trx.announce({ name: 'member.removed', namespaceId: locked.id, data: { userId, unassigns } });
  });
}

/** Locks the memberships of the namespace's tree, and reads the namespace again. Throws NotFoundError when it is gone. */
export async function lockNamespaceForMembers(trx: Trx, { id, rootId, kind }: Namespace): Promise<Namespace> {
  await lockMembers(trx, rootId);
  const namespace = await namespaceById(trx, id);
  if (!namespace) throw new NotFoundError(kind === 'group' ? 'Group' : 'Project');
  return namespace;
}

async function findMembership(trx: Trx, namespace: Namespace, userId: UserId): Promise<Membership> {
  const membership = await membershipOf(trx, namespace.id, userId);
  if (!membership) throw new NotFoundError('Member');
  return membership;
}

async function keepAnOwner(trx: Trx, namespace: Namespace, membership: Membership): Promise<void> {
  const owns = membership.accessLevel === accessLevelOf.owner && membership.expiresAt === null;
  if (namespace.kind === 'group' && owns && !(await hasOtherOwner(trx, namespace, membership.userId)))
    throw new LastOwnerError();
}

async function refuse(trx: Trx, namespace: Namespace, role: RoleToGive): Promise<void> {
  requireRoleAndExpiry(role);
  const inherited = await inheritedRole(trx, namespace, role.userId);
  if (inherited && role.accessLevel < inherited.accessLevel) {
    const what = `${roleTitle(inherited.accessLevel)} inherited membership from group ${inherited.groupName}`;
    throw new ValidationError({ access_level: [`should be greater than or equal to ${what}`] });
  }
}

/** Throws ValidationError for an access level without a role. */
function requireKnownRole(accessLevel: number): void {
  if (roleOfAccessLevel(accessLevel) === null)
    throw new ValidationError({ access_level: ['is not included in the list'] });
}

/** Throws ValidationError unless the role exists and the expiry is a day in the future. */
export function requireRoleAndExpiry({ accessLevel, expiresAt }: Omit<RoleToGive, 'userId'>): void {
  requireKnownRole(accessLevel);
  if (expiresAt) {
    if (parseDay(expiresAt) === null) throw new ValidationError({ expires_at: ['is invalid'] });
    if (expiresAt <= new Date().toISOString().slice(0, 10))
      throw new ValidationError({ expires_at: ['must be a day in the future'] });
  }
}

export function hasExpired({ expiresAt }: Membership): boolean {
  return expiresAt !== null && expiresAt <= new Date().toISOString().slice(0, 10);
}
