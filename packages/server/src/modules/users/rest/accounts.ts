import { ForbiddenError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { RestPage, pageRequest, pagingInput } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { createUser, deleteUser, findUser, setBanned, setBlocked, updateUser } from '../commands/accounts.ts';
import { resetFactors } from '../commands/factor-settings.ts';
import { approveUser, rejectUser } from '../commands/sign-up.ts';
import { mayListUsers, userPolicy } from '../policy.ts';
import { presentAccount, presentProfile, presentUser } from './presenters.ts';
import { listUsers, type User } from '../store.ts';

const accountInput = {
  public_email: Type.Optional(Type.String()),
  bio: Type.Optional(Type.String()),
  admin: Type.Optional(Type.Boolean({ description: 'Whether the person administers the site' })),
};

const listInput = Type.Object({
  ...pagingInput,
  username: Type.Optional(Type.String({ description: 'Exactly this username' })),
  search: Type.Optional(Type.String({ description: 'Part of the name or username, or the whole email address' })),
  active: Type.Optional(Type.Boolean()),
  blocked: Type.Optional(Type.Boolean()),
  admins: Type.Optional(Type.Boolean({ description: 'Administrators only; for administrators' })),
  created_after: timeInput('Accounts created after this time'),
  created_before: timeInput('Accounts created before this time'),
  order_by: Type.Optional(
    Type.Union([
      Type.Literal('id'),
      Type.Literal('name'),
      Type.Literal('username'),
      Type.Literal('created_at'),
      Type.Literal('updated_at'),
    ]),
  ),
  sort: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
});

const tags = ['users'];

/** The accounts of the installation: administrators change them, others read as `userPolicy` allows. */
export function addAccountRoutes(routes: Routes): void {
  addApprovalRoutes(routes);
  addFactorRoutes(routes);
  routes.get(
    '/user',
    { summary: 'The account of the token or session', tags, signedIn: true, access: 'readUsers' },
    async (_request, ctx) => presentAccount(await findUser(ctx, ctx.viewer.id as UserId), ctx.baseUrl),
  );

  routes.get(
    '/users',
    { summary: 'People', tags, input: listInput, signedIn: true, access: 'readUsers' },
    async ({ input }, ctx) => {
      if (!mayListUsers(ctx.viewer)) throw new ForbiddenError();
      const wanted = pageRequest(input);
      const { users, total } = await listUsers(
        ctx.db,
        {
          username: input.username,
          search: input.search,
          searchesEmails: ctx.viewer.isAdmin,
          ...((input.active || input.blocked) && { state: input.active ? 'active' : 'blocked' }),
          admins: ctx.viewer.isAdmin && input.admins,
          createdAfter: timeOf('created_after', input.created_after),
          createdBefore: timeOf('created_before', input.created_before),
        },
        wanted,
        { by: input.order_by ?? 'id', descending: input.sort !== 'asc' },
      );
      const present = ctx.viewer.isAdmin ? presentAccount : presentUser;
      return new RestPage(
        users.map((user) => present(user, ctx.baseUrl)),
        total,
        wanted,
      );
    },
  );

  routes.get(
    '/users/:user_id',
    { summary: 'One person', tags, signedIn: true, access: 'readUsers' },
    async ({ params }, ctx) => presentFor(ctx, await findUser(ctx, idOf(params))),
  );

  routes.post(
    '/users',
    {
      summary: 'Create an account',
      tags,
      signedIn: true,
      input: Type.Object({
        ...accountInput,
        email: Type.String(),
        name: Type.String(),
        username: Type.String(),
        password: Type.Optional(Type.String({ description: 'Without a password the account cannot sign in' })),
      }),
    },
    async ({ input }, ctx) => presentFor(ctx, await createUser(ctx, fieldsOf(input))),
  );

  routes.put(
    '/users/:user_id',
    {
      summary: 'Change an account',
      tags,
      signedIn: true,
      input: Type.Object({
        ...accountInput,
        email: Type.Optional(Type.String()),
        name: Type.Optional(Type.String()),
        username: Type.Optional(Type.String()),
        password: Type.Optional(Type.String()),
      }),
    },
    async ({ params, input }, ctx) => presentFor(ctx, await updateUser(ctx, idOf(params), fieldsOf(input))),
  );

  routes.delete(
    '/users/:user_id',
    { summary: 'Delete an account; its content stays', tags, signedIn: true },
    ({ params }, ctx) => deleteUser(ctx, idOf(params)),
  );

  routes.post('/users/:user_id/block', { summary: 'Block a person', tags, signedIn: true }, async ({ params }, ctx) => {
    await setBlocked(ctx, idOf(params), true);
    return true;
  });
  routes.post(
    '/users/:user_id/ban',
    { summary: 'Ban a person and hide their content', tags, signedIn: true },
    async ({ params }, ctx) => {
      await setBanned(ctx, idOf(params), true);
      return true;
    },
  );
  routes.post(
    '/users/:user_id/unban',
    { summary: 'Unban a person and show their content', tags, signedIn: true },
    async ({ params }, ctx) => {
      await setBanned(ctx, idOf(params), false);
      return true;
    },
  );
  routes.post(
    '/users/:user_id/unblock',
    { summary: 'Unblock a person', tags, signedIn: true },
    async ({ params }, ctx) => {
      await setBlocked(ctx, idOf(params), false);
      return true;
    },
  );
}

/** The reset of second factors. */
function addFactorRoutes(routes: Routes): void {
  routes.patch(
    '/users/:user_id/disable_two_factor',
    { summary: "Remove a person's second factors; for administrators", tags, signedIn: true, status: 204 },
    ({ params }, ctx) => resetFactors(ctx, idOf(params)),
  );
}

/** `approve` and `reject` of registered accounts. */
function addApprovalRoutes(routes: Routes): void {
  routes.post(
    '/users/:user_id/approve',
    { summary: 'Approve a registered account', tags, signedIn: true },
    async ({ params }, ctx) => {
      await approveUser(ctx, idOf(params));
      return { message: 'Success' };
    },
  );
  routes.post(
    '/users/:user_id/reject',
    { summary: 'Reject a registered account, which deletes it', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      await rejectUser(ctx, idOf(params));
      return { message: 'Success' };
    },
  );
}

function presentFor(ctx: Context, user: User) {
  return ctx.can(userPolicy.readPrivate, user) ? presentAccount(user, ctx.baseUrl) : presentProfile(user, ctx.baseUrl);
}

/** The account in a path. Throws InputError if the text is not an id. */
export const idOf = (params: Readonly<Record<string, string>>): UserId => idParam<'User'>(params, 'user_id');

function fieldsOf<Input extends { admin?: boolean; public_email?: string }>({
  admin,
  public_email: publicEmail,
  ...rest
}: Input) {
  return {
    ...rest,
    ...(admin !== undefined && { isAdmin: admin }),
    ...(publicEmail !== undefined && { publicEmail: publicEmail === '' ? null : publicEmail }),
  };
}
