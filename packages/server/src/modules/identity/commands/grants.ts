import type { NamespaceId, UserId } from '@milepost/core/ids';
import { accessLevelOf, Viewer } from '@milepost/core/roles';
import { Context, type Services, type Trx } from '../../../platform/context.ts';
import { lockNamespaceForMembers } from '../../members/commands.ts';
import { deleteMembership, hasOtherOwner, saveMembership } from '../../members/store/writing.ts';
import { namespaceById, type Namespace } from '../../namespaces/store.ts';
import {
  deleteGrantedMembership,
  grantsOfUser,
  saveGrantedMembership,
  saveGrants,
  standingsOf,
  type Standing,
} from '../store/grants.ts';

/** The context of what providers decide: no person does it. */
export const systemContext = (services: Services): Context => new Context(services, new Viewer(null, true));

/**
 * Makes the memberships of these people in a group what a provider gives them; null for nothing. The highest role of all providers
 * applies, unless a person has a higher one by hand. A role given by hand is never taken away, nor is the last owner.
 */
export async function grantRoles(
  ctx: Context,
  namespaceId: NamespaceId,
  provider: string,
  grants: ReadonlyMap<UserId, number | null>,
): Promise<void> {
  if (grants.size === 0) return;
  await ctx.transaction(async (trx) => {
    const found = await namespaceById(trx, namespaceId);
    if (!found) return;
    const group = await lockNamespaceForMembers(trx, found);
    await saveGrants(trx, group.id, provider, grants);
    const above = group.scope.traversalIds.slice(0, -1);
    for (const standing of await standingsOf(trx, group.id, above, [...grants.keys()])) {
      await settle(trx, group, standing);
    }
  });
}

/** Replaces what a provider gives a person everywhere. Throws nothing for groups that are gone. */
export async function replaceGrantsOfUser(
  ctx: Context,
  userId: UserId,
  provider: string,
  wanted: ReadonlyMap<NamespaceId, number>,
): Promise<void> {
  const present = await grantsOfUser(ctx.db, userId, provider);
  // In the order of their ids, so that two sign-ins lock groups in the same order.
  const namespaceIds = [...new Set([...present.keys(), ...wanted.keys()])].toSorted((one, other) => one - other);
  for (const id of namespaceIds) await grantRoles(ctx, id, provider, new Map([[userId, wanted.get(id) ?? null]]));
}

async function settle(trx: Trx, group: Namespace, standing: Standing): Promise<void> {
  const { userId, level, expiresAt, granted, inherited, isPerson } = standing;
  const own = ownRole(standing);
  const isGiven = granted !== null && isPerson && granted > (own?.level ?? 0) && granted >= inherited;
  const target = isGiven ? { level: granted, expiresAt: null } : own;
  const isSame = target?.level === level && (target?.expiresAt ?? null) === expiresAt;
  if (!isSame && isLosingOwner(standing, target) && !(await hasOtherOwner(trx, group, userId))) return;
  if (!isSame && target) {
    await saveMembership(trx, {
      namespaceId: group.id,
      userId,
      accessLevel: target.level,
      createdById: null,
      expiresAt: target.expiresAt,
    });
    const data = { userId, accessLevel: target.level };
    if (level === null) trx.announce({ name: 'member.added', namespaceId: group.id, data });
    else if (level !== target.level)
      trx.announce({ name: 'member.updated', namespaceId: group.id, data: { ...data, from: level } });
  }
  if (!target && level !== null) {
    await deleteMembership(trx, group, userId, false);
    trx.announce({ name: 'member.removed', namespaceId: group.id, data: { userId, unassigns: false } });
  }
  if (isGiven && isNewGrant(standing, granted, own)) {
    await saveGrantedMembership(trx, {
      namespaceId: group.id,
      userId,
      givenLevel: granted,
      ownLevel: own?.level ?? null,
      ownExpiresAt: own?.expiresAt ?? null,
    });
  } else if (!isGiven && standing.givenLevel !== null) await deleteGrantedMembership(trx, group.id, userId);
}

const isNewGrant = (
  { givenLevel, ownLevel, ownExpiresAt }: Standing,
  granted: number,
  own: { level: number; expiresAt: string | null } | null,
): boolean => givenLevel !== granted || ownLevel !== (own?.level ?? null) || ownExpiresAt !== (own?.expiresAt ?? null);

/** The role that was given by hand: what the membership has, unless providers gave that. */
function ownRole(standing: Standing): { level: number; expiresAt: string | null } | null {
  const { level, expiresAt, givenLevel, ownLevel, ownExpiresAt } = standing;
  if (level === null) return null;
  if (givenLevel !== level || expiresAt !== null) return { level, expiresAt };
  const isOver = ownExpiresAt !== null && ownExpiresAt <= new Date().toISOString().slice(0, 10);
  return ownLevel === null || isOver ? null : { level: ownLevel, expiresAt: ownExpiresAt };
}

function isLosingOwner({ level, expiresAt }: Standing, target: { level: number } | null): boolean {
  return level === accessLevelOf.owner && expiresAt === null && target?.level !== accessLevelOf.owner;
}
