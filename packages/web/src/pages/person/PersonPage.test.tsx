import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { PersonPage } from './PersonPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ada = {
  id: 'gid://gitlab/User/7',
  username: 'ada',
  name: 'Ada Owner',
  avatarUrl: null,
  state: 'active',
  bio: 'Builds walls',
  publicEmail: null,
  createdAt: '2026-01-05T10:00:00Z',
  groupMemberships: {
    nodes: [
      {
        id: 'gid://gitlab/GroupMember/1',
        accessLevel: { humanAccess: 'Owner' },
        group: { id: 'gid://gitlab/Group/1', fullPath: 'castle', fullName: 'Castle', avatarUrl: null },
      },
    ],
  },
  projectMemberships: { nodes: [] },
};
const issue = {
  id: 'gid://gitlab/Issue/3',
  iid: '3',
  title: 'Repair the gate',
  state: 'opened',
  type: 'ISSUE',
  confidential: false,
  createdAt: '2026-02-01T10:00:00Z',
  updatedAt: '2026-02-01T10:00:00Z',
  closedAt: null,
  dueDate: null,
  weight: null,
  webPath: '/castle/walls/-/issues/3',
  blocked: false,
  healthStatus: null,
  reference: 'castle/walls#3',
  labels: { nodes: [] },
  author: { id: ada.id, name: ada.name },
  assignees: { nodes: [] },
  milestone: null,
};

function show(user: object | null, group: object | null = null) {
  const asked = fakeServer({
    personPage: () => ({ user, group }),
    personIssues: () => ({ issues: { nodes: [issue], pageInfo: { hasNextPage: false, endCursor: null } } }),
  });
  return { asked, page: renderAt('/ada', <PersonPage address={{ page: 'person', username: 'ada' }} />) };
}

test('a person’s page shows their name, memberships and issues', async () => {
  const { page } = show(ada);
  const { user, address } = await page;
  expect(await screen.findByRole('heading', { name: 'Ada Owner' })).toBeVisible();
  expect(screen.getByText('@ada')).toBeVisible();
  expect(screen.getByText('Builds walls')).toBeVisible();
  expect(screen.getByText(/Member since January 5, 2026/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Castle' })).toHaveAttribute('href', '/groups/castle');
  expect(await screen.findByRole('link', { name: 'Repair the gate' })).toHaveAttribute('href', issue.webPath);
  await user.click(screen.getByRole('tab', { name: 'Assigned' }));
  await waitFor(() => expect(address()).toContain('part=assigned'));
});

test('a blocked person is marked as such', async () => {
  await show({ ...ada, state: 'blocked' }).page;
  expect(await screen.findByText('Blocked')).toBeVisible();
});

test('an unknown or invisible user name shows the not-found page', async () => {
  await show(null).page;
  expect(await screen.findByText('Page not found')).toBeVisible();
});

test('the name of a group redirects to the group', async () => {
  const { page } = show(null, { id: 'gid://gitlab/Group/1', fullPath: 'ada' });
  const { address } = await page;
  await waitFor(() => expect(address()).toBe('/groups/ada'));
});
