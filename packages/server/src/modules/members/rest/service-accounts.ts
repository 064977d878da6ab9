import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { RestPage, pageRequest, pagingInput } from '../../../platform/rest/paging.ts';
import { idParam } from '../../../platform/rest/params.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup } from '../../namespaces/commands.ts';
import { idOf as namespaceIn } from '../../namespaces/rest/groups.ts';
import { presentAccessToken } from '../../users/rest/presenters.ts';
import {
  newTokenInput,
  presentCreated,
  rotateInput,
  tokenFilterInput,
  tokenFilterOf,
} from '../../users/rest/tokens.ts';
import type { User } from '../../users/store.ts';
import {
  createServiceAccount,
  createServiceAccountToken,
  deleteServiceAccount,
  listServiceAccounts,
  revokeServiceAccountToken,
  rotateServiceAccountToken,
  serviceAccountTokens,
  updateServiceAccount,
  type ServiceAccountOwner,
} from '../commands/service-accounts.ts';

const accountInput = Type.Object({
  name: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
});
const listInput = Type.Object({
  ...pagingInput,
  order_by: Type.Optional(Type.Enum(['id', 'username'])),
  sort: Type.Optional(Type.Enum(['asc', 'desc'])),
});
const tokenListInput = Type.Object({ ...pagingInput, ...tokenFilterInput });
const tokenInput = Type.Object(newTokenInput);
const tags = ['service accounts'];

type Params = Readonly<Record<string, string>>;
interface Owner {
  path: string;
  of: string;
  find: (ctx: Context, params: Params) => Promise<ServiceAccountOwner>;
}

const owners: readonly Owner[] = [
  { path: '/service_accounts', of: 'the installation', find: () => Promise.resolve(null) },
  {
    path: '/groups/:id/service_accounts',
    of: 'a top-level group',
    find: (ctx, params) => findVisibleGroup(ctx, namespaceIn(params)),
  },
];

/** Service accounts: of the installation for administrators, of a top-level group for its owners. */
export function addServiceAccountRoutes(routes: Routes): void {
  for (const owner of owners) {
    addAccountRoutes(routes, owner);
    addTokenRoutes(routes, owner);
  }
}

const accountIn = (params: Params) => idParam<'User'>(params, 'user_id');
const tokenIn = (params: Params) => idParam<'Token'>(params, 'token_id');

function addAccountRoutes(routes: Routes, { path, of, find }: Owner): void {
  routes.get(
    path,
    { summary: `Service accounts of ${of}`, tags, input: listInput, signedIn: true },
    async ({ params, input }, ctx) => {
      const wanted = pageRequest(input);
      const { users, total } = await listServiceAccounts(ctx, await find(ctx, params), {
        ...wanted,
        orderBy: input.order_by ?? 'id',
        isDescending: input.sort !== 'asc',
      });
      return new RestPage(users.map(presentServiceAccount), total, wanted);
    },
  );
  routes.post(
    path,
    { summary: 'Create one', tags, input: accountInput, signedIn: true },
    async ({ params, input }, ctx) =>
      presentServiceAccount(await createServiceAccount(ctx, await find(ctx, params), input)),
  );
  routes.patch(
    `${path}/:user_id`,
    { summary: 'Change one', tags, input: accountInput, signedIn: true },
    async ({ params, input }, ctx) =>
      presentServiceAccount(await updateServiceAccount(ctx, await find(ctx, params), accountIn(params), input)),
  );
  routes.delete(`${path}/:user_id`, { summary: 'Delete one', tags, signedIn: true }, async ({ params }, ctx) =>
    deleteServiceAccount(ctx, await find(ctx, params), accountIn(params)),
  );
}

function addTokenRoutes(routes: Routes, { path: base, find }: Owner): void {
  const path = `${base}/:user_id/personal_access_tokens`;
  const accountOf = async (ctx: Context, params: Params) => ({ owner: await find(ctx, params), id: accountIn(params) });
  routes.get(
    path,
    { summary: 'Its access tokens', tags, input: tokenListInput, signedIn: true },
    async ({ params, input }, ctx) => {
      const wanted = pageRequest(input);
      const account = await accountOf(ctx, params);
      const { tokens, total } = await serviceAccountTokens(ctx, account, tokenFilterOf(input), wanted, input.sort);
      return new RestPage(tokens.map(presentAccessToken), total, wanted);
    },
  );
  routes.post(
    path,
    { summary: 'Create a token of it, which is shown once', tags, input: tokenInput, signedIn: true },
    async ({ params, input }, ctx) => {
      const { owner, id: userId } = await accountOf(ctx, params);
      const { expires_at: expiresAt, ...wanted } = input;
      return presentCreated(await createServiceAccountToken(ctx, owner, { ...wanted, userId, expiresAt }));
    },
  );
  routes.delete(
    `${path}/:token_id`,
    { summary: 'Revoke a token of it', tags, signedIn: true },
    async ({ params }, ctx) => revokeServiceAccountToken(ctx, await accountOf(ctx, params), tokenIn(params)),
  );
  routes.post(
    `${path}/:token_id/rotate`,
    { summary: 'Replace a token of it', tags, signedIn: true, input: rotateInput, status: 200 },
    async ({ params, input }, ctx) =>
      presentCreated(
        await rotateServiceAccountToken(ctx, await accountOf(ctx, params), tokenIn(params), input.expires_at),
      ),
  );
}

function presentServiceAccount({ id, name, username, email }: User) {
  return { id, name, username, email };
}
