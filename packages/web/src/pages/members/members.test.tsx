import { type Day, formatDay, localDayOf } from '@milepost/core/days';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useWaitingTodos } from '../../modules/todos/waiting-todos.ts';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { RequestAccess } from '../../modules/members/RequestAccess.tsx';
import { MembersPage } from './MembersPage.tsx';

const ada = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };
beforeEach(() => setSession({ viewer: ada }));
afterEach(() => {
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
  cleanup();
  vi.unstubAllGlobals();
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const direct = (level: number) => ({
  relation: 'direct',
  access_level: level,
  expires_at: null,
  kind: 'group',
  name: 'Team',
  full_path: 'team',
});
const person = (id: number, name: string, level: number, rest: object = {}) => ({
  id,
  name,
  username: name.toLowerCase(),
  avatar_url: null,
  web_url: '',
  access_level: level,
  created_at: '2026-01-01T00:00:00Z',
  expires_at: null,
  last_activity_on: '2026-03-04',
  source: direct(level),
  sources: [direct(level)],
  ...rest,
});
const byGroup = {
  relation: 'shared',
  access_level: 40,
  expires_at: null,
  kind: 'group',
  name: 'Ops',
  full_path: 'ops',
};
const share = {
  id: 7,
  name: 'Ops',
  full_name: 'Ops',
  full_path: 'ops',
  avatar_url: null,
  group_access: 30,
  expires_at: null,
  people_count: 4,
  people_losing_access: 3,
};

/** The answers of a server to Ada, by default an owner of the group `team`; `more` replaces some. */
function serve(members: readonly object[], more: Parameters<typeof fakeServer>[0] = {}, ownLevel: number | null = 50) {
  return fakeServer({
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { adminGroupMember: true } } }),
    groupSummary: () => ({ group: { id: 'g', name: 'Team', fullName: 'Team', avatarUrl: null, userPermissions: {} } }),
    'GET /api/v4/groups/team/members/all': ({ url }) => {
      if (!url.includes('user_ids=1')) return members;
      return ownLevel === null ? [] : [person(1, 'Ada', ownLevel)];
    },
    'GET /api/v4/groups/team/invitations': () => [],
    'GET /api/v4/groups/team/invitation_links': () => [],
    'GET /api/v4/groups/team/access_requests': () => [],
    'GET /api/v4/groups/team/invited_groups': () => [share],
    ...more,
  });
}

const open = (search = '', beside?: ReactNode) =>
  renderAt(
    `/groups/team/-/group_members${search}`,
    <>
      <MembersPage address={{ page: 'groupMembers', fullPath: 'team' }} />
      {beside}
    </>,
  );
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('li') as HTMLElement);

test('TM-MB-02, TM-MB-03, TM-MB-04, TM-MB-07: a row shows source, last active day, expiry and role; all sources open on demand', async () => {
  const several = {
    access_level: 40,
    expires_at: null,
    last_activity_on: null,
    source: byGroup,
    sources: [byGroup, direct(20)],
  };
  const soon = { ...direct(30), expires_at: inDays(5) };
  serve([
    person(1, 'Ada', 50),
    person(2, 'Otto', 40, several),
    person(3, 'Rita', 30, { expires_at: inDays(5), source: soon, sources: [soon] }),
  ]);
  const { user } = await open();
  const own = await rowOf('Ada');
  expect(own.getByText('You')).toBeVisible();
  expect(own.getByText('Direct')).toBeVisible();
  expect(own.getByText('Mar 4, 2026')).toBeInTheDocument();
  expect((await rowOf('Otto')).getByText('Never active')).toBeInTheDocument();
  expect((await rowOf('Rita')).getByText(/^In \d days$/)).toBeVisible();
  const otto = await rowOf('Otto');
  expect(otto.getByRole('link', { name: 'By group Ops' })).toHaveAttribute('href', '/groups/ops/-/group_members');
  await user.click(otto.getByRole('button', { name: 'Sources of the role of Otto' }));
  const list = within(await screen.findByRole('dialog', { name: 'Sources of the role of Otto' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'By group OpsMaintainer',
    'DirectReporter',
  ]);
});

test('TM-MB-06, TM-ER-01: a role is saved on choice, and a refusal is shown with its reason', async () => {
  let isRefused = false;
  const asked = serve([person(2, 'Otto', 30)], {
    'PUT /api/v4/groups/team/members/2': () => (isRefused ? new Status(403, { message: 'Not you' }) : {}),
  });
  const { user } = await open();
  const choose = async (role: string) => {
    await user.click(await screen.findByRole('button', { name: /^Role of Otto/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: role }));
  };
  await choose('Reporter');
  await waitFor(() =>
    expect(asked.findLast(({ url }) => url.includes('/members/2'))?.body).toEqual({ access_level: 20 }),
  );
  isRefused = true;
  await choose('Guest');
  expect(await screen.findByText(/Could not save your changes\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Role of Otto: Developer' })).toBeVisible();
});

test('TM-MB-09: removing asks whether to unassign, which is off by default', async () => {
  const asked = serve([person(2, 'Otto', 30)], { 'DELETE /api/v4/groups/team/members/2': () => new Status(204, null) });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Otto' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove member' }));
  const box = await screen.findByRole('checkbox', { name: /^Also unassign from open items/ });
  expect(box).not.toBeChecked();
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Remove member' }));
  await waitFor(() =>
    expect(asked.find(({ url }) => url.includes('/members/2?'))?.url).toContain('unassign_issuables=true'),
  );
});

