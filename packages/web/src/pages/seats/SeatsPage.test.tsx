import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { SeatsPage } from './SeatsPage.tsx';

beforeEach(() => setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } }));
afterEach(() => {
  vi.unstubAllGlobals();
  setSession({});
});

const path = '/api/v4/groups/castle/billable_members';
const subscriptionPath = '/api/v4/namespaces/castle/gitlab_subscription';
const person = (id: number, username: string, more: object = {}) => ({
  id,
  username,
  name: username.toUpperCase(),
  avatar_url: null,
  web_url: '',
  access_level: 30,
  last_activity_on: '2026-11-20',
  membership_type: 'group_member',
  removable: true,
  ...more,
});
const free = {
  plan: { code: null, name: null, trial: false },
  usage: { seats_in_subscription: null, seats_in_use: 2, max_seats_used: 2, seats_owed: 0, seat_control: 'off' },
  billing: { subscription_start_date: null, subscription_end_date: null, trial_ends_on: null },
};
const castle = {
  id: 'g',
  name: 'Castle',
  fullName: 'Castle',
  avatarUrl: null,
  userPermissions: { adminGroupMember: true, readSettings: true, readVulnerabilities: false },
};
const shared = {
  groupSummary: () => ({ group: castle }),
  groupPermissions: () => ({ group: castle }),
  [`GET ${subscriptionPath}`]: () => free,
};

const open = (search = '') =>
  renderAt(
    `/groups/castle/-/settings/seats${search}`,
    <SeatsPage address={{ page: 'groupSeats', fullPath: 'castle' }} />,
  );

