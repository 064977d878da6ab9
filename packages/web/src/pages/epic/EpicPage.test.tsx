import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { EpicPage } from './EpicPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const page = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
const group = { id: 'gid://gitlab/Group/1', fullName: 'Kubernetes / sig-node', fullPath: 'kubernetes/sig-node' };

const epic = {
  id: 'gid://gitlab/Epic/59',
  iid: '59',
  title: 'In-place update of pod resources',
  state: 'opened',
  descriptionHtml: '<p>Without a <a href="/groups/kubernetes/-/epics/1">restart</a>.</p>',
  color: '#1068bf',
  confidential: false,
  createdAt: '2024-01-01T00:00:00Z',
  closedAt: null,
  reference: 'kubernetes/sig-node&59',
  webPath: '/groups/kubernetes/sig-node/-/epics/59',
  lockVersion: 3,
  imported: false,
  parent: null,
  startDate: '2024-02-05',
  startDateIsFixed: true,
  startDateFixed: '2024-02-05',
  startDateFromInheritedSource: null,
  startDateSourcingEpic: null,
  startDateSourcingMilestone: null,
  dueDate: '2025-12-17',
  dueDateIsFixed: false,
  dueDateFixed: null,
  dueDateFromInheritedSource: '2025-12-17',
  dueDateSourcingEpic: null,
  dueDateSourcingMilestone: { id: 'm', title: 'v1.35', webPath: '/groups/kubernetes/-/milestones/35' },
  taskCompletionStatus: { count: 6, completedCount: 3 },
  author: { id: 'u', name: 'Vera Lindqvist', username: 'vera', avatarUrl: null },
  group,
  labels: { nodes: [{ id: 'l', title: 'sig::node', color: '#1068bf', description: '' }] },
  ancestors: { nodes: [{ id: 'a', title: 'Resize running workloads', webPath: '/groups/kubernetes/-/epics/1' }] },
  descendantCounts: { openedEpics: 3, closedEpics: 1, openedIssues: 12, closedIssues: 5 },
  healthStatus: { issuesOnTrack: 0, issuesNeedingAttention: 2, issuesAtRisk: 0 },
  userPermissions: { adminEpic: true, updateEpic: true, createEpic: true, destroyEpic: true, createNote: true },
};

const child = (iid: string, title: string, rest = {}) => ({
  id: `gid://gitlab/Epic/${iid}`,
  iid,
  title,
  state: 'opened',
  color: '#1068bf',
  confidential: false,
  webPath: `/groups/kubernetes/sig-node/-/epics/${iid}`,
  reference: `kubernetes/sig-node&${iid}`,
  hasChildren: false,
  hasIssues: false,
  relativePosition: Number(iid),
  group,
  descendantWeightSum: { openedIssues: 2, closedIssues: 6 },
  descendantCounts: { openedIssues: 1, closedIssues: 1 },
  ...rest,
});

const issue = {
  id: 'gid://gitlab/Issue/5',
  epicIssueId: 'gid://gitlab/EpicIssue/5',
  iid: '5',
  title: 'Report allocated resources',
  state: 'opened',
  confidential: false,
  blocked: true,
  webPath: '/kubernetes/enhancements/-/issues/5',
  reference: 'kubernetes/enhancements#5',
  relativePosition: 1,
  healthStatus: 'needsAttention',
  milestone: { id: 'm', title: 'v1.33' },
  assignees: { nodes: [{ id: 'u', name: 'Nadia Sato', username: 'nadia', avatarUrl: null }] },
};

function serve(more: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    epicPage: () => ({ group: { id: 'g', epic } }),
    workItemCustomFields: () => ({ namespace: { id: 'n', workItem: null } }),
    epicActivity: () => ({ group: { id: 'g', epic: { id: 'e', discussions: page } } }),
    childItems: ({ body }) => {
      const { iid } = (body as { variables: { iid: string } }).variables;
      const children =
        iid === '59'
          ? { ...page, nodes: [child('61', 'Beta', { hasIssues: true }), child('60', 'Alpha', { state: 'closed' })] }
          : page;
      const issues = iid === '61' ? { ...page, nodes: [issue] } : page;
      return { group: { id: 'g', epic: { id: 'e', userPermissions: { adminEpicRelation: false }, children, issues } } };
    },
    ...more,
  });
}

