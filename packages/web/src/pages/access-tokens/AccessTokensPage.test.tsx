import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { AccessTokensPage } from './AccessTokensPage.tsx';

beforeEach(() => setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const deploy = {
  id: 1,
  name: 'Deploy',
  scopes: ['api'],
  access_level: 30,
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2027-03-01',
  last_used_at: null,
  active: true,
  revoked: false,
};
const path = '/api/v4/projects/castle%2Ftower/access_tokens';
const open = () =>
  renderAt(
    '/castle/tower/-/settings/access_tokens',
    <AccessTokensPage address={{ page: 'projectAccessTokens', fullPath: 'castle/tower' }} />,
  );

test('TM-GS-16: the tokens of an archived project can be revoked only', async () => {
  fakeServer({
    [`GET ${path}`]: () => [deploy],
    projectPermissions: () => ({ project: { id: 'p', archived: true, userPermissions: {} } }),
    'GET /api/v4/projects/castle%2Ftower/members/all': () => [{ id: 1, access_level: 50 }],
  });
  await open();
  expect(await screen.findByRole('button', { name: 'Revoke Deploy' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'New token' })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Rotate Deploy' })).toBeNull();
});

test('TM-GS-02: tokens of a project are listed, created with a role up to one’s own, rotated and revoked', async () => {
  let tokens = [deploy, { ...deploy, id: 3, name: 'Owned', access_level: 50 }];
  const asked = fakeServer({
    [`GET ${path}`]: () => tokens,
    'GET /api/v4/projects/castle%2Ftower/members/all': () => [{ id: 1, access_level: 40 }],
    [`POST ${path}`]: () => {
      tokens = [...tokens, { ...deploy, id: 2, name: 'Report', access_level: 20 }];
      return new Status(201, { ...deploy, id: 2, name: 'Report', token: 'mp-first' });
    },
    [`POST ${path}/1/rotate`]: () => ({ ...deploy, id: 4, token: 'mp-second' }),
    [`DELETE ${path}/1`]: () => {
      tokens = tokens.filter(({ id }) => id !== 1);
      return new Status(204);
    },
  });
  const { user } = await open();
  const list = await screen.findByRole('list', { name: 'Access tokens' });
  expect(within(list).getByText('Developer · api · expires Mar 1, 2027 · never used')).toBeVisible();
  // Nobody gets a higher role by rotating.
  expect(await screen.findByRole('button', { name: 'Rotate Deploy' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Rotate Owned' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'New token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }));
  await user.click(dialog.getByRole('button', { name: 'Create token' }));
  expect(dialog.getByRole('textbox', { name: 'Token name' })).toHaveAccessibleDescription("Can't be blank");
  await user.type(dialog.getByRole('textbox', { name: 'Token name' }), 'Report');
  const role = dialog.getByRole('combobox', { name: 'Role' });
  expect(within(role).queryByRole('option', { name: 'Owner' })).toBeNull();
  await user.selectOptions(role, 'Guest');
  await user.click(dialog.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByRole('status', { name: 'Your new token' })).toHaveTextContent('mp-first');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked.find(({ method, url }) => method === 'POST' && url === path)?.body).toEqual({
    name: 'Report',
    scopes: ['read_api'],
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    access_level: 10,
  });
  expect(await screen.findByText('Report')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Rotate Deploy' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rotate' }));
  await waitFor(() => expect(screen.getByRole('status', { name: 'Your new token' })).toHaveTextContent('mp-second'));

  await user.click(screen.getByRole('button', { name: 'Revoke Deploy' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Token revoked')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Deploy' })).toBeNull());
});

test('without tokens the page says what they are for; people who may not manage them see an error', async () => {
  fakeServer({ [`GET ${path}`]: () => [] });
  await open();
  expect(await screen.findByRole('heading', { name: 'No access tokens' })).toBeVisible();
  cleanup();
  fakeServer({ [`GET ${path}`]: () => new Status(403, { message: '403 Forbidden' }) });
  await open();
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull();
});