test('TM-MB-10: who leaves a group is asked once, and is then at their work', async () => {
  const asked = serve([person(1, 'Ada', 50), person(2, 'Otto', 50)], {
    'DELETE /api/v4/groups/team/members/1': () => new Status(204, null),
  });
  const { user, address } = await open();
  await user.click((await rowOf('Ada')).getByRole('button', { name: 'Actions for Ada' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Leave group' }));
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Leave group' }));
  await waitFor(() => expect(address()).toBe('/-/your_work'));
  expect(screen.getByText('You left team')).toBeVisible();
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('a person without a role opens the page, and no request fails', async () => {
  const answers: number[] = [];
  const groupPermissions = () => ({ group: { id: 'g', userPermissions: { adminGroupMember: false } } });
  serve([person(2, 'Otto', 50)], { groupPermissions }, null);
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const response = await fetch(...call);
    answers.push(response.status);
    return response;
  });
  await open();
  await rowOf('Otto');
  expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull();
  expect(new Set(answers)).toEqual(new Set([200]));
});

test('TM-MB-11: the last owner can neither leave nor change, and sees the reason', async () => {
  serve([person(1, 'Ada', 50, { is_last_owner: true }), person(2, 'Otto', 30)]);
  const { user } = await open();
  const own = await rowOf('Ada');
  expect(own.queryByRole('button', { name: /^Role of/ })).toBeNull();
  expect(own.queryByRole('button', { name: /^Access expiry/ })).toBeNull();
  await user.click(own.getByRole('button', { name: 'Actions for Ada' }));
  expect(await screen.findByText('A group needs at least one owner.')).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Leave group' })).toBeNull();
});

test('TM-MB-01, TM-MB-05: tabs and filters are in the address, and the tabs for owners are theirs alone', async () => {
  const asked = serve([person(2, 'Otto', 30)]);
  const { user, address } = await open();
  await waitFor(() =>
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent?.replace(/ ?\d+$/, ''))).toEqual([
      'Members',
      'Groups',
      'Pending',
      'Access requests',
    ]),
  );
  expect(screen.getByRole('tab', { name: 'Members 1' })).toBeVisible();
  expect(await screen.findByRole('tab', { name: 'Pending 0' })).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'Shared group');
  await waitFor(() => expect(address()).toContain('source=shared'));
  await waitFor(() => expect(asked.at(-1)?.url).toContain('source=shared'));
  await user.click(screen.getByRole('tab', { name: /^Groups/ }));
  expect(address()).toContain('tab=groups');
  cleanup();

  serve(
    [person(2, 'Otto', 30)],
    { groupPermissions: () => ({ group: { id: 'g', userPermissions: { adminGroupMember: false } } }) },
    30,
  );
  await open('?tab=pending');
  await rowOf('Otto');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent?.replace(/ ?\d+$/, ''))).toEqual([
    'Members',
    'Groups',
  ]);
  expect(screen.queryByRole('button', { name: 'Invite people' })).toBeNull();
});