const open = () =>
  renderAt(
    '/groups/kubernetes/sig-node/-/epics/59',
    <EpicPage address={{ page: 'epic', fullPath: 'kubernetes/sig-node', iid: '59' }} />,
  );

test('the page shows the epic’s text and its facts', async () => {
  serve();
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'In-place update of pod resources' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'restart' })).toBeVisible();
  expect(screen.getByText('3 of 6 checklist items completed')).toBeVisible();
  const facts = within(screen.getByRole('complementary', { name: 'Epic details' }));
  expect(facts.getByText('Feb 5, 2024')).toBeVisible();
  expect(facts.getByText(/Inherited from/)).toHaveTextContent('Inherited from v1.35');
  expect(facts.getByText('Blue')).toBeVisible();
  expect(facts.getByRole('link', { name: 'Resize running workloads' })).toHaveAttribute(
    'href',
    '/groups/kubernetes/-/epics/1',
  );
  expect(document.title).toBe('In-place update of pod resources (&59) · kubernetes/sig-node · Milepost');
});

test('EP-TR-02, EP-TR-03, EP-TR-04: a node fetches its children when first expanded, and only then', async () => {
  const asked = serve();
  const { user } = await open();
  const beta = await screen.findByRole('treeitem', { name: 'Beta' });
  expect(beta).toHaveAttribute('aria-expanded', 'false');
  expect(asked.filter(({ operation }) => operation === 'childItems')).toHaveLength(1);
  await user.click(within(beta).getByRole('button', { name: 'Expand Beta' }));
  expect(await screen.findByRole('treeitem', { name: 'Report allocated resources' })).toHaveAttribute(
    'aria-level',
    '2',
  );
  expect(beta).toHaveAttribute('aria-expanded', 'true');
  await user.click(within(beta).getByRole('button', { name: 'Collapse Beta' }));
  expect(screen.queryByRole('treeitem', { name: 'Report allocated resources' })).toBeNull();
  await user.click(within(beta).getByRole('button', { name: 'Expand Beta' }));
  expect(screen.getByRole('treeitem', { name: 'Report allocated resources' })).toBeVisible();
  expect(asked.filter(({ operation }) => operation === 'childItems')).toHaveLength(2);
});

test('a tree row shows its place, progress, milestone, health, blocks and people', async () => {
  serve();
  const { user } = await open();
  const beta = await screen.findByRole('treeitem', { name: 'Beta' });
  expect(beta).toHaveTextContent('sig-node&61');
  expect(within(beta).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '75');
  await user.click(within(beta).getByRole('button', { name: 'Expand Beta' }));
  const row = within(await screen.findByRole('treeitem', { name: 'Report allocated resources' }));
  expect(row.getByText('v1.33')).toBeVisible();
  expect(row.getByText('Needs attention')).toBeVisible();
  expect(row.getByRole('img', { name: 'Blocked' })).toBeVisible();
  expect(row.getByRole('img', { name: 'Nadia Sato' })).toBeVisible();
});

test('EP-PG-07, EP-PG-08, EP-PG-09: closing sends close, keeps the state that is answered and tells the document', async () => {
  let state = 'closed';
  const asked = serve({ [`PUT ${epic.webPath}.json`]: () => ({ id: 59, state }) });
  const heard = vi.fn<(event: Event) => void>();
  document.addEventListener('issuable:state-change', heard);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Close epic' }));
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeVisible();
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ url }) => decodeURIComponent(url));
  expect(sent()).toEqual([`${epic.webPath}.json?epic[state_event]=close`]);
  expect(heard.mock.calls).toMatchObject([[{ detail: { id: 59, isClosed: true } }]]);
  document.removeEventListener('issuable:state-change', heard);
  // Somebody else closed it again meanwhile: what the server says counts.
  state = 'closed';
  await user.click(screen.getByRole('button', { name: 'Reopen epic' }));
  expect(sent()).toContain(`${epic.webPath}.json?epic[state_event]=reopen`);
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeVisible();
});

test('EP-PG-10 and ER-EP-19: a failed close shows an alert and leaves the epic open', async () => {
  serve({ [`PUT ${epic.webPath}.json`]: () => new Status(500, { message: 'Boom' }) });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Close epic' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Unable to update this epic at this time.');
  expect(screen.getByRole('button', { name: 'Close epic' })).toBeVisible();
});

test('an epic that is not there is the page of what is not there', async () => {
  serve({ epicPage: () => ({ group: { id: 'g', epic: null } }) });
  await open();
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
});
