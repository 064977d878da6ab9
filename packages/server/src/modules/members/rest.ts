import { NotFoundError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { InputError, idInput } from '../../platform/rest/input.ts';
import { RestPage, pageRequest, pagingInput } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { idOf as namespaceIn } from '../namespaces/rest/groups.ts';
import { idOf as userIn } from '../users/rest/accounts.ts';
import { userByUsername } from '../users/store.ts';
import { addMember, removeMember, updateMember } from './commands.ts';
import { maySeeEmails } from './policy.ts';
import { presentMembers, presentOne } from './rest/presenters.ts';
import { listMembers, type Relation } from './store.ts';

const listInput = Type.Object({
  ...pagingInput,
  query: Type.Optional(
    Type.String({ description: 'Part of a name or username; for owners also of an e-mail address' }),
  ),
  user_ids: Type.Optional(Type.Array(idInput(), { description: 'Only these people' })),
  skip_users: Type.Optional(Type.Array(idInput(), { description: 'Not these people' })),
  show_seat_info: Type.Optional(Type.Boolean()),
  access_level: Type.Optional(Type.Integer({ description: 'Milepost extension. Only this role' })),
  source: Type.Optional(
    Type.Enum(['direct', 'inherited', 'shared'], {
      description: 'Milepost extension. Only roles given here, above, or by a shared group',
    }),
  ),
  without_project_bots: Type.Optional(
    Type.Boolean({ description: 'Milepost extension. Leaves out the accounts of access tokens' }),
  ),
  with_source: Type.Optional(
    Type.Boolean({
      description: 'Milepost extension. Adds where each role comes from, and the day of the last activity',
    }),
  ),
});
const expiry = Type.Optional(
  Type.Union([Type.String({ format: 'date' }), Type.Literal(''), Type.Null()], {
    description: 'The first day on which the role is no longer valid',
  }),
);

/** The relations of each source. */
const relationsOf: Readonly<Record<'direct' | 'inherited' | 'shared', readonly Relation[]>> = {
  direct: ['direct'],
  inherited: ['inherited'],
  shared: ['shared', 'sharedAbove'],
};

const ownerKinds = [
  { kind: 'group', path: '/groups/:id/members', find: findVisibleGroup },
  { kind: 'project', path: '/projects/:id/members', find: findVisibleProject },
] as const;

export function addRoutes(routes: Routes): void {
  for (const owner of ownerKinds) addRoutesOf(routes, owner);
}

function addRoutesOf(routes: Routes, { kind, path, find }: (typeof ownerKinds)[number]): void {
  const tags = ['members'];
  const reaches: readonly (readonly [string, string, readonly Relation[]])[] = [
    [path, `Direct members of the ${kind}`, ['direct']],
    [`${path}/all`, 'Direct, inherited and shared members', Object.values(relationsOf).flat()],
  ];
  for (const [address, summary, relations] of reaches) {
    routes.get(address, { summary, tags, input: listInput }, async ({ params, input }, ctx) => {
      const namespace = await find(ctx, namespaceIn(params));
      const wanted = pageRequest(input);
      const { members, total } = await listMembers(
        ctx.db,
        ctx.viewer,
        namespace,
        {
          relations: relations.filter((each) => !input.source || relationsOf[input.source].includes(each)),
          ...(input.access_level && { levels: [input.access_level] }),
          ...(input.query && { search: input.query, searchesEmails: maySeeEmails(ctx.viewer, namespace) }),
          ...(input.without_project_bots && { withoutBots: true }),
          ...(input.user_ids && { userIds: input.user_ids as UserId[] }),
          ...(input.skip_users && { skipUserIds: input.skip_users as UserId[] }),
        },
        wanted,
      );
      return new RestPage(await presentMembers(ctx, namespace, members, input), total, wanted);
    });
    routes.get(`${address}/:user_id`, { summary: 'One of them', tags }, async ({ params }, ctx) => {
      const namespace = await find(ctx, namespaceIn(params));
      return presentOne(ctx, namespace, userIn(params), relations);
    });
  }

  routes.post(
    path,
    {
      summary: 'Add members',
      tags,
      signedIn: true,
      input: Type.Object({
        user_id: Type.Optional(
          Type.Union([idInput(), Type.String()], { description: 'An id, or several separated by commas' }),
        ),
        username: Type.Optional(
          Type.String({ description: 'Instead of ids: a username, or several separated by commas' }),
        ),
        access_level: Type.Integer(),
        expires_at: expiry,
      }),
    },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, namespaceIn(params));
      const userIds = await usersIn(ctx, input);
      await ctx.transaction(async (trx) => {
        const within = ctx.within(trx);
        for (const userId of userIds) {
          await addMember(within, namespace, {
            userId,
            accessLevel: input.access_level,
            expiresAt: input.expires_at || null,
          });
        }
      });
      const [first] = userIds;
      return userIds.length === 1 && first ? presentOne(ctx, namespace, first, ['direct']) : { status: 'success' };
    },
  );
  routes.put(
    `${path}/:user_id`,
    {
      summary: 'Change the role of someone',
      tags,
      signedIn: true,
      input: Type.Object({ access_level: Type.Integer(), expires_at: expiry }),
    },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, namespaceIn(params));
      const userId = userIn(params);
      const expiresAt = input.expires_at === '' ? null : input.expires_at;
      await updateMember(ctx, namespace, { userId, accessLevel: input.access_level, expiresAt });
      return presentOne(ctx, namespace, userId, ['direct']);
    },
  );
  routes.delete(
    `${path}/:user_id`,
    {
      summary: 'Remove a member, or leave',
      tags,
      signedIn: true,
      input: Type.Object({
        skip_subresources: Type.Optional(
          Type.Boolean({ description: 'Keep memberships in groups and projects below' }),
        ),
        unassign_issuables: Type.Optional(
          Type.Boolean({ description: 'Unassign the person from open items here and below' }),
        ),
      }),
    },
    async ({ params, input }, ctx) =>
      removeMember(ctx, await find(ctx, namespaceIn(params)), userIn(params), {
        keepsBelow: input.skip_subresources ?? false,
        unassigns: input.unassign_issuables ?? false,
      }),
  );
}

async function usersIn(ctx: Context, input: { user_id?: number | string; username?: string }): Promise<UserId[]> {
  if ((input.user_id === undefined) === (input.username === undefined))
    throw new InputError(['user_id, username are missing, exactly one parameter must be provided']);
  if (input.user_id !== undefined) {
    const ids = String(input.user_id)
      .split(',')
      .map((text) => Number(text.trim()));
    if (ids.some((id) => !Number.isSafeInteger(id))) throw new InputError(['user_id is invalid']);
    return ids as UserId[];
  }
  const names = (input.username ?? '').split(',').map((name) => name.trim());
  const users = await Promise.all(names.map((name) => userByUsername(ctx.db, name)));
  return users.map((user) => {
    if (!user) throw new NotFoundError('User');
    return user.id;
  });
}
