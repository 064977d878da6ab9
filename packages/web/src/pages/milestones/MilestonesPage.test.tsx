import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status, type Answer } from '../../testing/page.tsx';
import { MilestonesPage } from './MilestonesPage.tsx';

beforeEach(() => setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } }));
afterEach(() => vi.unstubAllGlobals());

const milestone = {
  id: 'gid://gitlab/Milestone/1',
  iid: '3',
  title: 'v1.34',
  description: '',
  state: 'active',
  startDate: '2025-05-19T00:00:00Z',
  dueDate: '2025-08-27T00:00:00Z',
  expired: true,
  webPath: '/groups/kubernetes/-/milestones/3',
  projectMilestone: false,
  group: { id: 'g', fullName: 'Kubernetes' },
  project: null,
  stats: { totalIssuesCount: 5, closedIssuesCount: 3, totalWeight: 13, closedWeight: 8, epicsCount: 1 },
  userPermissions: { adminMilestone: true, promoteMilestone: false },
};
const ofProject = {
  ...milestone,
  id: 'gid://gitlab/Milestone/2',
  title: 'Site',
  expired: false,
  webPath: '/kubernetes/site/-/milestones/1',
  projectMilestone: true,
  group: null,
  project: { id: 'p', nameWithNamespace: 'Kubernetes / Site' },
  userPermissions: { adminMilestone: true, promoteMilestone: true },
};

const listed = (nodes: object[]) => () => ({
  namespace: {
    id: 'g',
    active: { count: nodes.length },
    closed: { count: 0 },
    milestones: { nodes, pageInfo: { hasNextPage: false, endCursor: null } },
  },
});

const open = (nodes: object[], answers: Record<string, Answer> = {}, adminMilestone = true) => {
  const asked = fakeServer({
    groupMilestonesPage: listed(nodes),
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { adminMilestone } } }),
    ...answers,
  });
  const page = renderAt(
    '/groups/kubernetes/-/milestones',
    <MilestonesPage address={{ page: 'groupMilestones', fullPath: 'kubernetes' }} />,
  );
  return page.then((rendered) => ({ ...rendered, asked }));
};
const api = '/api/v4/groups/kubernetes/milestones';

test('TM-ML-02, TM-ML-03: a row shows dates, progress, weight, origin and the overdue mark', async () => {
  const { user, asked, address } = await open([milestone, ofProject]);
  const row = within((await screen.findByRole('link', { name: 'v1.34' })).closest('li')!);
  expect(row.getByText('May 19 – Aug 27, 2025')).toBeVisible();
  expect(row.getByText('Overdue')).toBeVisible();
  expect(row.getByText('3 of 5 closed · Weight 13')).toBeVisible();
  expect(row.getByText('60%')).toBeVisible();
  expect(screen.getByText(/Kubernetes \/ Site/)).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Open 2' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /Closed/ }));
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ variables: { state: 'closed' } }));
  await user.click(screen.getByRole('button', { name: 'Sort by: Due date' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Title' }));
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ variables: { sort: 'TITLE_ASC' } }));
  expect(address()).toContain('sort=title');
});

test('TM-ML-01, TM-ER-01, TM-ER-02: a refused milestone keeps its input and shows the reason, and is then created', async () => {
  let answer: unknown = new Status(400, { message: { title: ['already being used'] } });
  const { user, asked } = await open([milestone], { [`POST ${api}`]: () => answer });
  await user.click(await screen.findByRole('button', { name: 'New milestone' }));
  const dialog = within(screen.getByRole('dialog'));
  const title = dialog.getByRole('textbox', { name: 'Title' });
  expect(title).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Create milestone' }));
  expect(title).toHaveAccessibleDescription("Can't be blank");
  await user.type(title, 'v1.35');
  await user.type(dialog.getByLabelText('Start date'), '2026-02-01');
  await user.type(dialog.getByLabelText('Due date'), '2026-01-01');
  await user.click(dialog.getByRole('button', { name: 'Create milestone' }));
  const due = dialog.getByLabelText('Due date');
  expect(due).toHaveAccessibleDescription('Must be greater than start date');
  await waitFor(() => expect(due).toHaveFocus());
  await user.clear(due);
  await user.type(due, '2026-03-01');
  await user.click(dialog.getByRole('button', { name: 'Create milestone' }));
  await waitFor(() => expect(title).toHaveAccessibleDescription('Already being used'));
  answer = new Status(500, {});
  await user.type(title, 'b');
  await user.click(dialog.getByRole('button', { name: 'Create milestone' }));
  expect(await dialog.findByText('Could not save your changes.')).toBeVisible();
  expect(title).toHaveValue('v1.35b');
  answer = new Status(201, { id: 9, iid: 9 });
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.findLast(({ method, url }) => method === 'POST' && url === api)?.body).toEqual({
    title: 'v1.35b',
    description: '',
    start_date: '2026-02-01',
    due_date: '2026-03-01',
  });
});

test('TM-ER-03: offline, the form keeps its input and reports that nothing was saved', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { user } = await open([milestone], { [`POST ${api}`]: () => new TypeError('Failed to fetch') });
  await user.click(await screen.findByRole('button', { name: 'New milestone' }));
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'v2');
  await user.click(screen.getByRole('button', { name: 'Create milestone' }));
  expect(await screen.findByText('You are offline. Your changes are not saved.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('v2');
  vi.restoreAllMocks();
});

test('the form of an existing milestone begins with its days', async () => {
  const { user } = await open([milestone]);
  await user.click(await screen.findByRole('button', { name: 'Actions for v1.34' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(await screen.findByRole('textbox', { name: 'Start date' })).toHaveValue('2025-05-19');
  expect(screen.getByRole('textbox', { name: 'Due date' })).toHaveValue('2025-08-27');
});

test('TM-ML-04: closing offers one undo', async () => {
  const { user, asked } = await open([milestone], { [`PUT ${api}/1`]: () => ({}) });
  await user.click(await screen.findByRole('button', { name: 'Actions for v1.34' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Close' }));
  expect(await screen.findByText('Closed “v1.34”')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  await waitFor(() => expect(sent()).toEqual([{ state_event: 'close' }, { state_event: 'activate' }]));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('TM-ML-05: deleting names what loses the milestone', async () => {
  const { user, asked } = await open([milestone], { [`DELETE ${api}/1`]: () => new Status(204) });
  await user.click(await screen.findByRole('button', { name: 'Actions for v1.34' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(screen.getByText(/^5 issues and 1 epic lose this milestone\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete milestone' }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'DELETE')).toBe(true));
});

test('TM-ML-06: a project milestone is promoted from its row', async () => {
  const promote = 'POST /api/v4/projects/kubernetes%2Fsite/milestones/2/promote';
  const { user, asked } = await open([milestone, ofProject], { [promote]: () => ({ id: 5, iid: 4 }) });
  await user.click(await screen.findByRole('button', { name: 'Actions for Site' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Promote to group milestone' }));
  await user.click(screen.getByRole('button', { name: 'Promote milestone' }));
  await waitFor(() => expect(asked.some(({ url }) => url.endsWith('/2/promote'))).toBe(true));
  await user.click(screen.getByRole('button', { name: 'Actions for v1.34' }));
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Promote to group milestone' })).toBeNull();
});

test.each([true, false])('TM-ML-12: an empty list says what milestones are for; may create: %s', async (may) => {
  await open([], {}, may);
  expect(await screen.findByText('Milestones group issues into a goal with a start and a due date.')).toBeVisible();
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'New milestone' })).toHaveLength(may ? 1 : 0));
});
