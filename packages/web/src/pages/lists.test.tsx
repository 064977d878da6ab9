import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent as browserKeys } from 'vitest/browser';
import { setSession } from '../platform/session/session.ts';
import { fakeServer, renderAt } from '../testing/page.tsx';
import { HomePage } from './home/HomePage.tsx';
import { IssuesPage } from './issues/IssuesPage.tsx';
import { LabelsPage } from './labels/LabelsPage.tsx';
import { MembersPage } from './members/MembersPage.tsx';

const ada = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: true };
beforeEach(() => setSession({ viewer: ada }));
afterEach(() => vi.unstubAllGlobals());

const kubernetes = {
  id: 1,
  name: 'Kubernetes',
  full_name: 'Kubernetes',
  full_path: 'kubernetes',
  description: 'Enhancement proposals',
  visibility: 'public',
  avatar_url: null,
};

test('home lists the groups that the viewer may see, also without membership, and searches them', async () => {
  const asked = fakeServer({ 'GET /api/v4/groups': () => [kubernetes] });
  const { user, address } = await renderAt('/', <HomePage />);
  expect(await screen.findByRole('link', { name: 'Kubernetes' })).toHaveAttribute('href', '/groups/kubernetes');
  expect(screen.getByRole('link', { name: 'New group' })).toHaveAttribute('href', '/groups/new');
  expect(screen.getByRole('link', { name: 'Import' })).toHaveAttribute('href', '/-/imports');
  expect(asked.at(-1)?.url).toContain('all_available=true');
  await user.type(screen.getByRole('searchbox', { name: 'Search groups' }), 'kube');
  await waitFor(() => expect(asked.at(-1)?.url).toContain('search=kube'));
  expect(address()).toBe('/?search=kube');
});

test('typing inside a search keeps the caret, and the request is debounced', async () => {
  const asked = fakeServer({ 'GET /api/v4/groups': () => [kubernetes] });
  const { user, address, router } = await renderAt('/', <HomePage />);
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search groups' });
  await user.type(field, 'netes');
  await user.type(field, 'ku', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  await user.keyboard('ber');
  expect(field).toHaveValue('kubernetes');
  await waitFor(() => expect(address()).toBe('/?search=kubernetes'));
  await waitFor(() => expect(asked.at(-1)?.url).toContain('search=kubernetes'));
  expect(asked.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('search'))).not.toContain('n');
  expect(field).toHaveValue('kubernetes');
  // Another address resets the field.
  router.navigate('/?search=docs');
  await waitFor(() => expect(field).toHaveValue('docs'));
  expect(address()).toBe('/?search=docs');
});

test('only administrators, who may import, read about imports on an empty home page', async () => {
  setSession({ viewer: { ...ada, isAdmin: false } });
  fakeServer({ 'GET /api/v4/groups': () => [] });
  await renderAt('/', <HomePage />);
  expect(await screen.findByText('Create a group.')).toBeVisible();
});

test('a visitor with nothing to see is offered to sign in', async () => {
  setSession({});
  fakeServer({ 'GET /api/v4/groups': () => [] });
  await renderAt('/', <HomePage />);
  expect(await screen.findByRole('heading', { name: 'No public groups' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'New group' })).toBeNull();
});

