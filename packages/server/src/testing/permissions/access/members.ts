import type { Visibility } from '@milepost/core/roles';
import type { Context } from '../../../platform/context.ts';
import { approveRequest, denyRequest, requestersOf } from '../../../modules/members/commands/access-requests.ts';
import { changeShare, listShares, shareWithGroup, unshareWithGroup } from '../../../modules/members/commands/shares.ts';
import {
  createNamespaceToken,
  namespaceTokens,
  revokeNamespaceToken,
  rotateNamespaceToken,
} from '../../../modules/members/commands/access-tokens.ts';
import {
  createServiceAccount,
  createServiceAccountToken,
  deleteServiceAccount,
  listServiceAccounts,
} from '../../../modules/members/commands/service-accounts.ts';
import { addMember, removeMember, updateMember } from '../../../modules/members/commands.ts';
import { findVisibleGroup, findVisibleProject } from '../../../modules/namespaces/commands.ts';
import type { Namespace } from '../../../modules/namespaces/store.ts';
import type { User } from '../../../modules/users/store.ts';
import { permission, type PermissionRow } from '../../permissions.ts';
import type { Builders } from '../../test.ts';

const newToken = { name: 'deploy', scopes: ['api'] };

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
  permission({
    operation: 'share a group with a group, change that and end it',
    least: 'owner',
    given: async (build, visibility) => ({
      namespace: await build.group({ visibility }),
      other: await build.group({ visibility: 'public' }),
    }),
    perform: async (ctx, { namespace, other }) => {
      const group = await findVisibleGroup(ctx, namespace.id);
      await shareWithGroup(ctx, group, { groupId: other.id, accessLevel: 30 });
      await changeShare(ctx, group, other.id, { accessLevel: 20 });
      await unshareWithGroup(ctx, group, other.id);
    },
  }),
  permission({
    operation: 'share a project with a group, change that and end it',
    least: 'maintainer',
    given: async (build, visibility) => ({
      namespace: await build.project({ group: await build.group({ visibility }) }),
      other: await build.group({ visibility: 'public' }),
    }),
    perform: async (ctx, { namespace, other }) => {
      const project = await findVisibleProject(ctx, namespace.id);
      await shareWithGroup(ctx, project, { groupId: other.id, accessLevel: 40 });
      await changeShare(ctx, project, other.id, { accessLevel: 20 });
      await unshareWithGroup(ctx, project, other.id);
    },
  }),
  permission({
    operation: 'share a project with a group whose owners become owners of it',
    least: 'owner',
    given: async (build, visibility) => ({
      namespace: await build.project({ group: await build.group({ visibility }) }),
      other: await build.group({ visibility: 'public' }),
    }),
    perform: async (ctx, { namespace, other }) =>
      shareWithGroup(ctx, await findVisibleProject(ctx, namespace.id), { groupId: other.id, accessLevel: 50 }),
  }),
  permission({
    operation: 'see, approve and deny requests for access to a group',
    least: 'owner',
    given: groupAnd(false),
    perform: async (ctx, { namespace, someone }, build) => {
      const group = await findVisibleGroup(ctx, namespace.id);
      await requestersOf(ctx, group, { offset: 0, perPage: 10 });
      await build.accessRequest(namespace, someone);
      await denyRequest(ctx, group, someone.id);
      await build.accessRequest(namespace, someone);
      await approveRequest(ctx, group, someone.id, 50);
    },
  }),
  permission({
    operation: 'see, approve and deny requests for access to a project',
    least: 'maintainer',
    given: projectAnd(false),
    perform: async (ctx, { namespace, someone }, build) => {
      const project = await findVisibleProject(ctx, namespace.id);
      await requestersOf(ctx, project, { offset: 0, perPage: 10 });
      await build.accessRequest(namespace, someone);
      await denyRequest(ctx, project, someone.id);
      await build.accessRequest(namespace, someone);
      await approveRequest(ctx, project, someone.id, 40);
    },
  }),
  permission({
    operation: 'see the groups that a group is shared with, as far as they are visible',
    least: 'visitor',
    isReading: true,
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => listShares(ctx, await findVisibleGroup(ctx, id)),
  }),
  ...(['group', 'project'] as const).flatMap((kind) => {
    const least = kind === 'group' ? 'owner' : 'maintainer';
    const given = (build: Builders, visibility: Visibility) =>
      kind === 'group' ? build.group({ visibility }) : build.project({ visibility });
    const withToken = async (build: Builders, visibility: Visibility) => {
      const namespace = await given(build, visibility);
      const { token } = await createNamespaceToken(build.as('root'), namespace, { ...newToken, accessLevel: 10 });
      return { namespace, token };
    };
    const found = (ctx: Context, { id }: Namespace) =>
      kind === 'group' ? findVisibleGroup(ctx, id) : findVisibleProject(ctx, id);
    return [
      permission({
        operation: `list the access tokens of a ${kind}`,
        least,
        isReading: true,
        given,
        perform: async (ctx, namespace) =>
          namespaceTokens(ctx, await found(ctx, namespace), {}, { offset: 0, perPage: 20 }),
      }),
      permission({
        operation: `create an access token of a ${kind}`,
        least,
        given,
        perform: async (ctx, namespace) =>
          createNamespaceToken(ctx, await found(ctx, namespace), { ...newToken, accessLevel: 40 }),
      }),
      permission({
        operation: `rotate an access token of a ${kind}`,
        least,
        given: withToken,
        perform: async (ctx, { namespace, token }) => rotateNamespaceToken(ctx, await found(ctx, namespace), token.id),
      }),
      permission({
        operation: `revoke an access token of a ${kind}`,
        least,
        given: withToken,
        perform: async (ctx, { namespace, token }) => revokeNamespaceToken(ctx, await found(ctx, namespace), token.id),
      }),
    ];
  }),
  permission({
    operation: 'list the service accounts of a top-level group',
    least: 'owner',
    isReading: true,
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) =>
      listServiceAccounts(ctx, await findVisibleGroup(ctx, id), {
        offset: 0,
        orderBy: 'id',
        isDescending: true,
        perPage: 20,
      }),
  }),
  permission({
    operation: 'create a service account of a top-level group',
    least: 'owner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => createServiceAccount(ctx, await findVisibleGroup(ctx, id), {}),
  }),
  permission({
    operation: 'create a token of a service account of a top-level group',
    least: 'owner',
    given: async (build, visibility) => {
      const group = await build.group({ visibility });
      const account = await createServiceAccount(build.as('root'), group, {});
      return { id: group.id, userId: account.id };
    },
    perform: async (ctx, { id, userId }) =>
      createServiceAccountToken(ctx, await findVisibleGroup(ctx, id), { ...newToken, userId }),
  }),
  permission({
    operation: 'delete a service account of a top-level group',
    least: 'owner',
    given: async (build, visibility) => {
      const group = await build.group({ visibility });
      const account = await createServiceAccount(build.as('root'), group, {});
      return { id: group.id, userId: account.id };
    },
    perform: async (ctx, { id, userId }) => deleteServiceAccount(ctx, await findVisibleGroup(ctx, id), userId),
  }),
  permission({
    operation: 'create a service account of the installation',
    least: 'administrator',
    perform: (ctx) => createServiceAccount(ctx, null, {}),
  }),
];