test('TM-IN-10, TM-IN-28: a mail that was refused is marked with its reason; it is resent, and withdrawn after a question', async () => {
  let invitations = [
    {
      invite_email: 'nora@x.io',
      access_level: 30,
      created_by_name: 'Ada',
      sent_at: '2026-03-01T00:00:00Z',
      link_expires_at: '2026-03-15T00:00:00Z',
      delivery_error: '550 No such user',
    },
  ];
  const asked = serve([], {
    'GET /api/v4/groups/team/invitations': () => invitations,
    'POST /api/v4/groups/team/invitations/nora%40x.io/resend': () => ({}),
    'DELETE /api/v4/groups/team/invitations/nora%40x.io': () => {
      invitations = [];
      return new Status(204, null);
    },
  });
  const { user } = await open('?tab=pending');
  const row = within((await screen.findByText('nora@x.io')).closest('li') as HTMLElement);
  expect(row.getByText('Not delivered')).toBeVisible();
  expect(row.getByText(/550 No such user/)).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Resend the invitation to nora@x.io' }));
  await waitFor(() => expect(asked.some(({ url }) => url.endsWith('/resend'))).toBe(true));
  await user.click(row.getByRole('button', { name: 'Withdraw the invitation to nora@x.io' }));
  const question = within(screen.getByRole('dialog', { name: 'Withdraw this invitation?' }));
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(question.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('No pending invitations')).toBeVisible();
});

