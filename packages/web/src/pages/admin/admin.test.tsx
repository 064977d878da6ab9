import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session, setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { BackupsPage } from './BackupsPage.tsx';
import { IncomingMailPage } from './IncomingMailPage.tsx';
import { InstanceSettingsPage } from './InstanceSettingsPage.tsx';
import { JobsPage } from './JobsPage.tsx';
import { NamespacesPage } from './NamespacesPage.tsx';
import { OverviewPage } from './OverviewPage.tsx';
import { UsersPage } from './UsersPage.tsx';

beforeEach(() =>
  setSession({ viewer: { id: 1, username: 'root', name: 'Root', avatarUrl: null, isAdmin: true }, csrfToken: 'x' }),
);
afterEach(() => vi.unstubAllGlobals());

test('what is not configured is off, and not simply good', async () => {
  fakeServer({
    'GET /-/admin/overview.json': () => ({
      users: 1,
      groups: 0,
      projects: 0,
      items: 0,
      health: [
        { name: 'database', good: true, off: false, detail: 'PostgreSQL 18' },
        { name: 'mail', good: true, off: true, detail: 'No mail server is set' },
      ],
      paused: null,
      waiting: { users: 0, reports: 0, failed_jobs: 0 },
    }),
  });
  await renderAt('/admin', <OverviewPage />);
  const health = within(await screen.findByRole('list', { name: 'Health' }));
  expect(health.getByText('No mail server is set').closest('li')).toHaveTextContent('Off');
  expect(health.getByText('PostgreSQL 18').closest('li')).toHaveTextContent('OK');
});

const gwen = {
  id: 7,
  name: 'Gwen Guest',
  username: 'gwen',
  email: 'gwen@milepost.test',
  state: 'active',
  is_admin: false,
  two_factor_enabled: false,
  avatar_url: null,
  created_at: '2026-01-01T00:00:00Z',
  last_sign_in_at: null,
};

const setting = (name: string, more: object = {}) => ({
  name,
  description: '',
  default: 'none',
  value: null,
  set: false,
  secret: false,
  fixed: false,
  ...more,
});

test('a setting of the environment is disabled and says so; a stored secret is shown as set and stays', async () => {
  const asked = fakeServer({
    'GET /-/admin/settings.json': () => ({
      sign_up: [],
      sessions: [setting('MILEPOST_SESSION_MINUTES', { value: '60', set: true, fixed: true })],
      mail: [
        setting('MILEPOST_SMTP_URL', { set: true, secret: true }),
        setting('MILEPOST_SMTP_FROM', { value: 'plan@milepost.test', set: true }),
      ],
      limits: [],
      rate_limits: [setting('MILEPOST_RATE_LIMIT_PER_TOKEN', { value: '10', set: true, fixed: true })],
      name: [setting('MILEPOST_NAME')],
    }),
    'PUT /-/admin/settings': () => new Status(204),
  });
  const { user } = await renderAt('/admin/settings', <InstanceSettingsPage />);
  const minutes = await screen.findByRole('textbox', { name: 'Session length in minutes' });
  expect(minutes).toBeDisabled();
  expect(minutes).toHaveAccessibleDescription('Set by MILEPOST_SESSION_MINUTES');
  const requests = screen.getByRole('textbox', { name: 'Requests per minute of one token or session' });
  expect(requests).toBeDisabled();
  expect(requests).toHaveAccessibleDescription('Set by MILEPOST_RATE_LIMIT_PER_TOKEN');
  const mail = within(screen.getByRole('form', { name: 'Mail' }));
  const address = mail.getByRole('textbox', { name: 'Mail server' });
  expect(address).toHaveValue('');
  expect(address).toHaveAttribute('placeholder', 'Set');
  await user.click(mail.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    section: 'mail',
    values: { MILEPOST_SMTP_FROM: 'plan@milepost.test' },
  });
});

test('TM-AD-12: a saved section keeps the focus, and shows what the server stored', async () => {
  let name = 'Milepost';
  fakeServer({
    'GET /-/admin/settings.json': () => ({
      ...Object.fromEntries(['sign_up', 'sessions', 'mail', 'limits', 'rate_limits'].map((each) => [each, []])),
      name: [setting('MILEPOST_NAME', { value: name, set: true })],
    }),
    'PUT /-/admin/settings': () => {
      name = 'Harbor';
      return new Status(204);
    },
  });
  const { user } = await renderAt('/admin/settings', <InstanceSettingsPage />);
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, 'Harbor {Enter}');
  expect(await screen.findByText('Saved')).toBeVisible();
  await waitFor(() => expect(field).toHaveValue('Harbor'));
  expect(field).toHaveFocus();
});