test('a visitor of a server without an administrator is redirected to its set-up', async () => {
  setSession({ needsSetUp: true });
  fakeServer({ 'GET /api/v4/groups': () => [] });
  const { user, address } = await renderAt('/', <HomePage />);
  expect(await screen.findByRole('heading', { name: 'This server has no administrator yet' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Set up Milepost' }));
  await waitFor(() => expect(address()).toBe('/-/set-up'));
});

test('a list that fails to load shows an error and can be retried', async () => {
  let isAway = true;
  fakeServer({ 'GET /api/v4/groups': () => (isAway ? Promise.reject(new Error('no')) : [kubernetes]) });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = await renderAt('/', <HomePage />);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await screen.findByRole('heading', { name: 'Cannot reach the server' })).toBeVisible();
  vi.useRealTimers();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Kubernetes' })).toBeVisible();
});

test('members are shown with their roles', async () => {
  const member = {
    id: 1,
    username: 'vera',
    name: 'Vera Lindqvist',
    avatar_url: null,
    web_url: '',
    access_level: 15,
    created_at: '2026-01-01T00:00:00Z',
    expires_at: '2027-03-01',
  };
  fakeServer({ 'GET /api/v4/groups/a%2Fb/members/all': () => [member] });
  await renderAt('/groups/a/b/-/group_members', <MembersPage address={{ page: 'groupMembers', fullPath: 'a/b' }} />);
  const row = within((await screen.findByText('Vera Lindqvist')).closest('li') as HTMLElement);
  expect(row.getByText('Planner')).toBeVisible();
  expect(row.getByText('Mar 1, 2027')).toBeVisible();
});

test('labels link to the items that have them', async () => {
  const label = {
    id: 1,
    name: 'sig::node',
    color: '#1068bf',
    text_color: '#fff',
    description: 'The node',
    open_issues_count: 12,
    open_epics_count: 3,
  };
  fakeServer({ 'GET /api/v4/groups/kubernetes/labels': () => [label] });
  await renderAt(
    '/groups/kubernetes/-/labels',
    <LabelsPage address={{ page: 'groupLabels', fullPath: 'kubernetes' }} />,
  );
  expect(await screen.findByRole('link', { name: '12 open issues' })).toHaveAttribute(
    'href',
    '/groups/kubernetes/-/issues?label_name[]=sig%3A%3Anode',
  );
  expect(screen.getByRole('link', { name: '3 open epics' })).toHaveAttribute(
    'href',
    '/groups/kubernetes/-/epics?label_name[]=sig%3A%3Anode',
  );
  expect(screen.getByText('The node')).toBeVisible();
});

test('issues of a project are listed by state, with a button for a new one', async () => {
  const issue = {
    id: 'gid://gitlab/Issue/5',
    iid: '5',
    title: 'Report resources',
    state: 'opened',
    type: 'INCIDENT',
    confidential: true,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    closedAt: null,
    dueDate: '2026-12-01',
    weight: 3,
    webPath: '/a/b/-/issues/5',
    blocked: false,
    healthStatus: 'atRisk',
    userNotesCount: 2,
    iteration: null,
    epic: null,
    reference: 'a/b#5',
    labels: { nodes: [] },
    author: { id: 'u', name: 'Vera Lindqvist' },
    assignees: { nodes: [] },
    milestone: { id: 'm', title: 'v1.35' },
    userPermissions: { updateIssue: false, adminIssue: false, changeStatus: false },
  };
  const asked = fakeServer({
    listIssues: () => ({
      project: {
        id: 'p',
        issues: {
          nodes: [issue],
          pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
        },
      },
    }),
    projectPermissions: () => ({
      project: { id: 'p', userPermissions: { createIssue: true, updateWorkItems: false } },
    }),
    countIssues: () => ({ project: { id: 'p', opened: { count: 10_001 }, closed: { count: 314 } } }),
    usersAutocomplete: () => ({ project: { id: 'p', autocompleteUsers: [] } }),
  });
  const { user } = await renderAt(
    '/a/b/-/issues?assignee_username=ada',
    <IssuesPage address={{ page: 'issues', fullPath: 'a/b' }} />,
  );
  const row = within((await screen.findByRole('link', { name: 'Report resources' })).closest('li') as HTMLElement);
  expect(row.getByRole('img', { name: 'Incident' })).toBeVisible();
  expect(row.getByRole('img', { name: 'Confidential' })).toBeVisible();
  expect(row.getByText('#5')).toBeVisible();
  expect(row.getByText('v1.35')).toBeVisible();
  expect(row.getByText('At risk')).toBeVisible();
  expect(row.getByRole('img', { name: 'Comments' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Open 10,000+' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Closed 314' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'All 10,000+' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'New issue' })).toHaveAttribute('href', '/a/b/-/issues/new');
  expect(asked[0]?.body).toMatchObject({
    variables: { assigneeUsernames: ['ada'], state: 'opened', sort: 'UPDATED_DESC' },
  });
  await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
  await waitFor(() => {
    const last = asked.findLast(({ operation }) => operation === 'listIssues')?.body as { variables: object };
    expect(last.variables).not.toHaveProperty('assigneeUsernames');
  });
});

/** An empty list of a project's issues, with the counts of each state. */
async function emptyIssues(path: string, counts: { opened: number; closed: number }, createIssue = true) {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
  fakeServer({
    listIssues: () => ({ project: { id: 'p', issues: { nodes: [], pageInfo } } }),
    projectPermissions: () => ({ project: { id: 'p', userPermissions: { createIssue, updateWorkItems: false } } }),
    countIssues: () => ({
      project: { id: 'p', opened: { count: counts.opened }, closed: { count: counts.closed } },
    }),
  });
  await renderAt(path, <IssuesPage address={{ page: 'issues', fullPath: 'a/b' }} />);
}

test('an empty list invites users who may create issues', async () => {
  await emptyIssues('/a/b/-/issues', { opened: 0, closed: 0 });
  expect(await screen.findByRole('heading', { name: 'No issues yet' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Create issue' })).toHaveAttribute('href', '/a/b/-/issues/new');
});

test('on narrow screens the tools of a list take two rows, and the filter most of the first', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await emptyIssues('/a/b/-/issues', { opened: 0, closed: 0 });
  const field = await screen.findByRole('combobox');
  const tools = [
    field,
    ...['Display', 'More actions for this list'].map((name) => screen.getByRole('button', { name })),
  ];
  for (const width of [720, 320]) {
    await page.viewport(width, 900);
    expect(field.getBoundingClientRect().width).toBeGreaterThan(width / 3);
    const middles = tools.map((tool) => tool.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(60);
  }
});

test('on a narrow screen Tab visits the tools of a list in the order of sight', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await emptyIssues('/a/b/-/issues', { opened: 0, closed: 0 });
  await page.viewport(320, 900);
  (await screen.findByRole('combobox')).focus();
  await browserKeys.tab();
  expect(screen.getByRole('button', { name: 'More actions for this list' })).toHaveFocus();
  await browserKeys.tab();
  expect(screen.getByRole('button', { name: /^Sort by/ })).toHaveFocus();
});

test('users who may not create issues see an explanation', async () => {
  await emptyIssues('/a/b/-/issues?state=all', { opened: 0, closed: 0 }, false);
  expect(await screen.findByRole('heading', { name: 'No issues yet' })).toBeVisible();
  expect(screen.getByText(/^Use issues to track work/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Create issue' })).toBeNull();
});

test('an unfiltered empty list mentions no filter', async () => {
  await emptyIssues('/a/b/-/issues?state=closed', { opened: 3, closed: 0 });
  expect(await screen.findByRole('heading', { name: 'No closed issues' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});
