import { Type } from 'typebox';
import { RestPage, pageRequest, pagingInput } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { idOf } from '../../users/rest/accounts.ts';
import { presentAccount } from '../../users/rest/presenters.ts';
import { listUsers, type UserFilter } from '../../users/store.ts';
import { createAccount, deleteAccount, deletionOf, sendPasswordLink } from '../commands/users.ts';
import { requireAdministrator } from '../policy.ts';

const states = ['all', 'active', 'waiting', 'blocked', 'banned', 'deactivated', 'administrators'] as const;

const filters: Readonly<Record<(typeof states)[number], UserFilter>> = {
  all: {},
  active: { state: 'active' },
  waiting: { state: 'blocked_pending_approval' },
  blocked: { states: ['blocked', 'ldap_blocked'] },
  banned: { state: 'banned' },
  // No account of Milepost has this state; the published API knows it.
  deactivated: { ids: [] },
  administrators: { admins: true },
};

const listInput = Type.Object({
  ...pagingInput,
  search: Type.Optional(Type.String({ maxLength: 255 })),
  state: Type.Optional(Type.Enum([...states])),
});
const newInput = Type.Object({
  name: Type.String(),
  username: Type.String(),
  email: Type.String(),
  password: Type.Enum(['link', 'generated']),
});
const deletionInput = Type.Object({
  username: Type.String(),
  contributions: Type.Enum(['keep', 'delete']),
  new_owners: Type.Optional(Type.Record(Type.String(), Type.String())),
});

const hidden = { tags: ['pages'], signedIn: true, isHidden: true, administrators: true } as const;

/** The users page of the administration. Changes of fields and states are those of the REST API. */
export function addUserRoutes(routes: Routes): void {
  routes.get('/-/admin/users.json', { summary: 'Accounts', ...hidden, input: listInput }, async ({ input }, ctx) => {
    requireAdministrator(ctx.viewer);
    const wanted = pageRequest(input);
    const filter = {
      ...filters[input.state ?? 'all'],
      ...(input.search && { search: input.search, searchesEmails: true }),
    };
    const { users, total } = await listUsers(ctx.db, filter, wanted);
    return new RestPage(
      users.map((user) => presentAccount(user, ctx.baseUrl)),
      total,
      wanted,
    );
  });

  routes.post(
    '/-/admin/users',
    { summary: 'Create an account', ...hidden, input: newInput },
    async ({ input }, ctx) => {
      const { user, password } = await createAccount(ctx, input);
      return { ...presentAccount(user, ctx.baseUrl), password };
    },
  );

  routes.post(
    '/-/admin/users/:user_id/password_link',
    { summary: 'Mail a link to set a password', ...hidden, status: 204 },
    ({ params }, ctx) => sendPasswordLink(ctx, idOf(params)),
  );

  routes.get(
    '/-/admin/users/:user_id/deletion.json',
    { summary: 'What a deletion would delete', ...hidden },
    async ({ params }, ctx) => {
      const { contributions, onlyOwned } = await deletionOf(ctx, idOf(params));
      return {
        ...contributions,
        only_owned: onlyOwned.map(({ id, fullPath, name }) => ({ id, full_path: fullPath, name })),
      };
    },
  );

  routes.post(
    '/-/admin/users/:user_id/delete',
    { summary: 'Delete an account', ...hidden, input: deletionInput, status: 204 },
    ({ params, input }, ctx) =>
      deleteAccount(ctx, idOf(params), {
        username: input.username,
        contributions: input.contributions,
        newOwners: input.new_owners ?? {},
      }),
  );
}
