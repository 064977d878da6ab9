import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { IssuePage } from './IssuePage.tsx';

afterEach(() => vi.unstubAllGlobals());

const link = (linkType: string, title: string, state: 'OPEN' | 'CLOSED', iid: number) => ({
  linkId: `gid://gitlab/Link/${iid}`,
  linkType,
  workItem: {
    id: `gid://gitlab/WorkItem/${iid}`,
    title,
    state,
    reference: `kubernetes/enhancements#${iid}`,
    webPath: `/kubernetes/enhancements/-/issues/${iid}`,
    workItemType: { id: 't', name: 'Issue' },
  },
});

const issue = {
  id: 'gid://gitlab/Issue/1287',
  iid: '1287',
  title: 'Graduate to stable',
  state: 'opened',
  type: 'ISSUE',
  descriptionHtml: '<p>Text</p>',
  confidential: true,
  discussionLocked: true,
  blocked: true,
  createdAt: '2026-01-01T00:00:00Z',
  closedAt: null,
  dueDate: '2026-11-06',
  weight: 8,
  healthStatus: 'onTrack',
  reference: 'kubernetes/enhancements#1287',
  author: { id: 'u', name: 'Theo Alvarez', username: 'theo', avatarUrl: null },
  assignees: { nodes: [{ id: 'u', name: 'Nadia Sato', username: 'nadia', avatarUrl: null }] },
  taskCompletionStatus: { count: 0, completedCount: 0 },
  epic: { id: 'e', title: 'In-place update', webPath: '/groups/kubernetes/-/epics/59', reference: 'kubernetes&59' },
  labels: { nodes: [{ id: 'l', title: 'stage::stable', color: '#217645', description: null }] },
  milestone: {
    id: 'm',
    title: 'v1.35',
    startDate: '2025-09-15',
    dueDate: '2025-12-17',
    webPath: '/groups/kubernetes/-/milestones/1',
  },
  iteration: null,
  linkedWorkItems: {
    nodes: [
      link('is_blocked_by', 'CRI: report actual resources', 'OPEN', 5420),
      link('is_blocked_by', 'Already done', 'CLOSED', 5388),
      link('relates_to', 'Pod level resources', 'CLOSED', 2837),
    ],
  },
  userPermissions: { updateIssue: true },
};

function serve(given: Partial<typeof issue> = {}) {
  return fakeServer({
    issuePage: () => ({ project: { id: 'p', issue: { ...issue, ...given } } }),
    workItemCustomFields: () => ({ namespace: { id: 'n', workItem: null } }),
    issueActivity: () => ({
      project: {
        id: 'p',
        issue: { id: 'i', discussions: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } },
      },
    }),
    setIssueState: () => ({ updateIssue: { errors: [], issue: { id: issue.id, state: 'closed' } } }),
  });
}

const open = () =>
  renderAt(
    '/kubernetes/enhancements/-/issues/1287',
    <IssuePage address={{ page: 'issue', fullPath: 'kubernetes/enhancements', iid: '1287' }} />,
  );

test('the page shows the issue’s marks, facts and links', async () => {
  serve();
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Graduate to stable' })).toBeVisible();
  const marks = within(screen.getByRole('banner'));
  for (const mark of ['Open', 'Blocked', 'Confidential', 'Locked']) expect(marks.getByText(mark)).toBeVisible();
  const facts = within(screen.getByRole('complementary', { name: 'Issue details' }));
  expect(facts.getByText('Nadia Sato')).toBeVisible();
  expect(facts.getByRole('link', { name: /In-place update/ })).toHaveAttribute('href', '/groups/kubernetes/-/epics/59');
  expect(facts.getByText('Sep 15 – Dec 17, 2025')).toBeVisible();
  expect(facts.getByText('Nov 6, 2026')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Is blocked by' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pod level resources' })).toHaveAttribute(
    'href',
    '/kubernetes/enhancements/-/issues/2837',
  );
});

test('IS-ST-05, IS-ST-06: closing a blocked issue asks first and names what blocks it', async () => {
  serve();
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Close issue' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Are you sure you want to close this blocked issue?' }));
  expect(dialog.getByText('This issue is currently blocked by the following issues:')).toBeVisible();
  expect(dialog.getByRole('link', { name: /CRI: report actual resources/ })).toHaveAttribute(
    'href',
    '/kubernetes/enhancements/-/issues/5420',
  );
  expect(dialog.queryByRole('link', { name: /Already done/ })).toBeNull();
});

test('IS-ST-07: confirming closes the issue, dismissing sends nothing', async () => {
  const asked = serve();
  const { user } = await open();
  const sent = () => asked.filter(({ operation }) => operation === 'setIssueState');
  await user.click(await screen.findByRole('button', { name: 'Close issue' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Close issue' }));
  await user.click(screen.getByRole('button', { name: 'Yes, close issue' }));
  expect(await screen.findByRole('button', { name: 'Reopen issue' })).toBeVisible();
  expect(sent()).toHaveLength(1);
});

test('IS-ST-08, IS-ST-09: an issue that nothing blocks closes at once, and the document hears of it', async () => {
  serve({ linkedWorkItems: { nodes: [] }, blocked: false });
  const heard = vi.fn<(event: Event) => void>();
  document.addEventListener('issuable:state-change', heard);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Close issue' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Reopen issue' })).toBeVisible();
  expect(heard.mock.calls).toMatchObject([[{ detail: { id: 1287, isClosed: true } }]]);
  document.removeEventListener('issuable:state-change', heard);
});

test('who may not change the issue is offered nothing to change', async () => {
  serve({ userPermissions: { updateIssue: false } });
  await open();
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: 'Close issue' })).toBeNull();
});
