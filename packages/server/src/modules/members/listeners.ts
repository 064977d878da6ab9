import { accessLevelOf } from '@milepost/core/roles';
import type { Listener } from '../../platform/context.ts';
import { namespaceById } from '../namespaces/store.ts';
import { settleRequest } from './commands/access-requests.ts';
import { hasOtherOwner, saveMembership } from './store/writing.ts';

/** A group that becomes a top-level one may lose the owners that it inherited: the user who moved it becomes its owner. */
export const addOwnerAfterTransfer: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.transferred' || ctx.viewer.id === null) return;
  const namespace = await namespaceById(trx, announcement.namespaceId);
  if (!namespace || namespace.parentId !== null) return;
  if (await hasOtherOwner(trx, namespace, ctx.viewer.id)) return;
  await saveMembership(trx, {
    namespaceId: namespace.id,
    userId: ctx.viewer.id,
    accessLevel: accessLevelOf.owner,
    createdById: ctx.viewer.id,
    expiresAt: null,
  });
};

/**
 * The creator of a group becomes its owner, that of a project its maintainer, unless their inherited role is sufficient. A bot keeps
 * the role of its token, which ends with it.
 */
export const addCreatorAsMember: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.created' || ctx.viewer.id === null || ctx.viewer.isBot) return;
  const namespace = await namespaceById(trx, announcement.namespaceId);
  if (!namespace) return;
  const role = namespace.kind === 'group' ? 'owner' : 'maintainer';
  if (namespace.parentId !== null && ctx.viewer.atLeast(role, namespace.scope)) return;
  await saveMembership(trx, {
    namespaceId: namespace.id,
    userId: ctx.viewer.id,
    accessLevel: accessLevelOf[role],
    createdById: ctx.viewer.id,
    expiresAt: null,
  });
};

/** A request for access ends when its author becomes a member. */
export const settleRequestOfMember: Listener = async (_ctx, trx, { name, namespaceId, data }) => {
  if (name === 'member.added') await settleRequest(trx, { id: namespaceId }, data.userId);
};
