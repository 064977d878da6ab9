import { DomainError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import type { Context, Trx } from '../../platform/context.ts';
import { LastOwnerError, lockNamespaceForMembers } from '../members/commands.ts';
import { findVisibleGroup, type NamespaceKey } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { billingPolicy } from './policy.ts';
import { deleteMembershipsIn, isLastOwnerIn, listBillableMembers, type BillableMember } from './store/members.ts';

/** The plan has no seat left, and its group refuses people beyond its seats. */
export class NoSeatsLeftError extends DomainError {
  override name = 'NoSeatsLeftError';
  readonly code = 'NO_SEATS_LEFT' as const;
  readonly kind = 'unprocessable' as const;
  constructor() {
    super('No seats left.');
  }
}

/** The top-level group of a request about seats. Throws NotFoundError, ForbiddenError, and ValidationError for a subgroup. */
export async function findBilledGroup(ctx: Context, key: NamespaceKey): Promise<Namespace> {
  const group = await findVisibleGroup(ctx, key);
  ctx.require(billingPolicy.read, group);
  if (group.parentId !== null) throw new ValidationError({ id: ['must be a top-level group'] });
  return group;
}

/** A person with a seat in the tree. Throws NotFoundError. */
export async function findBillableMember(
  ctx: Pick<Context, 'db'>,
  group: Namespace,
  userId: UserId,
): Promise<BillableMember> {
  const page = { offset: 0, perPage: 1 };
  const { members } = await listBillableMembers(ctx.db, group.id, { userIds: [userId] }, 'name_asc', page);
  const [member] = members;
  if (!member) throw new NotFoundError('Member');
  return member;
}

/**
 * Removes every direct membership of a person in the tree of a top-level group. Throws NotFoundError for somebody without a seat,
 * ForbiddenError for somebody who is there only through a shared group, and LastOwnerError.
 */
export function removeBillableMember(ctx: Context, group: Namespace, userId: UserId): Promise<void> {
  return ctx.transaction(async (trx: Trx) => {
    const locked = await lockNamespaceForMembers(trx, group);
    ctx.require(billingPolicy.manage, locked);
    const member = await findBillableMember({ db: trx }, locked, userId);
    if (!member.isRemovable) throw new ForbiddenError();
    if (await isLastOwnerIn(trx, locked.id, userId)) throw new LastOwnerError();
    for (const namespaceId of await deleteMembershipsIn(trx, locked.id, userId)) {
      trx.announce({ name: 'member.removed', namespaceId, data: { userId, unassigns: false } });
    }
  });
}