test('TM-SG-01, TM-SG-03: a group is shared with, and ending it names how many people lose access', async () => {
  const asked = serve([], {
    'GET /api/v4/groups': () => [{ ...share, id: 9, full_name: 'Design', full_path: 'design' }],
    'POST /api/v4/groups/team/share': () => ({}),
    'DELETE /api/v4/groups/team/share/7': () => new Status(204, null),
  });
  const { user } = await open('?tab=groups');
  await user.click(await screen.findByRole('button', { name: 'Share with a group' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share Team with a group' }));
  await user.click(dialog.getByRole('button', { name: /Select a group/ }));
  await user.click(await screen.findByRole('option', { name: /Design/ }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Maximum role' }), 'Reporter');
  await user.click(dialog.getByRole('button', { name: 'Share' }));
  await waitFor(() =>
    expect(asked.find(({ url }) => url.endsWith('/share'))?.body).toEqual({
      group_id: 9,
      group_access: 20,
      expires_at: '',
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for Ops' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Stop sharing' }));
  expect(await screen.findByText('3 people without another source lose access.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
  await waitFor(() => expect(asked.some(({ url }) => url.endsWith('/share/7'))).toBe(true));
});

test('TM-SG-06, TM-SG-07: a request is approved with a role or denied with one click', async () => {
  let waiting = [
    person(2, 'Otto', 0, { requested_at: '2026-03-01T00:00:00Z' }),
    person(3, 'Rita', 0, { requested_at: '2026-03-01T00:00:00Z' }),
  ];
  const asked = serve([], {
    'GET /api/v4/groups/team/access_requests': () => waiting,
    pendingTodosCount: () => ({ currentUser: { id: 'u', todos: { count: waiting.length } } }),
    'PUT /api/v4/groups/team/access_requests/2/approve': () => {
      waiting = waiting.slice(1);
      return {};
    },
    'DELETE /api/v4/groups/team/access_requests/3': () => {
      waiting = [];
      return new Status(204, null);
    },
  });
  const WaitingTodos = () => <output aria-label="Waiting">{useWaitingTodos()}</output>;
  const { user } = await open('?tab=requests', <WaitingTodos />);
  const role = await screen.findByRole('combobox', { name: 'Role for Otto' });
  const top = (element: Element) => element.getBoundingClientRect().top;
  expect(top(role)).toBe(top(screen.getByRole('button', { name: /^Approve Otto/ })));
  await waitFor(() => expect(screen.getByRole('status', { name: 'Waiting' })).toHaveTextContent('2'));
  await user.selectOptions(role, 'Reporter');
  await user.click(screen.getByRole('button', { name: 'Approve Otto as Reporter' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /Approve Otto/ })).toBeNull());
  expect(asked.find(({ url }) => url.endsWith('/approve'))?.body).toEqual({ access_level: 20 });
  await user.click(screen.getByRole('button', { name: 'Deny the request of Rita' }));
  expect(await screen.findByText('No access requests')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status', { name: 'Waiting' })).toHaveTextContent('0'));
});

test('TM-IN-02, TM-IN-03, TM-IN-04, TM-IN-05, TM-IN-08: the dialog takes addresses and usernames, a role up to the own one, and a day of its end', async () => {
  let answerLookup = (): void => {};
  const asked = serve(
    [person(2, 'Otto', 30)],
    {
      'GET /api/v4/users': async ({ url }) => {
        const username = new URL(url, 'http://milepost.test').searchParams.get('username');
        if (username === 'slow') await new Promise<void>((resolve) => (answerLookup = resolve));
        return username === 'nobody' ? [] : [{ id: username === 'rita' ? 9 : 10, username }];
      },
      'POST /api/v4/groups/team/invitations': () => ({ status: 'success' }),
    },
    40,
  );
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Invite people' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite people to Team' }));
  const field = dialog.getByRole('textbox', { name: 'Email or username' });
  const send = () => dialog.getByRole('button', { name: /^Send/ });
  expect(field).toHaveAccessibleDescription('Invitations expire after 14 days.');
  expect(send()).toHaveTextContent('Send invitations');
  await user.type(field, 'a@x.io,b@x.io c@x.io;d@x.io{Enter}');
  await user.paste('e@x.io; f@x.io\n@rita');
  const chip = (entry: string) => dialog.findByRole('button', { name: `Remove ${entry}` });
  for (const letter of 'abcdef') expect(await chip(`${letter}@x.io`)).toBeVisible();
  expect(await chip('rita')).toBeVisible();
  for (const letter of 'bcdef') await user.click(await chip(`${letter}@x.io`));

  await user.type(field, 'nobody{Enter}');
  expect(await dialog.findByText('nobody is not an email address or username.')).toBeVisible();
  expect(field).toHaveValue('nobody');
  expect(send()).toBeDisabled();
  await user.clear(field);
  // After a space the next entry can be typed.
  await user.type(field, 'nobody ');
  expect(await dialog.findByText('nobody is not an email address or username.')).toBeVisible();
  await user.type(field, 'g@x.io ');
  expect(await chip('g@x.io')).toBeVisible();
  await waitFor(() => expect(field).toHaveValue('nobody '));
  await user.click(await chip('g@x.io'));
  await user.clear(field);
  // What is typed while a username is looked up stays, and the invitation waits for it.
  await user.type(field, 'slow ');
  expect(send()).toBeDisabled();
  await user.type(field, 'next');
  answerLookup();
  expect(await chip('slow')).toBeVisible();
  expect(field).toHaveValue('next');
  await user.clear(field);

  const roles = dialog.getByRole('combobox', { name: 'Role' });
  expect(
    within(roles)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Guest', 'Planner', 'Reporter', 'Developer', 'Maintainer']);
  expect(roles).toHaveDisplayValue('Developer');
  expect(roles).toHaveAccessibleDescription('Can create and edit epics and issues.');
  await user.selectOptions(roles, 'Planner');
  expect(roles).toHaveAccessibleDescription('Can plan: edit epics, issues, milestones and labels.');

  const day = dialog.getByRole('textbox', { name: 'Access expires' });
  expect(day).toHaveAccessibleDescription('Leave blank for no expiry.');
  await user.click(day);
  const local = (days: number) => formatDay((localDayOf(new Date()) + days) as Day);
  expect(await screen.findByRole('button', { name: 'Today' })).toBeDisabled();
  await user.type(day, local(0));
  await user.click(dialog.getByRole('textbox', { name: /^Message/ }));
  expect(day).toHaveValue(local(1));
  await user.click(send());
  await waitFor(() =>
    expect(asked.find(({ method, operation }) => method === 'POST' && operation === null)?.body).toEqual({
      email: 'a@x.io',
      user_id: '9,10',
      access_level: 15,
      expires_at: local(1),
      message: '',
    }),
  );
});

test('TM-MB-01: the count of Pending includes the links, and revoking one lowers it', async () => {
  const link = { access_level: 30, uses_left: 5, link_expires_at: inDays(5) };
  let links = [
    { ...link, id: 4, token_end: 'abcd' },
    { ...link, id: 5, token_end: 'wxyz' },
  ];
  serve([person(1, 'Ada', 50)], {
    'GET /api/v4/groups/team/invitation_links': () => links,
    'DELETE /api/v4/groups/team/invitation_links/4': () => {
      links = links.slice(1);
      return new Status(204, null);
    },
  });
  const { user } = await open('?tab=pending');
  expect(await screen.findByRole('tab', { name: 'Pending 2' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^Revoke .*abcd/ }));
  expect(await screen.findByRole('tab', { name: 'Pending 1' })).toBeVisible();
});

test('TM-IN-27: without a mail server the dialog says so and offers the link first', async () => {
  setSession({ viewer: ada, sendsMail: false });
  serve([]);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Invite people' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite people to Team' });
  expect(within(dialog).getByText(/^No mail server is set/)).toBeVisible();
  const link = within(dialog).getByRole('button', { name: 'Create link' });
  const field = within(dialog).getByRole('textbox', { name: 'Username' });
  expect(link.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  await user.type(field, 'cy@x.io ');
  expect(field).toHaveAccessibleDescription(/cy@x\.io cannot be invited/);
  expect(within(dialog).getByRole('button', { name: 'Add people' })).toBeDisabled();
});

test('TM-IN-27: without mail and sign-up the dialog says that the link needs an account, and leads administrators to the users', async () => {
  setSession({ viewer: ada, sendsMail: false });
  serve([]);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Invite people' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/only for people who have an account/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  setSession({ viewer: { ...ada, isAdmin: true }, sendsMail: false });
  await user.click(screen.getByRole('button', { name: 'Invite people' }));
  expect(await screen.findByRole('link', { name: 'Create users' })).toHaveAttribute('href', '/admin/users');
});

test('TM-SG-05: those who may request access see the button, then the one that withdraws; others see none', async () => {
  let own = { can_request: true, requested_at: null as string | null };
  const asked = fakeServer({
    'GET /api/v4/groups/team/access_requests/own': () => own,
    'POST /api/v4/groups/team/access_requests': () => {
      own = { can_request: false, requested_at: '2026-03-01T00:00:00Z' };
      return {};
    },
    'DELETE /api/v4/groups/team/access_requests/1': () => {
      own = { can_request: false, requested_at: null };
      return new Status(204, null);
    },
  });
  const { user } = await renderAt('/groups/team', <RequestAccess namespace={{ kind: 'group', fullPath: 'team' }} />);
  await user.click(await screen.findByRole('button', { name: 'Request access' }));
  await user.click(await screen.findByRole('button', { name: 'Withdraw access request' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /access/i })).toBeNull());
  expect(asked.map(({ url }) => url.split('/').at(-1))).toContain('1');
});

test('withdrawing a request that was denied meanwhile says so, and it can be asked again', async () => {
  let own = { can_request: false, requested_at: '2026-03-01T00:00:00Z' as string | null };
  fakeServer({
    'GET /api/v4/groups/team/access_requests/own': () => own,
    'DELETE /api/v4/groups/team/access_requests/1': () => {
      own = { can_request: true, requested_at: null };
      return new Status(404, { message: '404 Access request Not Found' });
    },
  });
  const { user } = await renderAt('/groups/team', <RequestAccess namespace={{ kind: 'group', fullPath: 'team' }} />);
  await user.click(await screen.findByRole('button', { name: 'Withdraw access request' }));
  expect(await screen.findByText('Your request was already answered')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Request access' })).toBeVisible();
});

test('on a phone the name of a member is a target of 44 px', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(390, 844);
  serve([person(1, 'Ada', 50)]);
  await open();
  const link = await screen.findByRole('link', { name: 'Ada' });
  expect(link.getBoundingClientRect().height).toBe(44);
});

test('TM-SG-05: the button of a waiting person goes once the request is approved', async () => {
  const sources: EventTarget[] = [];
  class FakeSource extends EventTarget {
    constructor() {
      super();
      sources.push(this);
    }
    close(): void {}
  }
  vi.stubGlobal('EventSource', FakeSource);
  let own = { can_request: false, requested_at: '2026-03-01T00:00:00Z' as string | null };
  fakeServer({ 'GET /api/v4/groups/team/access_requests/own': () => own });
  await renderAt('/groups/team', <RequestAccess namespace={{ kind: 'group', fullPath: 'team' }} />);
  expect(await screen.findByRole('button', { name: 'Withdraw access request' })).toBeVisible();
  await waitFor(() => expect(sources).toHaveLength(1), { timeout: 5_000 });
  own = { can_request: false, requested_at: null };
  sources[0]?.dispatchEvent(new MessageEvent('change', { data: '{"all":true}' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /access/i })).toBeNull());
});
