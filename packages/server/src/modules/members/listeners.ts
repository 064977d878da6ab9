import { accessLevelOf } from '@milepost/core/roles';
import type { Listener } from '../../platform/context.ts';
import { namespaceById } from '../namespaces/store.ts';
import { saveMembership } from './store/writing.ts';

/** Whoever makes a group owns it, and whoever makes a project maintains it, unless their role above gives them as much. */
export const welcomeCreator: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'namespace.created' || ctx.viewer.id === null) return;
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