test('leaving settings with unsaved changes asks once, whatever number of sections has changes', async () => {
  fakeServer({
    'GET /-/admin/settings.json': () => ({
      ...Object.fromEntries(['sign_up', 'mail', 'limits', 'rate_limits'].map((each) => [each, []])),
      sessions: [setting('MILEPOST_SESSION_MINUTES')],
      name: [setting('MILEPOST_NAME')],
    }),
  });
  const { user, address, router } = await renderAt('/admin/settings', <InstanceSettingsPage />);
  await user.type(await screen.findByRole('textbox', { name: 'Session length in minutes' }), '60');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Harbor');
  router.navigate('/admin/users');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(address()).toBe('/admin/settings');
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Harbor');
  router.navigate('/admin/users');
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(address()).toBe('/admin/users'));
});

test('a user is deleted after the username was typed and a new owner chosen', async () => {
  const asked = fakeServer({
    'GET /-/admin/users.json': () => [gwen],
    'GET /-/admin/users/7/deletion.json': () => ({
      epics: 1,
      issues: 2,
      comments: 3,
      only_owned: [{ id: 5, full_path: 'works', name: 'Works' }],
    }),
    'POST /-/admin/users/7/delete': () => new Status(204),
  });
  const { user } = await renderAt('/admin/users', <UsersPage />);
  await user.click(await screen.findByRole('button', { name: 'Actions for Gwen Guest' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete user' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Gwen Guest?' }));
  expect(await dialog.findByText(/2 issues, 1 epic, 3 comments/)).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Type gwen to confirm' }), 'gwen');
  expect(dialog.getByRole('button', { name: 'Delete user' })).toBeDisabled();
  await user.type(dialog.getByRole('textbox', { name: 'New owner of works' }), 'ada');
  // What Enter does; user-event ignores a submit button outside the form.
  dialog.getByRole<HTMLInputElement>('textbox', { name: 'New owner of works' }).form?.requestSubmit();
  expect(await screen.findByText('User deleted')).toBeVisible();
  // The facts of a deleted account are not found.
  expect(asked.filter(({ url }) => url.includes('deletion'))).toHaveLength(1);
  expect(asked.find(({ url }) => url.endsWith('/delete'))?.body).toEqual({
    username: 'gwen',
    contributions: 'keep',
    new_owners: { 5: 'ada' },
  });
});

