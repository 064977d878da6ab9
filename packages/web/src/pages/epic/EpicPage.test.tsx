import { cleanup, screen, within, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Asked, fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { setSession } from '../../platform/session/session.ts';
import { EpicPage } from './EpicPage.tsx';

// Its code loads separately from that of the page; here it is loaded from the start.
beforeAll(async () => void (await import('./EpicSidebar.tsx')));
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
  allowSubEpics: true,
  hasParent: true,
  hidden: false,
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
  descendantCounts: { openedEpics: 3, closedEpics: 1, openedIssues: 12, closedIssues: 5 },
  healthStatus: { issuesOnTrack: 0, issuesNeedingAttention: 2, issuesAtRisk: 0 },
  userPermissions: { adminEpic: true, updateEpic: true, createEpic: true, destroyEpic: true, createNote: true },
};

const above = { id: 'a', title: 'Resize running workloads', webPath: '/groups/kubernetes/-/epics/1' };
/** The epic's ancestors as the server returns them. */
const ancestry = (hasParent: boolean, nodes: readonly object[]) => ({
  workspace: { id: 'g', issuable: { id: epic.id, hasParent, ancestors: { nodes } } },
});

const child = (iid: string, title: string, rest = {}) => ({
  id: `gid://gitlab/Epic/${iid}`,
  iid,
  title,
  state: 'opened',
  color: '#1068bf',
  confidential: false,
  webPath: `/groups/kubernetes/sig-node/-/epics/${iid}`,
  reference: `kubernetes/sig-node&${iid}`,
  userPermissions: { adminEpic: false, adminEpicRelation: false, readEpicRelation: true },
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
  userPermissions: { adminIssue: false },
  relativePosition: 1,
  healthStatus: 'needsAttention',
  milestone: { id: 'm', title: 'v1.33' },
  assignees: { nodes: [{ id: 'u', name: 'Nadia Sato', username: 'nadia', avatarUrl: null }] },
};

function epicPage(given: object): { epicPage: () => object } {
  return { epicPage: () => ({ group: { id: 'g', epic: { ...epic, ...given } } }) };
}

function serve(more: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    epicPage: () => ({ group: { id: 'g', epic } }),
    epicAncestors: () => ancestry(true, [{ ...above, hasParent: false }]),
    workItemCustomFields: () => ({ namespace: { id: 'n', workItem: null } }),
    linkedItemsOfItem: () => ({
      namespace: { id: 'n', workItem: { id: 'w', userPermissions: { adminWorkItemLink: false }, widgets: [] } },
    }),
    epicParticipants: () => ({ namespace: { id: 'n', issuable: null } }),
    epicActivity: () => ({ group: { id: 'g', epic: { id: 'e', discussions: page } } }),
    epicSnapshotDates: () => ({ group: { id: 'g', epic: null } }),
    epicStatusUpdates: () => ({ group: { id: 'g', epic: null } }),
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

test('the page shows the epic’s text and sidebar', async () => {
  serve();
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'In-place update of pod resources' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'restart' })).toBeVisible();
  expect(screen.getByText('3 of 6 checklist items completed')).toBeVisible();
  const facts = within(screen.getByRole('complementary', { name: 'Epic details' }));
  expect(facts.getByText('Feb 5, 2024')).toBeVisible();
  expect(facts.getByText(/Inherited from/)).toHaveTextContent('Inherited from v1.35');
  expect(facts.getByText('Blue')).toBeVisible();
  expect(await facts.findByRole('link', { name: 'Resize running workloads' })).toHaveAttribute(
    'href',
    '/groups/kubernetes/-/epics/1',
  );
  expect(document.title).toBe('In-place update of pod resources (&59) · kubernetes/sig-node · Milepost');
});

test('administrators see that the epic is hidden, as on the issue page', async () => {
  serve(epicPage({ hidden: true }));
  await open();
  const badge = (await screen.findAllByText('Hidden'))[0];
  expect(badge?.closest('[data-tooltip]')).toHaveAttribute(
    'data-tooltip',
    'Visible only to administrators: its author is banned, or it is spam.',
  );
});

