import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { ProfilePage } from './ProfilePage.tsx';

beforeEach(() =>
  setSession({
    viewer: { id: 7, username: 'ada', name: 'Ada Okafor', avatarUrl: null, isAdmin: false },
    version: '0.1.0',
  }),
);
afterEach(() => vi.unstubAllGlobals());

const laptop = {
  id: 1,
  name: 'laptop',
  scopes: ['read_api'],
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2027-01-01',
  last_used_at: null,
  active: true,
  revoked: false,
};
const here = {
  id: 'a',
  current: true,
  createdAt: '2026-11-01T00:00:00Z',
  lastSeenAt: '2026-11-20T00:00:00Z',
  userAgent: null,
  ipAddress: '10.0.0.1',
};
const there = {
  ...here,
  id: 'b',
  current: false,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

test('a token is created with scopes and an expiry date, and its text is shown once', async () => {
  const tokens = [laptop];
  const asked = fakeServer({
    'GET /api/v4/personal_access_tokens': () => tokens,
    'GET /-/sessions': () => [here],
    'POST /api/v4/user/personal_access_tokens': () =>
      new Status(201, { ...laptop, id: 2, name: 'script', token: 'mp-very-secret' }),
  });
  const { user } = await renderAt('/-/profile', <ProfilePage address={{ page: 'profile' }} />);
  expect(await screen.findByText('read_api · expires Jan 1, 2027 · never used')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'New token' }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(screen.getByRole('textbox', { name: 'Token name' })).toHaveAccessibleDescription("Can't be blank");
  await user.type(screen.getByRole('textbox', { name: 'Token name' }), 'script');
  await user.click(screen.getByRole('checkbox', { name: /^api/ }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByRole('status', { name: 'Your new token' })).toHaveTextContent('mp-very-secret');
  expect(screen.getByRole('button', { name: 'Copy token' })).toHaveFocus();
  expect(
    asked.find(({ method, url }) => method === 'POST' && url.includes('/personal_access_tokens'))?.body,
  ).toMatchObject({
    name: 'script',
    scopes: ['api', 'read_api'],
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  // Pages without HTTPS have no clipboard.
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }));
  await user.click(screen.getByRole('button', { name: 'Copy token' }));
  expect(await screen.findByText(/Your browser does not allow copying/)).toBeVisible();
});

test('revoking a token asks for confirmation', async () => {
  const asked = fakeServer({
    'GET /api/v4/personal_access_tokens': () => [laptop],
    'GET /-/sessions': () => [here],
    'DELETE /api/v4/personal_access_tokens/1': () => new Status(204),
  });
  const { user } = await renderAt('/-/profile', <ProfilePage address={{ page: 'profile' }} />);
  await user.click(await screen.findByRole('button', { name: 'Revoke laptop' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke “laptop”?' }));
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Token revoked')).toBeVisible();
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('TM-PW-11: sessions show device, address and times, the current one is marked, others can be revoked', async () => {
  const asked = fakeServer({
    'GET /api/v4/personal_access_tokens': () => [],
    'GET /-/sessions': () => [here, there],
    'DELETE /-/sessions/b': () => new Status(204),
  });
  const { user } = await renderAt('/-/profile', <ProfilePage address={{ page: 'profile' }} />);
  expect(await screen.findByText('This device')).toBeVisible();
  expect(screen.getAllByText(/10\.0\.0\.1 · last seen .* · signed in /)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Revoke Firefox on Linux' }));
  expect(await screen.findByText('Session ended')).toBeVisible();
  expect(asked.some(({ method, url }) => method === 'DELETE' && url === '/-/sessions/b')).toBe(true);
});

test('a new password is validated before sending, and the current one must be correct', async () => {
  fakeServer({
    'GET /api/v4/personal_access_tokens': () => [],
    'GET /-/sessions': () => [here],
    'PUT /-/password': () => new Status(400, { message: { current_password: ['The current password is wrong.'] } }),
  });
  const { user } = await renderAt('/-/profile', <ProfilePage address={{ page: 'profile' }} />);
  await user.type(screen.getByLabelText('Current password'), 'old');
  await user.type(screen.getByLabelText('New password'), 'short');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/Is too short/);
  await user.type(screen.getByLabelText('New password'), ' but longer now');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('The current password is wrong.')).toBeVisible();
});
