import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { AdminServiceAccountsPage } from './AdminServiceAccountsPage.tsx';
import { GroupServiceAccountsPage } from './GroupServiceAccountsPage.tsx';

const viewer = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: true };
beforeEach(() => setSession({ viewer, csrfToken: 'secret' }));
afterEach(() => vi.unstubAllGlobals());

const robot = { id: 7, name: 'Deployer', username: 'deployer', email: 'deployer@noreply.invalid' };
const token = {
  id: 1,
  name: 'CI',
  scopes: ['api'],
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2027-03-01',
  last_used_at: null,
  last_used_ips: [],
  active: true,
  revoked: false,
};
const path = '/api/v4/groups/castle/service_accounts';

test('owners create, rename and delete service accounts of a group, and manage their tokens', async () => {
  let accounts = [robot];
  let tokens = [token];
  const asked = fakeServer({
    [`GET ${path}`]: () => accounts,
    [`POST ${path}`]: ({ body }) => {
      const { username } = body as typeof robot;
      if (username === 'taken') return new Status(422, { message: { username: ['has already been taken'] } });
      const made = { ...robot, ...(body as object), id: 8, email: 'builder@example.com' };
      accounts = [made, ...accounts];
      return new Status(201, made);
    },
    [`PATCH ${path}/7`]: ({ body }) => {
      accounts = accounts.map((each) => (each.id === 7 ? { ...each, ...(body as object) } : each));
      return accounts.at(-1);
    },
    [`DELETE ${path}/7`]: () => {
      accounts = accounts.filter(({ id }) => id !== 7);
      return new Status(204);
    },
    [`GET ${path}/7/personal_access_tokens`]: () => tokens,
    [`GET ${path}/8/personal_access_tokens`]: () => [],
    [`POST ${path}/7/personal_access_tokens`]: () => {
      tokens = [...tokens, { ...token, id: 2, name: 'Nightly' }];
      return new Status(201, { ...token, id: 2, name: 'Nightly', token: 'mp-first' });
    },
    [`DELETE ${path}/7/personal_access_tokens/1`]: () => {
      tokens = tokens.filter(({ id }) => id !== 1);
      return new Status(204);
    },
  });
  const sent = (method: string) => asked.filter((each) => each.method === method).map(({ body }) => body);
  const { user, address } = await renderAt(
    '/groups/castle/-/settings/service_accounts',
    <GroupServiceAccountsPage address={{ page: 'groupServiceAccounts', fullPath: 'castle' }} />,
  );
  // Its invented address is not shown.
  expect(await screen.findByText('@deployer')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add one as a member' })).toHaveAttribute(
    'href',
    '/groups/castle/-/group_members',
  );

  await user.click(screen.getByRole('button', { name: 'Access tokens of Deployer' }));
  expect(address()).toContain('account=7');
  const section = within(await screen.findByRole('region', { name: 'Access tokens of Deployer' }));
  expect(await section.findByText('api · expires Mar 1, 2027 · never used')).toBeVisible();
  await user.click(section.getByRole('button', { name: 'New token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
  // Its roles are those of its memberships.
  expect(dialog.queryByRole('combobox', { name: 'Role' })).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: 'Token name' }), 'Nightly');
  await user.click(dialog.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByRole('status', { name: 'Your new token' })).toHaveTextContent('mp-first');
  expect(sent('POST')).toEqual([
    { name: 'Nightly', scopes: ['read_api'], expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string },
  ]);
  await user.click(section.getByRole('button', { name: 'Revoke CI' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(section.queryByText('CI')).toBeNull());

  await user.click(screen.getByRole('button', { name: 'Edit Deployer' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit service account' }));
  expect(edit.getByRole('textbox', { name: 'Email' })).toHaveValue('');
  await user.clear(edit.getByRole('textbox', { name: 'Name' }));
  await user.type(edit.getByRole('textbox', { name: 'Name' }), 'Shipper');
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Shipper')).toBeVisible();
  expect(sent('PATCH')).toEqual([{ name: 'Shipper', username: 'deployer', email: '' }]);

  await user.click(screen.getByRole('button', { name: 'New service account' }));
  const create = within(await screen.findByRole('dialog', { name: 'New service account' }));
  await user.type(create.getByRole('textbox', { name: 'Name' }), 'Builder');
  await user.type(create.getByRole('textbox', { name: 'Username' }), 'taken');
  await user.click(create.getByRole('button', { name: 'Create service account' }));
  await waitFor(() =>
    expect(create.getByRole('textbox', { name: 'Username' })).toHaveAccessibleDescription('Has already been taken'),
  );
  expect(create.getByRole('textbox', { name: 'Name' })).toHaveValue('Builder');
  await user.clear(create.getByRole('textbox', { name: 'Username' }));
  await user.type(create.getByRole('textbox', { name: 'Username' }), 'builder');
  await user.click(create.getByRole('button', { name: 'Create service account' }));
  // The next step is a token.
  expect(await screen.findByRole('region', { name: 'Access tokens of Builder' })).toBeVisible();
  expect(await screen.findByText('No access tokens. Without one the program cannot act.')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Delete Shipper' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Service account deleted')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Shipper')).toBeNull());
});

test('administrators see those of the installation; in a group below another one there are none', async () => {
  fakeServer({ 'GET /api/v4/service_accounts': () => [] });
  await renderAt('/admin/service_accounts', <AdminServiceAccountsPage />);
  expect(await screen.findByRole('heading', { name: 'No service accounts' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'New service account' })).toBeVisible();
  cleanup();
  fakeServer({
    'GET /api/v4/groups/castle%2Ftower/service_accounts': () =>
      new Status(422, { message: { base: ['Service accounts belong to top-level groups'] } }),
  });
  await renderAt(
    '/groups/castle/tower/-/settings/service_accounts',
    <GroupServiceAccountsPage address={{ page: 'groupServiceAccounts', fullPath: 'castle/tower' }} />,
  );
  expect(await screen.findByRole('heading', { name: 'Service accounts belong to top-level groups' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'New service account' })).toBeNull();
});