describe('task list item', () => {
  const item = (lines: number) => ({
    description: '<p>Left</p>',
    description_text: lines > 0 ? '- [ ] Measure it' : 'Left',
    title_text: epic.title,
    lock_version: 4 - lines,
    task_completion_status: { count: lines, completed_count: 0 },
    updated_by_name: null,
    web_url: epic.webPath,
  });
  const openMenu = async (project: object | null) => {
    const asked = serve({
      ...epicPage({
        descriptionHtml:
          '<ul class="task-list"><li class="task-item"><input type="checkbox" class="task-box" data-line="1" aria-label="Measure it" disabled> Measure it</li></ul>',
        defaultProjectForIssueCreation: project,
      }),
      [`GET ${epic.webPath}.json`]: () => item(1),
      [`POST ${epic.webPath}/task_conversions`]: () => ({
        item: item(0),
        task: { id: 90, iid: 9, type: 'issue', title: 'Measure it', web_url: '/kubernetes/enhancements/-/issues/9' },
      }),
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Actions for “Measure it”' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
    return { user, asked };
  };

  test('WI-TC-12: can be converted to an issue where there is a project for it', async () => {
    const { user, asked } = await openMenu({ id: 'gid://gitlab/Project/4' });
    await user.click(screen.getByRole('menuitem', { name: 'Convert to child item' }));
    expect(await screen.findByText('Converted to issue')).toBeVisible();
    expect(asked.find(({ url }) => url.endsWith('/task_conversions'))?.body).toEqual({ line: 1, lock_version: 3 });
  });

  test('WI-TC-12: cannot be converted where there is no project', async () => {
    await openMenu(null);
    expect(screen.queryByRole('menuitem', { name: 'Convert to child item' })).toBeNull();
  });
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

test('LM-IS-06, LM-IS-07, LM-IS-08, LM-IS-09 and LM-IS-11: health is counted as on track, needs attention and at risk, in shares of 100 percent', async () => {
  serve(epicPage({ healthStatus: { issuesOnTrack: 5, issuesNeedingAttention: 3, issuesAtRisk: 2 } }));
  await open();
  const facts = await screen.findByRole('complementary', { name: 'Epic details' });
  const parts = () => [
    ...facts.querySelectorAll<HTMLElement>(
      '[data-tooltip$="track"], [data-tooltip$="attention"], [data-tooltip$="risk"]',
    ),
  ];
  await waitFor(() => expect(parts()).toHaveLength(3));
  expect(parts().map((part) => [part.dataset['tooltip'], part.style.flexBasis])).toEqual([
    ['5 on track', '50%'],
    ['3 need attention', '30%'],
    ['2 at risk', '20%'],
  ]);
  cleanup();
  serve(epicPage({ healthStatus: { issuesOnTrack: 0, issuesNeedingAttention: 99_999, issuesAtRisk: 100_000 } }));
  await open();
  const many = within(await screen.findByRole('complementary', { name: 'Epic details' }));
  expect(await many.findByText(/At risk/)).toHaveTextContent('At risk 99,999+');
  expect(many.getByText(/Need attention|Needs attention/)).toHaveTextContent(/99,999$/);
});

test('TM-EP-03: the own health status stands beside the counts, and is changed only while the epic is open', async () => {
  const health = { issuesOnTrack: 1, issuesNeedingAttention: 0, issuesAtRisk: 0, own: 'needsAttention' };
  const asked = serve({
    ...epicPage({ healthStatus: health }),
    updateItemField: () => ({ workItemUpdate: { errors: [], workItem: { id: 'w' } } }),
  });
  const { user } = await open();
  const facts = within(await screen.findByRole('complementary', { name: 'Epic details' }));
  expect(await facts.findByText('Needs attention')).toBeVisible();
  expect(facts.getByText(/On track/)).toHaveTextContent('On track 1');
  await user.click(facts.getByRole('button', { name: 'Edit Health status' }));
  await user.click(await screen.findByRole('option', { name: 'At risk' }));
  await waitFor(() =>
    expect(asked.find(({ operation }) => operation === 'updateItemField')?.body).toMatchObject({
      variables: { input: { healthStatusWidget: { healthStatus: 'atRisk' } } },
    }),
  );
  cleanup();
  serve(epicPage({ healthStatus: health, state: 'closed' }));
  await open();
  const closed = within(await screen.findByRole('complementary', { name: 'Epic details' }));
  expect(await closed.findByText('Needs attention')).toBeVisible();
  expect(closed.queryByRole('button', { name: 'Edit Health status' })).toBeNull();
});

test('a tree row shows its group or project, progress, milestone, health, blockers and people', async () => {
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

test('EP-PG-07, EP-PG-08, EP-PG-09: closing sends close, keeps the returned state and dispatches an event on the document', async () => {
  let state = 'opened';
  const asked = serve({
    epicPage: () => ({ group: { id: 'g', epic: { ...epic, state } } }),
    [`PUT ${epic.webPath}.json`]: () => {
      state = 'closed';
      return { id: 59, state };
    },
  });
  const listener = vi.fn<(event: Event) => void>();
  document.addEventListener('issuable:state-change', listener);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Close epic' }));
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeVisible();
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ url }) => decodeURIComponent(url));
  expect(sent()).toEqual([`${epic.webPath}.json?epic[state_event]=close`]);
  expect(listener.mock.calls).toMatchObject([[{ detail: { id: 59, isClosed: true } }]]);
  // Another user closed it again in the meantime: the server's state wins.
  await user.click(screen.getByRole('button', { name: 'Reopen epic' }));
  expect(sent()).toContain(`${epic.webPath}.json?epic[state_event]=reopen`);
  // Resolved once the change is saved: only then the button shows the result.
  await waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
  expect(listener.mock.calls[1]).toMatchObject([{ detail: { id: 59, isClosed: true } }]);
  expect(await screen.findByRole('button', { name: 'Reopen epic' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close epic' })).toBeNull();
  document.removeEventListener('issuable:state-change', listener);
});

test('EP-PG-10 and ER-EP-19: a failed close shows an alert and leaves the epic open', async () => {
  serve({ [`PUT ${epic.webPath}.json`]: () => new Status(500, { message: 'Boom' }) });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Close epic' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Unable to update this epic at this time.');
  expect(screen.getByRole('button', { name: 'Close epic' })).toBeVisible();
});

test('a missing epic shows the not-found page', async () => {
  serve({ epicPage: () => ({ group: { id: 'g', epic: null } }) });
  await open();
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
});

const nothing = { adminEpic: false, updateEpic: false, createEpic: false, destroyEpic: false, createNote: false };

describe('permissions of menu and buttons', () => {
  async function offered(may: Partial<typeof nothing>, given: object = {}): Promise<string[]> {
    serve(epicPage({ ...given, userPermissions: { ...nothing, ...may } }));
    const { user } = await open();
    await screen.findByRole('heading', { level: 1 });
    const buttons = within(screen.getByRole('banner')).getAllByRole('button');
    const names = buttons.map((button) => button.textContent).filter((text) => text !== '');
    await user.click(screen.getByRole('button', { name: 'Epic actions' }));
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
    cleanup();
    return [...names, ...items];
  }

  test('PM-EP-01 and PM-EP-02: Edit and Close for users who may update, only Board and Copy reference for others', async () => {
    expect(await offered({})).toEqual(['Board', 'Copy reference']);
    expect(await offered({ updateEpic: true })).toEqual([
      'EditE',
      'Close epic',
      'Edit',
      'Edit title and description',
      'Board',
      'Copy reference',
    ]);
  });

  test('PM-EP-12 and PM-EP-13: reporting abuse is offered to signed-in users other than the author', async () => {
    const viewer = { id: 8, name: 'Ada', avatarUrl: null, isAdmin: false };
    const author = { ...epic.author, id: 'gid://gitlab/User/7' };
    const items = async (username: string | null): Promise<string[]> => {
      setSession({ viewer: username === null ? null : { ...viewer, username } });
      return offered({}, { author });
    };
    expect(await items('ada')).toContain('Report abuse');
    expect(await items('vera')).not.toContain('Report abuse');
    expect(await items(null)).not.toContain('Report abuse');
  });

  test('PM-EP-04: “New epic” for users who may create epics', async () => {
    expect(await offered({ createEpic: true })).toEqual(['Board', 'New epic', 'New child epic', 'Copy reference']);
  });

  test('PM-EP-05 and IS-DL-03: deleting is offered to users who may destroy, and asks for confirmation', async () => {
    expect(await offered({ destroyEpic: true })).toEqual(['Board', 'Copy reference', 'Delete epic']);
    serve(epicPage({ userPermissions: { ...nothing, destroyEpic: true } }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Epic actions' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete epic' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete epic' });
    expect(dialog).toHaveTextContent('Delete this epic and release all child items?');
    expect(dialog.querySelector('form')).toHaveAttribute('action', epic.webPath);
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeVisible();
  });

  test('PM-EP-03 and PM-EP-14: labels, color, dates and parent are editable only for users who may administer the epic', async () => {
    serve(epicPage({ userPermissions: nothing }));
    await open();
    await screen.findByRole('heading', { level: 1 });
    const facts = () => within(screen.getByRole('complementary', { name: 'Epic details' }));
    expect(facts().queryAllByRole('button', { name: /^Edit/ })).toEqual([]);
    cleanup();
    serve();
    await open();
    await screen.findByRole('button', { name: 'Edit Milestone' });
    const named = facts()
      .getAllByRole('button', { name: /^Edit/ })
      .map((button) => button.getAttribute('aria-label'));
    expect(named).toEqual(
      [
        'Ancestors',
        'Owners',
        'Health status',
        'Start date',
        'Due date',
        'Milestone',
        'Labels',
        'Risk',
        'Color',
        'Confidentiality',
      ].map((name) => `Edit ${name}`),
    );
  });

  test('ER-EP-27: copying the reference shows a message', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    serve();
    const { user } = await open();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
    await user.click(await screen.findByRole('button', { name: 'Epic actions' }));
    await user.click(screen.getByRole('menuitem', { name: 'Copy reference' }));
    expect(await screen.findByText('Reference copied')).toBeVisible();
    expect(writeText).toHaveBeenCalledWith('kubernetes/sig-node&59');
  });
});

describe('sidebar', () => {
  const fact = (name: string) =>
    within(screen.getByRole('heading', { name, level: 3 }).closest('section') as HTMLElement);
  const changes = (asked: Asked[]) =>
    asked
      .filter(({ operation }) => operation === 'changeEpic')
      .map(({ body }) => (body as { variables: { input: object } }).variables.input);
  const saved = { changeEpic: () => ({ updateEpic: { errors: [], epic: { id: epic.id } } }) };
  const key = { groupPath: 'kubernetes/sig-node', iid: '59' };

  test('TM-EP-01: owners are edited in the sidebar, and one of them is the owner', async () => {
    const vera = {
      id: 5,
      name: 'Vera Lindqvist',
      username: 'vera',
      avatar_url: null,
      web_url: '/vera',
      state: 'active',
    };
    const shown = { id: 'gid://gitlab/User/5', name: vera.name, username: 'vera', avatarUrl: null, webPath: '/vera' };
    let nodes: object[] = [];
    const asked = serve({
      epicPage: () => epicPage({ assignees: { nodes } }).epicPage(),
      'GET /api/v4/groups/kubernetes%2Fsig-node/members/all': () => [vera],
      updateItemField: () => {
        nodes = [shown];
        return { workItemUpdate: { errors: [], workItem: { id: 'w' } } };
      },
    });
    const { user } = await open();
    await screen.findByRole('heading', { name: 'Owners', level: 3 });
    await user.click(fact('Owners').getByRole('button', { name: 'Edit Owners' }));
    await user.click(await screen.findByRole('option', { name: /Vera/ }));
    await user.keyboard('{Escape}');
    await screen.findByRole('heading', { name: 'Owner', level: 3 });
    expect(fact('Owner').getByText('Vera Lindqvist')).toBeVisible();
    const saved = asked.find(({ operation }) => operation === 'updateItemField')?.body;
    expect(saved).toMatchObject({
      variables: { input: { assigneesWidget: { assigneeIds: ['gid://gitlab/User/5'] } } },
    });
  });

  test('EP-SB-03, EP-SB-04 and EP-SB-05: dates are fixed or inherited, with their source and conflicts', async () => {
    serve(
      epicPage({
        startDateFromInheritedSource: '2024-01-15T00:00:00Z',
        startDateSourcingMilestone: { id: 'm', title: 'v1.30', webPath: '/groups/kubernetes/-/milestones/30' },
        parent: {
          id: 'p',
          title: 'Resizing',
          webPath: '/groups/kubernetes/-/epics/1',
          reference: 'kubernetes&1',
          confidential: true,
          startDate: '2024-03-01T00:00:00Z',
          dueDate: null,
        },
      }),
    );
    await open();
    await screen.findByRole('heading', { level: 1 });
    expect(fact('Start date').getByText('Feb 5, 2024')).toBeVisible();
    expect(fact('Start date').getByText('Fixed')).toBeVisible();
    expect(fact('Start date').getByText(/^Inherited:/)).toHaveTextContent('Inherited: Jan 15, 2024 from v1.30');
    expect(fact('Start date').getByRole('link', { name: 'v1.30' })).toBeVisible();
    expect(fact('Start date').getByText('A child item starts earlier.')).toBeVisible();
    expect(fact('Start date').getByText('Starts before its parent Resizing (Mar 1, 2024).')).toBeVisible();
    expect(fact('Due date').getByText('Dec 17, 2025')).toBeVisible();
    expect(fact('Due date').getByText(/^Inherited from/)).toHaveTextContent('Inherited from v1.35');
    expect(fact('Confidentiality').getByText(/^The parent epic is confidential/)).toHaveTextContent(
      'The parent epic is confidential and can only contain confidential epics and issues',
    );
  });

  test('EP-SB-10: ancestors are shown and requested where sub-epics are allowed, and on the deepest level below others', async () => {
    serve();
    await open();
    expect(await screen.findByRole('button', { name: 'Edit Start date' })).toBeVisible();
    expect(await fact('Ancestors').findByRole('link', { name: above.title })).toBeVisible();
    cleanup();
    serve(epicPage({ allowSubEpics: false }));
    await open();
    expect(await screen.findByRole('button', { name: 'Edit Start date' })).toBeVisible();
    expect(await fact('Ancestors').findByRole('link', { name: above.title })).toBeVisible();
    cleanup();
    const asked = serve(epicPage({ allowSubEpics: false, hasParent: false }));
    await open();
    expect(await screen.findByRole('button', { name: 'Edit Start date' })).toBeVisible();
    expect(screen.queryByText('Ancestors')).toBeNull();
    expect(asked.some(({ operation }) => operation === 'epicAncestors')).toBe(false);
  });

  test('EP-SB-06: the due date is the latest possible start date; a fixed date is replaced by the inherited one', async () => {
    const asked = serve(saved);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit Start date' }));
    const field = fact('Start date').getByRole('textbox', { name: 'Start date' });
    await user.clear(field);
    await user.type(field, '2025-12-18');
    await user.click(fact('Start date').getByRole('button', { name: 'Save' }));
    const valuesRead = { startDate: '2024-02-05' };
    expect(changes(asked)).toEqual([{ ...key, startDateIsFixed: true, startDateFixed: '2025-12-17', valuesRead }]);
    await user.click(screen.getByRole('button', { name: 'Edit Start date' }));
    await user.click(fact('Start date').getByRole('radio', { name: 'Inherited' }));
    await user.click(fact('Start date').getByRole('button', { name: 'Save' }));
    expect(changes(asked).at(-1)).toMatchObject({ ...key, startDateIsFixed: false });
  });

  test('Edit of an inherited date focuses the field with the calendar open; pressing Escape twice keeps the date', async () => {
    const asked = serve(saved);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit Due date' }));
    const field = fact('Due date').getByRole('textbox', { name: 'Due date' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(field).toHaveValue('2025-12-17');
    expect(await screen.findByRole('dialog', { name: 'Choose date' })).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Choose date' })).toBeNull();
    await user.keyboard('{Escape}');
    expect(fact('Due date').queryByRole('textbox')).toBeNull();
    expect(changes(asked)).toEqual([]);
  });

  test('EP-SB-08, EP-CL-01 and ER-EP-23: one of five colors is chosen; a failure is reported, and the color is reverted', async () => {
    const asked = serve({
      epicColor: () => ({ workspace: { id: 'g', issuable: { id: epic.id, color: '#1068bf' } } }),
      changeEpic: () => new Status(500),
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit Color' }));
    expect(fact('Color').getAllByRole('radio')).toHaveLength(5);
    await user.click(fact('Color').getByText('Purple'));
    await user.click(fact('Color').getByRole('button', { name: 'Save' }));
    expect(await fact('Color').findByRole('alert')).toHaveTextContent('An error occurred while updating color.');
    expect(fact('Color').getByText('Blue')).toBeVisible();
    expect(changes(asked)).toEqual([{ ...key, color: '#694cc0', valuesRead: { color: '#1068bf' } }]);
  });

  test('EP-CL-03, EP-CL-04 and ER-EP-22: a page error marks the color until it is cleared', async () => {
    let fails = true;
    serve({
      epicColor: () =>
        fails ? new Status(500) : { workspace: { id: 'g', issuable: { id: epic.id, color: '#217645' } } },
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit Color' }));
    expect(await fact('Color').findByRole('alert')).toHaveTextContent('Error fetching epic color.');
    expect(fact('Color').getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'true');
    await user.click(fact('Color').getByRole('button', { name: 'Cancel' }));
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Edit Color' }));
    await waitFor(() => expect(fact('Color').getByRole('radiogroup')).not.toHaveAttribute('aria-invalid'));
    expect(fact('Color').queryByRole('alert')).toBeNull();
    await user.click(fact('Color').getByRole('button', { name: 'Cancel' }));
    expect(fact('Color').getByText('Green')).toBeVisible();
  });

  test('EP-CL-06 and EP-CL-05: a custom color is shown as it is, trimmed, and none of the five is selected', async () => {
    serve(epicPage({ color: ' #123456 ' }));
    const { user } = await open();
    await screen.findByRole('heading', { level: 1 });
    expect(fact('Color').getByText('#123456')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit Color' }));
    for (const radio of fact('Color').getAllByRole('radio')) expect(radio).not.toBeChecked();
  });

  test('the risk is changed in place', async () => {
    const asked = serve({ ...saved, ...epicPage({ risk: 'LOW' }) });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit Risk' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'None',
      'Low',
      'Medium',
      'High',
    ]);
    await user.click(screen.getByRole('option', { name: 'High' }));
    await waitFor(() => expect(changes(asked)).toEqual([{ ...key, risk: 'HIGH', valuesRead: { risk: 'LOW' } }]));
    expect(fact('Risk').getByText('Low')).toBeVisible();
  });

  test('EP-SB-09: confidentiality is switched in place, and announced', async () => {
    const asked = serve(saved);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit Confidentiality' }));
    await user.click(fact('Confidentiality').getByRole('switch', { name: 'Confidential' }));
    expect(await screen.findByText('Confidentiality turned on.')).toBeVisible();
    expect(changes(asked)).toEqual([{ ...key, confidential: true }]);
  });
});

describe('ancestors', () => {
  const facts = () => within(screen.getByRole('complementary', { name: 'Epic details' }));

  test('IS-SB-01 and IS-SB-03: are in a separate block, with a note on counts', async () => {
    serve();
    await open();
    await screen.findByRole('heading', { level: 1 });
    expect(await facts().findByRole('link', { name: 'Resize running workloads' })).toBeVisible();
    expect(facts().getByRole('heading', { name: 'Ancestors' })).toBeVisible();
    expect(facts().getByText('Counts reflect children you may not have access to.')).toBeVisible();
    expect(facts().queryByText("You don't have permission to view this epic")).toBeNull();
  });

  test('IS-SB-02: a parent without read access is mentioned without its name', async () => {
    serve({ epicAncestors: () => ancestry(true, [{ ...above, hasParent: true }]) });
    await open();
    await screen.findByRole('heading', { level: 1 });
    expect(await facts().findByText("You don't have permission to view this epic")).toBeVisible();
    cleanup();
    serve({ epicAncestors: () => ancestry(true, []) });
    await open();
    await screen.findByRole('heading', { level: 1 });
    expect(await facts().findByText("You don't have permission to view this epic")).toBeVisible();
  });

  test('ER-IS-15: shows an error when they cannot be loaded', async () => {
    serve({
      epicAncestors: () => {
        throw new Error('away');
      },
    });
    await open();
    await screen.findByRole('heading', { level: 1 });
    expect(await facts().findByText('An error occurred while fetching ancestors')).toBeVisible();
  });
});