test('OG-BL-10: people with role and activity, expandable memberships, and removal after typing the username', async () => {
  let people = [person(1, 'dana'), person(2, 'otto', { removable: false, last_activity_on: null })];
  const asked = fakeServer({
    ...shared,
    [`GET ${path}`]: () => people,
    [`GET ${path}/1/memberships`]: () => [
      {
        source_full_name: 'Castle / Tower',
        source_members_url: 'http://x/castle/tower/-/project_members',
        expires_at: '2027-01-01',
        access_level: { string_value: 'Developer', integer_value: 30 },
        shared_in: { full_name: 'Castle / Tower', full_path: 'castle/tower' },
      },
    ],
    [`GET ${path}/1/indirect`]: () => [
      {
        source_full_name: null,
        source_members_url: null,
        expires_at: null,
        access_level: { string_value: 'Guest', integer_value: 10 },
        shared_in: { full_name: 'Castle', full_path: 'castle' },
      },
    ],
    [`DELETE ${path}/1`]: () => {
      people = people.slice(1);
      return new Status(204);
    },
  });
  const { user } = await open();
  const list = within(await screen.findByRole('list', { name: 'People with a seat' }));
  expect(list.getByText('@dana · active Nov 20, 2026')).toBeVisible();
  expect(list.getByText('@otto · never active · Through a shared group')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove OTTO' })).toBeNull();
  // Without a stored plan nothing speaks of a limit.
  expect(screen.getByRole('region', { name: 'Usage' })).toHaveTextContent(/^Seats in use2$/);

  await user.click(screen.getByRole('button', { name: 'Show the memberships of DANA' }));
  const memberships = within(await screen.findByRole('list', { name: 'Memberships of DANA' }));
  expect(memberships.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Castle / TowerDeveloper until Jan 1, 2027',
    'A group that you cannot see, shared with CastleGuest',
  ]);
  expect(memberships.getByRole('link')).toHaveAttribute('href', '/castle/tower/-/project_members');
  await user.click(screen.getByRole('button', { name: 'Hide the memberships of DANA' }));
  expect(screen.queryByRole('list', { name: 'Memberships of DANA' })).toBeNull();

  await user.click(await screen.findByRole('button', { name: 'Remove DANA' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove from the group' }));
  const remove = dialog.getByRole('button', { name: 'Remove from the group' });
  await user.type(dialog.getByRole('textbox'), 'dan');
  await user.click(remove);
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.type(dialog.getByRole('textbox'), 'a');
  await user.click(remove);
  expect(await screen.findByText('DANA was removed.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('@dana · active Nov 20, 2026')).toBeNull());
});

test('OG-BL-10: an empty group, a search of three characters, and nobody who matches', async () => {
  const asked = fakeServer({ ...shared, [`GET ${path}`]: () => [] });
  const { user } = await open();
  expect(await screen.findByRole('heading', { name: 'Nobody takes a seat yet.' })).toBeVisible();
  await user.type(screen.getByRole('searchbox'), 'da');
  expect(await screen.findByText('Type 1 more character.')).toBeVisible();
  expect(asked.some(({ url }) => url.includes('search='))).toBe(false);
  await user.type(screen.getByRole('searchbox'), 'n');
  expect(await screen.findByRole('heading', { name: 'Nobody matches.' })).toBeVisible();
  expect(asked.at(-1)?.url).toBe(`${path}?search=dan&sort=name_asc&per_page=20&page=1`);
});

test('OG-BL-05, OG-BL-08: a plan shows its seats, what is owed, and the switch that refuses people', async () => {
  const usage = { seats_in_subscription: 2, seats_in_use: 2, max_seats_used: 5, seats_owed: 3, seat_control: 'off' };
  const plan = { code: 'team', name: 'Team', trial: true };
  const billing = {
    subscription_start_date: '2026-01-01',
    subscription_end_date: '2026-12-31',
    trial_ends_on: '2026-02-01',
  };
  const asked = fakeServer({
    ...shared,
    [`GET ${path}`]: () => [person(1, 'dana')],
    [`GET ${subscriptionPath}`]: () => ({ plan, usage, billing }),
    [`PUT ${subscriptionPath}/seat_control`]: () => {
      usage.seat_control = 'block_overages';
      return { plan, usage, billing };
    },
  });
  const { user } = await open();
  const region = within(await screen.findByRole('region', { name: 'Usage' }));
  expect(
    region.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent?.trim()}`),
  ).toEqual([
    'Seats in use: 2',
    'Seats in the plan: 2',
    'Most seats this term: 5',
    'Seats owed: 3',
    'Plan: Team Trial',
    'Term began: Jan 1, 2026',
    'Term ends: Dec 31, 2026',
    'Trial ends: Feb 1, 2026',
  ]);
  const block = region.getByRole('switch', { name: 'Refuse new people when no seat is left' });
  expect(block).toHaveAttribute('aria-checked', 'false');
  await user.click(block);
  await waitFor(() => expect(region.getByRole('switch')).toHaveAttribute('aria-checked', 'true'));
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ seat_control: 'block_overages' });
});

test('OG-BL-11: mail domains are added, verified and removed; enterprise users are listed', async () => {
  let domains = [{ domain: 'old.example', verified: true, txt_record: 'milepost-verification=o' }];
  fakeServer({
    ...shared,
    'GET /api/v4/groups/castle/mail_domains': () => domains,
    'POST /api/v4/groups/castle/mail_domains': () => {
      domains = [...domains, { domain: 'new.example', verified: false, txt_record: 'milepost-verification=n' }];
      return new Status(201, domains[1]);
    },
    'PUT /api/v4/groups/castle/mail_domains/new.example/verify': () =>
      new Status(400, { message: { domain: ['has no TXT record “milepost-verification=n” yet'] } }),
    'DELETE /api/v4/groups/castle/mail_domains/old.example': () => {
      domains = domains.slice(1);
      return new Status(204);
    },
    'GET /api/v4/groups/castle/enterprise_users': () => [
      { ...person(3, 'eve'), email: 'eve@old.example', two_factor_enabled: true },
    ],
  });
  const { user } = await open('?tab=enterprise');
  expect(await screen.findByText('@eve · eve@old.example')).toBeVisible();
  expect(screen.getByText('2FA')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Mail domain' }), 'new.example');
  await user.click(screen.getByRole('button', { name: 'Add domain' }));
  expect(await screen.findByText('milepost-verification=n')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Mail domain' })).toHaveValue('');
  await user.click(screen.getByRole('button', { name: 'Verify new.example' }));
  expect(await screen.findByText(/has no TXT record/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove old.example' }));
  expect(await screen.findByText('old.example was removed.')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('old.example')).toBeNull());
});

test('others than owners see that the page is not for them', async () => {
  fakeServer({ ...shared, [`GET ${subscriptionPath}`]: () => new Status(403, { message: '403 Forbidden' }) });
  await open();
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Usage and seats' })).toBeNull();
});
