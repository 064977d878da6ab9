import { DomainError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import type { Context, Trx } from '../../../platform/context.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { lockNamespaceForMembers, requireRoleAndExpiry } from '../commands.ts';
import { mayGrant, memberPolicy } from '../policy.ts';
import {
  deleteShare,
  peopleOfShares,
  saveShare,
  shareOf,
  sharesOfNamespace,
  type GroupShare,
} from '../store/shares.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'group.shared': { groupId: NamespaceId; accessLevel: number };
    'group.shareChanged': { groupId: NamespaceId; accessLevel: number; from: number };
    'group.unshared': { groupId: NamespaceId };
  }
}

export class AlreadySharedError extends DomainError {
  override name = 'AlreadySharedError';
  readonly code = 'ALREADY_SHARED' as const;
  readonly kind = 'conflict' as const;
  constructor() {
    super('Already shared with this group');
  }
}

export interface ShareToGive {
  groupId: NamespaceId;
  /** The maximum role. */
  accessLevel: number;
  /** `YYYY-MM-DD`, the first day on which it is no longer valid; null without expiry. */
  expiresAt?: string | null;
}

/**
 * Shares a namespace with a group that the viewer can see. Throws NotFoundError, ForbiddenError, AlreadySharedError or
 * ValidationError.
 */
export function shareWithGroup(ctx: Context, namespace: Namespace, share: ShareToGive): Promise<GroupShare> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespaceForMembers(trx, namespace);
    if (!mayGrant(ctx.viewer, locked, share.accessLevel)) throw new ForbiddenError();
    const group = await ctx.within(trx).load(namespacesById, share.groupId);
    if (group?.kind !== 'group' || !ctx.viewer.canSee(group.scope)) throw new NotFoundError('Group');
    if (group.id === locked.id) throw new ValidationError({ group_id: ['cannot be the group itself'] });
    const present = await shareOf(trx, locked.id, group.id);
    if (present && !hasExpired(present)) throw new AlreadySharedError();
    requireRoleAndExpiry(share);
    await saveShare(trx, {
      namespaceId: locked.id,
      groupId: group.id,
      accessLevel: share.accessLevel,
      createdById: ctx.viewer.id,
      expiresAt: share.expiresAt ?? null,
    });
    const { groupId, accessLevel } = share;
    trx.announce({ name: 'group.shared', namespaceId: locked.id, data: { groupId, accessLevel } });
    return findShare(trx, locked, group.id);
  });
}

/** Changes the maximum role or the expiry of a share. Omitted fields stay unchanged. */
export function changeShare(
  ctx: Context,
  namespace: Namespace,
  groupId: NamespaceId,
  change: { accessLevel?: number | undefined; expiresAt?: string | null | undefined },
): Promise<GroupShare> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespaceForMembers(trx, namespace);
    ctx.require(memberPolicy.manage, locked);
    const present = await findShare(trx, locked, groupId);
    const accessLevel = change.accessLevel ?? present.accessLevel;
    const isWithinReach = [present.accessLevel, accessLevel].every((level) => mayGrant(ctx.viewer, locked, level));
    if (!isWithinReach) throw new ForbiddenError();
    const expiresAt = change.expiresAt === undefined ? present.expiresAt : change.expiresAt;
    requireRoleAndExpiry({ accessLevel, expiresAt: expiresAt === present.expiresAt ? null : expiresAt });
    await saveShare(trx, { ...present, accessLevel, expiresAt });
    const data = { groupId, accessLevel, from: present.accessLevel };
    trx.announce({ name: 'group.shareChanged', namespaceId: locked.id, data });
    return findShare(trx, locked, groupId);
  });
}

/** Deletes a share, also with a group that the viewer cannot see. */
export function unshareWithGroup(ctx: Context, namespace: Namespace, groupId: NamespaceId): Promise<void> {
  return ctx.transaction(async (trx) => {
    const locked = await lockNamespaceForMembers(trx, namespace);
    ctx.require(memberPolicy.manage, locked);
    const present = await findShare(trx, locked, groupId);
    if (!mayGrant(ctx.viewer, locked, present.accessLevel)) throw new ForbiddenError();
    await deleteShare(trx, locked.id, groupId);
    trx.announce({ name: 'group.unshared', namespaceId: locked.id, data: { groupId } });
  });
}

/** A share with the group and the numbers of people that the list shows. */
export interface ListedShare extends GroupShare {
  group: Namespace;
  people: number;
  /** Number of people who lose access when the share is deleted. */
  losing: number;
}

/** The groups that a namespace is shared with, as far as the viewer can see them. */
export async function listShares(ctx: Context, namespace: Namespace): Promise<ListedShare[]> {
  const shares = (await ctx.load(sharesOfNamespace, namespace.id)) ?? [];
  const counts = await peopleOfShares(ctx.db, namespace);
  const listed = await Promise.all(
    shares.map(async (share): Promise<ListedShare[]> => {
      const group = await ctx.load(namespacesById, share.groupId);
      if (!group || !ctx.viewer.canSee(group.scope)) return [];
      const { people = 0, losing = 0 } = counts.get(share.groupId) ?? {};
      return [{ ...share, group, people, losing }];
    }),
  );
  return listed.flat();
}

async function findShare(trx: Trx, namespace: Namespace, groupId: NamespaceId): Promise<GroupShare> {
  const share = await shareOf(trx, namespace.id, groupId);
  if (!share) throw new NotFoundError('Link');
  return share;
}

function hasExpired({ expiresAt }: GroupShare): boolean {
  return expiresAt !== null && expiresAt <= new Date().toISOString().slice(0, 10);
}
