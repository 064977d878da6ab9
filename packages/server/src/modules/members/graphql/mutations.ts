import type { UserId } from '@milepost/core/ids';
import type { Role } from '@milepost/core/roles';
import type { Context } from '../../../platform/context.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { updateMember } from '../commands.ts';
import { listMembers, type Member } from '../store.ts';
import { GroupMemberRef, levelNamed, MemberAccessLevel, ProjectMemberRef } from './types.ts';

export function addMutations(): void {
  mutation('groupMemberBulkUpdate', {
    description: 'Changes the roles of direct members of a group',
    input: (t) => ({
      groupId: t.field({ type: 'GroupID', required: true }),
      userIds: t.field({ type: ['UserID'], required: true }),
      accessLevel: t.field({ type: MemberAccessLevel, required: true }),
      expiresAt: t.field({ type: 'Time' }),
    }),
    resolve: async ({ groupId, ...roles }, ctx) =>
      updateMembers(ctx, await findVisibleGroup(ctx, readGlobalId(groupId, 'Group')), roles),
    payload: (t) => ({
      groupMembers: t.field({ type: [GroupMemberRef], nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('projectMemberBulkUpdate', {
    description: 'Changes the roles of direct members of a project',
    input: (t) => ({
      projectId: t.field({ type: 'ProjectID', required: true }),
      userIds: t.field({ type: ['UserID'], required: true }),
      accessLevel: t.field({ type: MemberAccessLevel, required: true }),
      expiresAt: t.field({ type: 'Time' }),
    }),
    resolve: async ({ projectId, ...roles }, ctx) =>
      updateMembers(ctx, await findVisibleProject(ctx, readGlobalId(projectId, 'Project')), roles),
    payload: (t) => ({
      projectMembers: t.field({ type: [ProjectMemberRef], nullable: true, resolve: ({ result }) => result }),
    }),
  });
}

interface RolesToGive {
  userIds: readonly string[];
  accessLevel: Uppercase<Role>;
  expiresAt?: Date | null;
}

/** Changes all memberships in one transaction. */
async function updateMembers(
  ctx: Context,
  namespace: Namespace,
  { userIds, accessLevel, expiresAt }: RolesToGive,
): Promise<Member[]> {
  const ids: UserId[] = userIds.map((id) => readGlobalId<'User'>(id, 'User'));
  const day = expiresAt ? expiresAt.toISOString().slice(0, 10) : expiresAt;
  return ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    for (const userId of ids)
      await updateMember(within, namespace, { userId, accessLevel: levelNamed(accessLevel), expiresAt: day });
    const filter = { relations: ['direct'], userIds: ids } as const;
    return (await listMembers(trx, ctx.viewer, namespace, filter, { offset: 0, perPage: ids.length })).members;
  });
}
