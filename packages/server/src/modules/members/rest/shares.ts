import type { NamespaceId } from '@milepost/core/ids';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { idInput } from '../../../platform/rest/input.ts';
import { idParam } from '../../../platform/rest/params.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import { idOf as namespaceIn } from '../../namespaces/rest/groups.ts';
import { presentGroup, presentWholeGroup } from '../../namespaces/rest/presenters.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { changeShare, listShares, shareWithGroup, unshareWithGroup, type ListedShare } from '../commands/shares.ts';
import type { GroupShare } from '../store/shares.ts';

const tags = ['members'];
const expiry = Type.Optional(
  Type.Union([Type.String({ format: 'date' }), Type.Literal(''), Type.Null()], {
    description: 'The first day on which the share is no longer valid',
  }),
);
const ownerKinds = [
  { kind: 'group', path: '/groups/:id', find: findVisibleGroup },
  { kind: 'project', path: '/projects/:id', find: findVisibleProject },
] as const;

/** Groups and projects that are shared with a group. */
export function addShareRoutes(routes: Routes): void {
  for (const owner of ownerKinds) addRoutesOf(routes, owner);
}

function addRoutesOf(routes: Routes, { kind, path, find }: (typeof ownerKinds)[number]): void {
  routes.get(
    `${path}/invited_groups`,
    { summary: `Groups that a ${kind} is shared with, as far as the viewer can see them`, tags },
    async ({ params }, ctx) => {
      const namespace = await find(ctx, namespaceIn(params));
      return (await listShares(ctx, namespace)).map((share) => presentListed(ctx, share));
    },
  );
  routes.post(
    `${path}/share`,
    {
      summary: `Share a ${kind} with a group`,
      tags,
      signedIn: true,
      input: Type.Object({
        group_id: idInput({ description: 'The group whose members get a role' }),
        group_access: Type.Integer({ description: 'The maximum role' }),
        expires_at: expiry,
      }),
    },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, namespaceIn(params));
      const share = await shareWithGroup(ctx, namespace, {
        groupId: input.group_id as NamespaceId,
        accessLevel: input.group_access,
        expiresAt: input.expires_at || null,
      });
      return presentShared(ctx, namespace, share);
    },
  );
  const one = `${path}/share/:group_id`;
  routes.put(
    one,
    {
      summary: 'Milepost extension. Change the maximum role or the expiry of a share',
      tags,
      signedIn: true,
      input: Type.Object({ group_access: Type.Optional(Type.Integer()), expires_at: expiry }),
    },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, namespaceIn(params));
      const share = await changeShare(ctx, namespace, idParam<'Namespace'>(params, 'group_id'), {
        accessLevel: input.group_access,
        expiresAt: input.expires_at === '' ? null : input.expires_at,
      });
      return presentShared(ctx, namespace, share);
    },
  );
  routes.delete(one, { summary: 'End a share', tags, signedIn: true }, async ({ params }, ctx) =>
    unshareWithGroup(ctx, await find(ctx, namespaceIn(params)), idParam<'Namespace'>(params, 'group_id')),
  );
}

/** The response of the published API: the group itself for a group, the share for a project. */
async function presentShared(ctx: Context, namespace: Namespace, share: GroupShare) {
  if (namespace.kind === 'group') return presentWholeGroup(namespace, ctx);
  return {
    project_id: namespace.id,
    group_id: share.groupId,
    group_access: share.accessLevel,
    expires_at: share.expiresAt,
  };
}

/** The published keys of a group, and those of the share as a Milepost extension. */
function presentListed(ctx: Context, { group, accessLevel, expiresAt, createdAt, people, losing }: ListedShare) {
  return {
    ...presentGroup(group, ctx),
    group_access: accessLevel,
    expires_at: expiresAt,
    shared_at: createdAt.toISOString(),
    people_count: people,
    people_losing_access: losing,
  };
}
