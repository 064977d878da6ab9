import type { Visibility } from '@milepost/core/roles';
import { addMember, removeMember, updateMember } from '../../modules/members/commands.ts';
import { findVisibleGroup, findVisibleProject } from '../../modules/namespaces/commands.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import type { User } from '../../modules/users/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

interface NamespaceWithMember {
  namespace: Namespace;
  someone: User;
}

const groupAnd =
  (isMember: boolean) =>
  async (build: Builders, visibility: Visibility): Promise<NamespaceWithMember> => {
    const namespace = await build.group({ visibility });
    return withSomeone(build, namespace, isMember);
  };

const projectAnd =
  (isMember: boolean) =>
  async (build: Builders, visibility: Visibility): Promise<NamespaceWithMember> => {
    const namespace = await build.project({ visibility });
    return withSomeone(build, namespace, isMember);
  };

async function withSomeone(build: Builders, namespace: Namespace, isMember: boolean): Promise<NamespaceWithMember> {
  const someone = await build.user();
  if (isMember) await build.member(namespace, someone, 'guest');
  return { namespace, someone };
}

export const memberPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'add a member to a group',
    least: 'owner',
    given: groupAnd(false),
    perform: async (ctx, { namespace, someone }) =>
      addMember(ctx, await findVisibleGroup(ctx, namespace.id), { userId: someone.id, accessLevel: 10 }),
  }),
  permission({
    operation: 'change the role of someone in a group',
    least: 'owner',
    given: groupAnd(true),
    perform: async (ctx, { namespace, someone }) =>
      updateMember(ctx, await findVisibleGroup(ctx, namespace.id), { userId: someone.id, accessLevel: 20 }),
  }),
  permission({
    operation: 'remove someone from a group',
    least: 'owner',
    given: groupAnd(true),
    perform: async (ctx, { namespace, someone }) =>
      removeMember(ctx, await findVisibleGroup(ctx, namespace.id), someone.id),
  }),
  permission({
    operation: 'add a member to a project',
    least: 'maintainer',
    given: projectAnd(false),
    perform: async (ctx, { namespace, someone }) =>
      addMember(ctx, await findVisibleProject(ctx, namespace.id), { userId: someone.id, accessLevel: 40 }),
  }),
  permission({
    operation: 'make someone an owner of a project',
    least: 'owner',
    given: projectAnd(true),
    perform: async (ctx, { namespace, someone }) =>
      updateMember(ctx, await findVisibleProject(ctx, namespace.id), { userId: someone.id, accessLevel: 50 }),
  }),
  permission({
    operation: 'remove someone from a project',
    least: 'maintainer',
    given: projectAnd(true),
    perform: async (ctx, { namespace, someone }) =>
      removeMember(ctx, await findVisibleProject(ctx, namespace.id), someone.id),
  }),
];
