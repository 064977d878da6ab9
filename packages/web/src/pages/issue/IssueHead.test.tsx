import { cleanup, screen, within, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { IssuePage } from './IssuePage.tsx';

const author = { id: 'gid://gitlab/User/7', name: 'Theo Alvarez', username: 'theo', avatarUrl: null };
const every = {
  updateIssue: true,
  reopenIssue: true,
  adminIssue: true,
  createIssue: true,
  createNote: true,
  destroyIssue: true,
  moveIssue: true,
  promoteToEpic: true,
  reportSpam: true,
};
const issue = {
  id: 'gid://gitlab/Issue/3',
  iid: '3',
  title: 'Walls',
  state: 'opened',
  type: 'ISSUE',
  descriptionHtml: '<p>Text</p>',
  confidential: false,
  discussionLocked: false,
  hidden: false,
  imported: false,
  spam: false,
  firstContribution: false,
  externalAuthor: null as string | null,
  zoomMeetingUrl: null as string | null,
  publishedIncidentUrl: null as string | null,
  createNoteEmail: null as string | null,
  blocked: false,
  lockVersion: 1,
  webPath: '/alpha/web/-/issues/3',
  movedTo: null,
  closedAsDuplicateOf: null,
  promotedToEpic: null,
  createdAt: '2026-01-01T00:00:00Z',
  closedAt: null,
  dueDate: null,
  weight: null,
  healthStatus: null,
  reference: 'alpha/web#3',
  author,
  assignees: { nodes: [] },
  taskCompletionStatus: { count: 0, completedCount: 0 },
  epic: null,
  labels: { nodes: [] },
  milestone: null,
  iteration: null,
  linkedWorkItems: { nodes: [] },
  awardEmoji: { nodes: [] },
  userPermissions: every,
};

const fail = () => {
  throw new Error('away');
};

function serve(given: object = {}, calls: object = {}) {
  return fakeServer({
    issuePage: () => ({ project: { id: 'p', issue: { ...issue, ...given } } }),
    issuableReference: () => ({ workspace: { id: 'p', issuable: { id: issue.id, reference: issue.reference } } }),
    ...calls,
  });
}

async function open(given: object = {}, calls: object = {}) {
  serve(given, calls);
  await renderAt('/alpha/web/-/issues/3', <IssuePage address={{ page: 'issue', fullPath: 'alpha/web', iid: '3' }} />);
  await screen.findByRole('heading', { level: 1, name: 'Walls' });
  return within(screen.getByRole('banner'));
}

beforeEach(() => {
  document.cookie = 'collapsed_gutter=; path=/; max-age=0';
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: true }, csrfToken: 'token' });
});
afterEach(() => vi.unstubAllGlobals());

describe('header', () => {
  test('IS-HD-04, IS-HD-05 and IS-HD-17: hidden and imported, confidential and locked each have a badge with an explanation', async () => {
    const marks = { hidden: true, imported: true, confidential: true, discussionLocked: true };
    const head = await open(marks);
    const tooltips = ['Hidden', 'Imported', 'Confidential', 'Locked'].map((name) =>
      head.getByText(name).closest('[data-tooltip]')?.getAttribute('data-tooltip'),
    );
    expect(tooltips).toEqual([
      'Visible only to administrators: its author is banned, or it is spam.',
      'Imported from another system.',
      'Visible only to its author, its assignees and members with at least the Planner role.',
      'Only members can comment.',
    ]);
  });

  test('IS-HD-04, IS-HD-05, IS-HD-08 and IS-HD-09: no badges or links where nothing applies', async () => {
    const head = await open();
    for (const name of ['Hidden', 'Imported', 'Confidential', 'Locked']) expect(head.queryByText(name)).toBeNull();
    // The author's name links to their page; nothing is pinned.
    expect(head.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Theo Alvarez']);
    expect(head.queryByLabelText('1st contribution!')).toBeNull();
  });

  test('IS-HD-07, IS-HD-11 and IS-HD-12: a first contribution has its icon, and an e-mail from outside shows its sender', async () => {
    const head = await open({ firstContribution: true, externalAuthor: 'carl@customer.example' });
    expect(head.getByLabelText('1st contribution!').closest('[data-tooltip]')).toHaveAttribute(
      'data-tooltip',
      '1st contribution!',
    );
    expect(head.getByLabelText('External author')).toBeVisible();
    expect(screen.getByRole('banner')).toHaveTextContent(/Created .+ by\s*carl@customer.example\s*via.*Theo Alvarez/);
  });

  test('IS-HD-13: the checklist summary handles one item, and is absent without any', async () => {
    const head = await open({ taskCompletionStatus: { count: 1, completedCount: 0 } });
    expect(head.getByText('0 of 1 checklist items completed')).toBeVisible();
    cleanup();
    expect((await open()).queryByText(/checklist/)).toBeNull();
  });

  test('IS-HD-08 and IS-HD-09: a published incident and a meeting are pinned', async () => {
    const head = await open({
      type: 'INCIDENT',
      publishedIncidentUrl: 'https://status.example/1',
      zoomMeetingUrl: 'https://meet.example/2',
    });
    const links = [
      head.getByRole('link', { name: 'Published on status page' }),
      head.getByRole('link', { name: 'Join meeting' }),
    ];
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://status.example/1',
      'https://meet.example/2',
    ]);
    for (const link of links) expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  });

  test('IS-HD-15: an incident shows its type next to its state, an issue does not', async () => {
    expect((await open({ type: 'INCIDENT' })).getByLabelText('Incident')).toBeVisible();
  });
});