test('TM-AD-04: the generated password of a new user is shown once; a refusal keeps what was typed', async () => {
  let isTaken = true;
  const asked = fakeServer({
    'GET /-/admin/users.json': () => [],
    'POST /-/admin/users': () =>
      isTaken
        ? new Status(400, { message: { username: ['has already been taken'] } })
        : { id: 8, username: 'nora', password: 'pa5sword-of-nora' },
  });
  const { user } = await renderAt('/admin/users', <UsersPage />);
  await user.click(await screen.findByRole('button', { name: 'Create user' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Nora');
  await user.type(dialog.getByRole('textbox', { name: 'Username' }), 'nora');
  await user.type(dialog.getByRole('textbox', { name: /mail/i }), 'nora@milepost.test');
  await user.selectOptions(dialog.getByRole('combobox'), 'generated');
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  expect(await dialog.findByText(/already been taken/)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Nora');
  isTaken = false;
  await user.click(dialog.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText('pa5sword-of-nora')).toBeVisible();
  expect(asked.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
    username: 'nora',
    password: 'generated',
  });
  await user.click(screen.getByRole('button', { name: 'Copy password' }));
  expect(await screen.findByText('Password copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe('pa5sword-of-nora');
  await user.click(screen.getByText('Close'));
  expect(screen.queryByText('pa5sword-of-nora')).toBeNull();
});

test('an administrator removes the second factor of a person who has one, after a question', async () => {
  let isOn = true;
  const asked = fakeServer({
    'GET /-/admin/users.json': () => [{ ...gwen, two_factor_enabled: isOn }],
    'PATCH /api/v4/users/7/disable_two_factor': () => {
      isOn = false;
      return new Status(204, null);
    },
  });
  const { user } = await renderAt('/admin/users', <UsersPage />);
  await user.click(await screen.findByRole('button', { name: 'Actions for Gwen Guest' }));
  await user.click(screen.getByRole('menuitem', { name: 'Remove second factor' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove second factor' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  await user.click(await screen.findByRole('button', { name: 'Actions for Gwen Guest' }));
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Remove second factor' })).toBeNull());
});

test('TM-AD-04: name, username and email of a user are edited; the password is set by a mailed link only', async () => {
  let name = 'Gwen Guest';
  const asked = fakeServer({
    'GET /-/admin/users.json': () => [{ ...gwen, name }],
    'PUT /api/v4/users/7': ({ body }) => {
      ({ name } = body as { name: string });
      return {};
    },
    'POST /-/admin/users/7/password_link': () => new Status(204),
  });
  const { user } = await renderAt('/admin/users', <UsersPage />);
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await choose('Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit user' }));
  expect(dialog.getAllByRole('textbox').map((field) => field.getAttribute('name'))).toEqual([
    'name',
    'username',
    'email',
  ]);
  expect(document.querySelector('input[type=password]')).toBeNull();
  await user.clear(dialog.getByRole('textbox', { name: 'Name' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Gwendolyn');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Actions for Gwendolyn' });
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    name: 'Gwendolyn',
    username: 'gwen',
    email: 'gwen@milepost.test',
  });
  await choose('Send password link');
  expect(await screen.findByText('Link sent')).toBeVisible();
  expect(asked.some(({ url }) => url.endsWith('/users/7/password_link'))).toBe(true);
});

test('without a mail server, no password link can be sent', async () => {
  setSession({ ...session(), sendsMail: false });
  fakeServer({ 'GET /-/admin/users.json': () => [gwen] });
  const { user } = await renderAt('/admin/users', <UsersPage />);
  await user.click(await screen.findByRole('button', { name: 'Actions for Gwen Guest' }));
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Send password link' })).toBeNull();
});

test('TM-AD-03: users are filtered by each state; where none is found, the filters can be cleared', async () => {
  const asked = fakeServer({
    'GET /-/admin/users.json': ({ url }) => (/state=all|search=gw/.test(url) && !/deactivated/.test(url) ? [gwen] : []),
  });
  const { user, address } = await renderAt('/admin/users?search=gw&state=deactivated', <UsersPage />);
  const state = screen.getByRole('combobox', { name: 'State' });
  expect(state).toHaveValue('deactivated');
  expect(within(state).getAllByRole('option')).toHaveLength(7);
  expect(await screen.findByText('No users found')).toBeVisible();
  expect(asked[0]?.url).toContain('state=deactivated');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('link', { name: 'Gwen Guest' })).toBeVisible();
  expect(address()).toBe('/admin/users');
  expect(screen.getByRole('searchbox')).toHaveValue('');
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('TM-AD-07: promoting and demoting ask once, and a refusal shows its reason', async () => {
  let isAdmin = false;
  const asked = fakeServer({
    'GET /-/admin/users.json': () => [{ ...gwen, is_admin: isAdmin }],
    'PUT /api/v4/users/7': ({ body }) => {
      if (!(body as { admin: boolean }).admin)
        return new Status(400, { message: { base: ['The last administrator must stay one'] } });
      isAdmin = true;
      return {};
    },
  });
  const { user } = await renderAt('/admin/users', <UsersPage />);
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Gwen Guest' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  const sent = () => asked.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));
  await choose('Make administrator');
  const first = within(await screen.findByRole('dialog', { name: 'Make Gwen Guest an administrator?' }));
  expect(sent()).toEqual([]);
  await user.click(first.getByRole('button', { name: 'Make administrator' }));
  await screen.findByText('Administrator');
  expect(sent()).toEqual([{ admin: true }]);
  await choose('Remove administrator');
  const second = within(await screen.findByRole('dialog', { name: 'Remove Gwen Guest from the administrators?' }));
  await user.click(second.getByRole('button', { name: 'Remove administrator' }));
  expect(await screen.findByText(/The last administrator must stay one/)).toBeVisible();
  expect(sent()).toHaveLength(2);
});

test('OG-BK-07: the backups page lists time, size, duration, place and result, starts one, and warns of an old one', async () => {
  const backup = {
    id: 2,
    scheduled: true,
    state: 'succeeded',
    folder: '/srv/backups',
    name: 'milepost-2.tar.gz',
    started_at: '2026-11-27T02:00:00Z',
    finished_at: '2026-11-27T02:01:15Z',
    bytes: 1_500_000,
    error: null,
    removed: false,
  };
  const shown = { keep: 7, folder: '/srv/backups', encrypted: true, newest_good_at: backup.started_at };
  let isRunning = false;
  let schedule: string | null = '0 2 * * *';
  const asked = fakeServer({
    'GET /-/admin/backups.json': () => ({
      ...shown,
      schedule,
      running: isRunning,
      overdue: schedule !== null,
      backups: [{ ...backup, id: 3, state: 'failed', bytes: null, error: 'ENOSPC: no space left' }, backup],
    }),
    'POST /-/admin/backups': () => {
      isRunning = true;
      schedule = null;
      return new Status(204);
    },
  });
  const { user } = await renderAt('/admin/backups', <BackupsPage />);
  const rows = within(await screen.findByRole('list', { name: 'Backups' })).getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(/Failed.*ENOSPC: no space left/);
  expect(rows[1]).toHaveTextContent(
    /27.*2026.*1\.5 MB · 75 seconds · scheduled.*Verified.*\/srv\/backups\/milepost-2\.tar\.gz/,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('The newest successful backup is older than two periods');
  await user.click(screen.getByRole('button', { name: 'Start backup' }));
  expect(await screen.findByText('Scheduled backups are not configured.', { exact: false })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Running' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('TM-AD-11: all groups are listed with their facts, and lead to their page, settings and deleted ones', async () => {
  fakeServer({
    'GET /-/admin/groups.json': () => [
      {
        id: 3,
        full_path: 'orbit',
        owner: 'Ada Owner',
        members: 2,
        items: 41,
        visibility: 'private',
        last_activity_at: new Date().toISOString(),
        state: 'archived',
      },
    ],
  });
  await renderAt('/admin/groups', <NamespacesPage address={{ page: 'adminGroups' }} />);
  const row = within((await screen.findByRole('link', { name: 'orbit' })).closest('li') as HTMLElement);
  expect(row.getByText(/Owner: Ada Owner · 2 members · 41 items · private · .+/)).toBeVisible();
  expect(row.getByText('Archived')).toBeVisible();
  expect(row.getByRole('link', { name: 'orbit' })).toHaveAttribute('href', '/groups/orbit');
  // There, owners and administrators also transfer and delete it.
  expect(row.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/groups/orbit/-/edit');
  expect(screen.getByRole('link', { name: 'Deleted groups and projects' })).toHaveAttribute('href', '/-/deleted');
});

test('TM-AD-19: a failed job shows its facts and runs again on request; to run all asks first', async () => {
  const job = {
    id: 5,
    task: 'webhooks.send',
    attempts: 3,
    last_error: 'connection refused',
    created_at: '2026-03-01T00:00:00Z',
    at: '2026-03-02T00:00:00Z',
  };
  const asked = fakeServer({
    'GET /-/admin/jobs.json': () => ({ counts: { failed: 1, waiting: 4, running: 0, finished: 9 }, jobs: [job] }),
    'POST /-/admin/jobs/5/retry': () => ({ retried: 1 }),
    'POST /-/admin/jobs/retry': () => ({ retried: 1 }),
  });
  const { user, address } = await renderAt('/admin/jobs', <JobsPage />);
  const row = within((await screen.findByText('webhooks.send')).closest('li') as HTMLElement);
  expect(row.getByText('connection refused')).toBeVisible();
  expect(row.getByText(/3 attempts/)).toBeVisible();
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ url }) => url);
  await user.click(row.getByRole('button', { name: /webhooks\.send/ }));
  await waitFor(() => expect(sent()).toEqual(['/-/admin/jobs/5/retry']));
  await user.click(screen.getByRole('button', { name: 'Retry all' }));
  const question = within(screen.getByRole('dialog', { name: 'Retry all failed jobs?' }));
  expect(sent()).toHaveLength(1);
  await user.click(question.getByRole('button', { name: 'Retry all' }));
  await waitFor(() => expect(sent().at(-1)).toBe('/-/admin/jobs/retry'));
  await user.click(screen.getByRole('tab', { name: 'Waiting 4' }));
  await waitFor(() => expect(address()).toContain('state=waiting'));
});

test('an empty list of jobs names the state that it shows', async () => {
  fakeServer({
    'GET /-/admin/jobs.json': () => ({ counts: { failed: 0, waiting: 0, running: 0, finished: 9 }, jobs: [] }),
  });
  const { user } = await renderAt('/admin/jobs', <JobsPage />);
  expect(await screen.findByText('No failed jobs')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Waiting 0' }));
  expect(await screen.findByText('No waiting jobs')).toBeVisible();
});

test('OG-ML-01, OG-ML-13: incoming email says that it is not configured, and since when the mailbox cannot be read', async () => {
  let mail: object = { address: null, source: null, failing_since: null, failure: null, total: 0, mails: [] };
  fakeServer({ 'GET /-/admin/incoming_mail.json': () => mail });
  await renderAt('/admin/incoming_mail', <IncomingMailPage />);
  expect(await screen.findByText('Incoming email is not configured')).toBeVisible();
  cleanup();
  mail = {
    ...mail,
    address: 'in+%{key}@plan.test',
    source: 'imap',
    failing_since: '2026-11-27T08:00:00Z',
    failure: 'connect ECONNREFUSED',
  };
  await renderAt('/admin/incoming_mail', <IncomingMailPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent(/Nov 27, 2026.*connect ECONNREFUSED/);
});
