import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { type Answer, fakeServer, renderAt } from '../../testing/page.tsx';
import { IssuePage } from './IssuePage.tsx';

// Its code loads separately from that of the page; here it is loaded from the start.
beforeAll(async () => void (await import('./IssueSidebar.tsx')));
afterEach(() => vi.unstubAllGlobals());

const link = (linkType: string, title: string, state: 'OPEN' | 'CLOSED', iid: number) => ({
  linkId: `gid://gitlab/Link/${iid}`,
  linkType,
  workItemState: state,
  workItem: {
    id: `gid://gitlab/WorkItem/${iid}`,
    iid: String(iid),
    title,
    state,
    confidential: false,
    reference: `kubernetes/enhancements#${iid}`,
    webPath: `/kubernetes/enhancements/-/issues/${iid}`,
    workItemType: { id: 't', name: 'Issue' },
    widgets: [],
  },
});
const links = [
  link('is_blocked_by', 'CRI: report actual resources', 'OPEN', 5420),
  link('is_blocked_by', 'Already done', 'CLOSED', 5388),
  link('relates_to', 'Pod level resources', 'CLOSED', 2837),
];

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
  linkedWorkItems: { nodes: links.slice(0, 2) },
  lockVersion: 3,
  webPath: '/kubernetes/enhancements/-/issues/1287',
  movedTo: null,
  closedAsDuplicateOf: null,
  promotedToEpic: null,
  hidden: false,
  imported: false,
  userPermissions: {
    updateIssue: true,
    reopenIssue: true,
    adminIssue: true,
    createIssue: true,
    createNote: true,
    destroyIssue: true,
    moveIssue: true,
    promoteToEpic: true,
  },
};

const nothing = {
  updateIssue: false,
  reopenIssue: false,
  adminIssue: false,
  createIssue: false,
  createNote: false,
  destroyIssue: false,
  moveIssue: false,
  promoteToEpic: false,
};

function serve(given: Partial<typeof issue> = {}, answers: Readonly<Record<string, Answer>> = {}) {
  let { state } = { ...issue, ...given };
  return fakeServer({
    issuePage: () => ({ project: { id: 'p', issue: { ...issue, ...given, state } } }),
    linkedItemsOfItem: () => ({
      namespace: {
        id: 'n',
        workItem: {
          id: 'w',
          userPermissions: { adminWorkItemLink: false },
          widgets: [{ type: 'LINKED_ITEMS', linkedItems: { nodes: links } }],
        },
      },
    }),
    workItemCustomFields: () => ({ namespace: { id: 'n', workItem: null } }),
    issueActivity: () => ({
      project: {
        id: 'p',
        issue: { id: 'i', discussions: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } },
      },
    }),
    setIssueState: () => {
      state = 'closed';
      return { updateIssue: { errors: [], issue: { id: issue.id, state } } };
    },
    ...answers,
  });
}

const open = () =>
  renderAt(
    '/kubernetes/enhancements/-/issues/1287',
    <IssuePage address={{ page: 'issue', fullPath: 'kubernetes/enhancements', iid: '1287' }} />,
  );

test('TM-LB-10: an open page shows the new title of a renamed label at once', async () => {
  const sources: EventTarget[] = [];
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super();
        sources.push(this);
      }
      close(): void {}
    },
  );
  const label = { id: 'gid://gitlab/ProjectLabel/7', title: 'alpha', color: '#1068bf', description: null };
  const shown = { ...issue, labels: { nodes: [label] } };
  serve(shown);
  await open();
  await screen.findByText('alpha');
  serve({ ...shown, labels: { nodes: [{ ...label, title: 'omega' }] } });
  await waitFor(() => expect(sources).not.toEqual([]), { timeout: 4000 });
  sources[0]?.dispatchEvent(new MessageEvent('change', { data: '{"labels":[7]}', lastEventId: '1' }));
  expect(await screen.findByText('omega')).toBeVisible();
  expect(screen.queryByText('alpha')).toBeNull();
});

test('the page shows the issue’s badges, sidebar fields and links', async () => {
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
  expect(await screen.findByRole('heading', { name: 'Is blocked by' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Pod level resources' })).toHaveAttribute(
    'href',
    '/kubernetes/enhancements/-/issues/2837',
  );
});

test('IS-ST-05, IS-ST-06: closing a blocked issue asks for confirmation and names its blockers', async () => {
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

test('IS-ST-08, IS-ST-09: an issue without blockers closes at once, and an event is dispatched on the document', async () => {
  serve({ linkedWorkItems: { nodes: [] }, blocked: false });
  const listener = vi.fn<(event: Event) => void>();
  document.addEventListener('issuable:state-change', listener);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Close issue' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Reopen issue' })).toBeVisible();
  expect(listener.mock.calls).toMatchObject([[{ detail: { id: 1287, isClosed: true } }]]);
  document.removeEventListener('issuable:state-change', listener);
});

test('users who may not change the issue are offered no changes', async () => {
  serve({ userPermissions: nothing });
  await open();
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('button', { name: 'Close issue' })).toBeNull();
});

