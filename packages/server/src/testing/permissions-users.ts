import type { UserId } from '@milepost/core/ids';
import { createUser, deleteUser, setBlocked, updateUser } from '../modules/users/commands-accounts.ts';
import { listSessions } from '../modules/users/commands-sessions.ts';
import { createAccessToken, revokeToken } from '../modules/users/commands-tokens.ts';
import { permission, type PermissionRow } from './permissions.ts';

export const userPermissions: readonly PermissionRow[] = [
  permission({ operation: 'list one’s own sessions', least: 'person', perform: (ctx) => listSessions(ctx) }),
  permission({
    operation: 'make an access token for oneself',
    least: 'person',
    perform: (ctx, _, build) =>
      createAccessToken(ctx, { userId: ctx.viewer.id ?? build.idOf('ada'), name: 'own', scopes: ['api'] }),
  }),
  permission({
    operation: 'make an access token for someone else',
    least: 'administrator',
    perform: async (ctx, _, build) =>
      createAccessToken(ctx, { userId: (await build.user()).id, name: 'other', scopes: ['api'] }),
  }),
  permission({
    operation: 'end an access token of someone else',
    least: 'administrator',
    isHidden: true,
    perform: async (ctx, _, build) => {
      const owner: UserId = (await build.user()).id;
      const { token } = await createAccessToken(build.as('root'), { userId: owner, name: 'x', scopes: ['api'] });
      await revokeToken(ctx, token.id);
    },
  }),
  permission({
    operation: 'make an account',
    least: 'administrator',
    perform: (ctx, _, build) => {
      const username = `made-${build.next()}`;
      return createUser(ctx, { username, name: 'Made', email: `${username}@milepost.test` });
    },
  }),
  permission({
    operation: 'change an account',
    least: 'administrator',
    perform: async (ctx, _, build) => updateUser(ctx, (await build.user()).id, { name: 'Other' }),
  }),
  permission({
    operation: 'block an account',
    least: 'administrator',
    perform: async (ctx, _, build) => setBlocked(ctx, (await build.user()).id, true),
  }),
  permission({
    operation: 'delete an account',
    least: 'administrator',
    perform: async (ctx, _, build) => deleteUser(ctx, (await build.user()).id),
  }),
];