describe('menu', () => {
  const items = async () => {
    await userEvent.click(screen.getByRole('button', { name: /^(Issue|Incident) actions$/ }));
    return screen.getAllByRole('menuitem').map((item) => item.textContent);
  };

  test('IS-AC-03: with all permissions it offers everything', async () => {
    const texts = { title: 'Walls', title_text: 'Walls', description: '', description_text: '', lock_version: 1 };
    await open({ createNoteEmail: 'in+3@milepost.test' }, { 'GET /alpha/web/-/issues/3.json': () => texts });
    const offered = await items();
    for (const name of [
      'Edit',
      'Edit title and description',
      'Promote to epic',
      'New related issue',
      'Lock discussion',
      'Turn on confidentiality',
      'Copy reference',
      'Copy email address',
      'Report abuse',
      'Submit as spam',
      'Delete issue',
    ]) {
      expect(offered).toContain(name);
    }
    expect(screen.getByRole('button', { name: /^Edit\s*E$/, hidden: true })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(await screen.findByRole('button', { name: /^Save changes/ })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  });

  test('PM-IS-08, PM-IS-13, PM-IS-15 and OG-ML-01: spam by permission, abuse reports for signed-in users, an e-mail address where there is one', async () => {
    await open({ userPermissions: { ...every, reportSpam: false }, author: { ...author, username: 'ada' } });
    const offered = await items();
    for (const name of ['Submit as spam', 'Report abuse', 'Copy email address']) expect(offered).not.toContain(name);
  });

  test('PM-IS-13 and PM-IS-15: an anonymous viewer cannot report or copy an e-mail address', async () => {
    setSession({});
    await open({ createNoteEmail: 'in+3@milepost.test' });
    const offered = await items();
    for (const name of ['Report abuse', 'Copy email address']) expect(offered).not.toContain(name);
  });

  test('IS-AC-07 and ER-IS-26: copying the e-mail address shows a message', async () => {
    const user = userEvent.setup();
    await open({ createNoteEmail: 'in+3@milepost.test' });
    await user.click(screen.getByRole('button', { name: /^(Issue|Incident) actions$/ }));
    await user.click(screen.getByRole('menuitem', { name: 'Copy email address' }));
    expect(await navigator.clipboard.readText()).toBe('in+3@milepost.test');
    expect(await screen.findByText('Email address copied')).toBeVisible();
  });

  test('IS-AC-08: reporting opens the drawer', async () => {
    await open();
    await items();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Report abuse' }));
    const drawer = await screen.findByRole('dialog', { name: 'Report abuse to administrator' });
    expect(drawer.querySelector('input[name=user_id]')).toHaveValue('7');
  });

  test('IS-AC-11: spam is a form post to the issue’s own path', async () => {
    const sent = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => undefined);
    await open();
    await items();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Submit as spam' }));
    const form = sent.mock.contexts[0] as HTMLFormElement;
    expect([form.method, form.getAttribute('action')]).toEqual(['post', '/alpha/web/-/issues/3/mark_as_spam']);
    expect(Object.fromEntries(new FormData(form))).toEqual({ authenticity_token: 'token' });
    sent.mockRestore();
  });
});

describe('sidebar', () => {
  const facts = () => document.querySelector('aside[aria-label="Issue details"]');

  test('EP-SB-12 and EP-SB-14: stays collapsed, by a cookie', async () => {
    await open();
    expect(facts()).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }));
    expect(facts()).not.toBeVisible();
    expect(document.cookie).toContain('collapsed_gutter=true');
    await userEvent.click(screen.getByRole('button', { name: 'Expand sidebar' }));
    expect(document.cookie).toContain('collapsed_gutter=false');
    document.cookie = 'collapsed_gutter=true; path=/';
    cleanup();
    await open();
    expect(facts()).not.toBeVisible();
  });

  test('EP-SB-13, EP-SB-14 and IS-HD-16: on a small screen it is hidden, regardless of the cookie, until a button opens it', async () => {
    document.cookie = 'collapsed_gutter=false; path=/';
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query === '(max-width: 991.98px)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    await open();
    expect(facts()).not.toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Expand sidebar' }));
    expect(facts()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(facts()).not.toBeVisible();
    expect(document.cookie).toContain('collapsed_gutter=false');
  });

  test('ER-IS-14: shows an error when the reference cannot be loaded', async () => {
    await open({}, { issuableReference: fail });
    expect(await screen.findByText('An error occurred while fetching reference')).toBeVisible();
  });

  test.each([
    ['ER-IS-11', 'Confidentiality', 'Something went wrong while getting issue confidentiality status.'],
    ['ER-IS-16', 'Health status', 'An error occurred while fetching the health status.'],
    ['ER-IS-19', 'Iteration', 'Failed to fetch the iteration for this issue. Please try again.'],
  ])('%s: %s is fetched again before editing, and shows an error when that fails', async (_row, name, sentence) => {
    await open({}, { issueConfidentiality: fail, issueHealth: fail, issueIteration: fail });
    await userEvent.click(screen.getByRole('button', { name: `Edit ${name}` }));
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  test('ER-IS-18: shows an error when the iteration cannot be set, and reverts it', async () => {
    const iteration = {
      id: 'gid://gitlab/Iteration/4',
      title: 'Sprint 4',
      startDate: '2026-06-01T00:00:00Z',
      dueDate: '2026-06-14T00:00:00Z',
      iterationCadence: { id: 'c', title: 'Builders' },
    };
    const asked: unknown[] = [];
    await open(
      {},
      {
        issueIteration: () => ({ project: { id: 'p', issue: { id: issue.id, iteration: null } } }),
        sidebarIterations: () => ({ group: { id: 'g', iterations: { nodes: [iteration] } } }),
        updateItemField: ({ body }: { body: unknown }) => {
          asked.push(body);
          return fail();
        },
      },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Edit Iteration' }));
    await userEvent.click(await screen.findByRole('option', { name: /Sprint 4/ }));
    expect(await screen.findByText('Failed to set iteration on this issue. Please try again.')).toBeVisible();
    expect(asked).toMatchObject([{ variables: { input: { iterationWidget: { iterationId: iteration.id } } } }]);
    expect(screen.queryByText('Sprint 4')).toBeNull();
  });

  test('ER-IS-20: shows an error when the iterations cannot be listed', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Edit Iteration' }));
    expect(await screen.findByText('Failed to fetch the iterations for the group. Please try again.')).toBeVisible();
  });
});

describe('keys', () => {
  test('open the field that they name, and not while typing', async () => {
    await open();
    await userEvent.keyboard('a');
    const field = await screen.findByRole('combobox');
    expect(field).toBeVisible();
    await userEvent.keyboard('m');
    expect(screen.getAllByRole('combobox')).toEqual([field]);
    expect(field).toHaveValue('m');
  });

  test('c r copies the reference, and ? lists all shortcuts of the page', async () => {
    const user = userEvent.setup();
    await open();
    await user.keyboard('cr');
    expect(await navigator.clipboard.readText()).toBe('alpha/web#3');
  });
});

describe('state', () => {
  test.each([
    ['opened', 'Open'],
    ['reopened', 'Open'],
    ['closed', 'Closed'],
  ])('IS-ST-01 and IS-ST-02: the state %s is shown as %s', async (state, name) => {
    expect((await open({ state })).getByText(name)).toBeVisible();
  });

  test('IS-ST-10: a change dispatches issuable:state-change on the document, with the issue and whether it is closed', async () => {
    const events: unknown[] = [];
    const listen = (event: Event) => events.push((event as CustomEvent).detail);
    document.addEventListener('issuable:state-change', listen);
    await open(
      {},
      { setIssueState: () => ({ updateIssue: { errors: [], issue: { id: issue.id, state: 'closed' } } }) },
    );
    await userEvent.click(screen.getByRole('button', { name: 'Close issue' }));
    await waitFor(() => expect(events).toEqual([{ id: 3, isClosed: true }]));
    document.removeEventListener('issuable:state-change', listen);
  });
});