describe('permissions of menu and buttons', () => {
  /** The offered actions of an issue for a user with these permissions. */
  async function offered(may: Partial<typeof nothing>, given: Partial<typeof issue> = {}): Promise<string[]> {
    setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
    serve({ confidential: false, discussionLocked: false, ...given, userPermissions: { ...nothing, ...may } });
    const { user } = await open();
    await screen.findByRole('heading', { level: 1 });
    const buttons = within(screen.getByRole('banner'))
      .getAllByRole('button')
      .map((button) => button.textContent)
      .filter((text) => text !== '');
    await user.click(screen.getByRole('button', { name: /^(Issue|Incident|Task) actions$/ }));
    const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
    cleanup();
    return [...buttons, ...items];
  }

  test('PM-IS-14: everyone may copy the reference, and an anonymous viewer nothing else', async () => {
    expect(await offered({})).toEqual(['Copy reference']);
  });

  test('PM-IS-01, PM-IS-02 and PM-IS-04: Edit and Close for users who may update, Reopen for users who may reopen', async () => {
    expect(await offered({ updateIssue: true })).toEqual([
      'EditE',
      'Close issue',
      'Edit',
      'Edit title and description',
      'Copy reference',
    ]);
    expect(await offered({ updateIssue: true }, { state: 'closed' })).not.toContain('Reopen issue');
    expect(await offered({ reopenIssue: true }, { state: 'closed' })).toEqual(['Reopen issue', 'Copy reference']);
    expect(await offered({ reopenIssue: true })).toEqual(['Copy reference']);
  });

  test('PM-IS-05, PM-IS-06 and PM-IS-07: a related issue, promotion and deletion, each by its own permission', async () => {
    expect(await offered({ createIssue: true })).toContain('New related issue');
    expect(await offered({ promoteToEpic: true })).toContain('Promote to epic');
    expect(await offered({ destroyIssue: true })).toContain('Delete issue');
  });

  test('PM-IS-11 and PM-IS-12: locking is for issues, confidentiality for incidents too, neither for tasks', async () => {
    const may = { updateIssue: true, adminIssue: true };
    expect(await offered(may)).toEqual(expect.arrayContaining(['Lock discussion', 'Turn on confidentiality']));
    const incident = await offered(may, { type: 'INCIDENT' });
    expect(incident).toContain('Turn on confidentiality');
    expect(incident).not.toContain('Lock discussion');
    const task = await offered(may, { type: 'TASK' });
    expect(task).not.toContain('Turn on confidentiality');
    expect(task).not.toContain('Lock discussion');
  });
});

test('a visitor sees how to participate', async () => {
  setSession({});
  serve({ userPermissions: nothing, discussionLocked: false });
  await open();
  expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/users\/sign_in\?redirect=/),
  );
});

test('state, lock and confidentiality stay as the server saved them when an older response arrives', async () => {
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
  const held: (() => void)[] = [];
  let isHeld = false;
  let saved: Partial<typeof issue> = { state: 'opened', confidential: false, discussionLocked: false };
  const change = (part: Partial<typeof issue>) => {
    saved = { ...saved, ...part };
    return { errors: [], issue: { id: issue.id, ...part } };
  };
  serve(
    { linkedWorkItems: { nodes: [] }, blocked: false },
    {
      issuePage: async () => {
        const read = {
          project: { id: 'p', issue: { ...issue, linkedWorkItems: { nodes: [] }, blocked: false, ...saved } },
        };
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        return read;
      },
      setIssueState: () => ({ updateIssue: change({ state: 'closed' }) }),
      setIssueConfidentiality: () => ({ issueSetConfidential: change({ confidential: true }) }),
      setIssueLock: () => ({ issueSetLocked: change({ discussionLocked: true }) }),
    },
  );
  const { user, client } = await open();
  const whileRefetching = async (act: () => Promise<void>, shown: () => Promise<HTMLElement>): Promise<void> => {
    await screen.findByRole('heading', { level: 1 });
    isHeld = true;
    void client.invalidateQueries({ queryKey: ['issue'] });
    await waitFor(() => expect(held.length).toBeGreaterThan(0));
    isHeld = false;
    await act();
    await shown();
    for (const release of held.splice(0)) release();
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    expect(await shown()).toBeVisible();
  };
  const menu = (name: string) => async () => {
    await user.click(screen.getByRole('button', { name: 'Issue actions' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  const head = within(await screen.findByRole('banner'));
  await whileRefetching(menu('Turn on confidentiality'), () => head.findByText('Confidential'));
  await whileRefetching(menu('Lock discussion'), () => head.findByText('Locked'));
  await whileRefetching(
    () => user.click(screen.getByRole('button', { name: 'Close issue' })),
    () => screen.findByRole('button', { name: 'Reopen issue' }),
  );
});
