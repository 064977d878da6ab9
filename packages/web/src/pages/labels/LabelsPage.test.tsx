import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setSession } from '../../platform/session/session.ts';
import { LabelsPage } from './LabelsPage.tsx';
import { dropIndex } from './use-priorities.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';

const viewer = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };
const signIn = (who: typeof viewer | null) => setSession({ viewer: who, csrfToken: '', version: '1' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bug = { id: 7, name: 'bug', color: '#123456', text_color: '#ffffff', description: null };
const open = () => renderAt('/groups/g/-/labels', <LabelsPage address={{ page: 'groupLabels', fullPath: 'g' }} />);

test('the bell of a label shows whether the viewer is subscribed to it, and toggles that', async () => {
  signIn(viewer);
  let subscribed = false;
  const choose = (wanted: boolean) => () => {
    subscribed = wanted;
    return { ...bug, subscribed };
  };
  fakeServer({
    'GET /api/v4/groups/g/labels': () => [{ ...bug, subscribed }],
    'POST /api/v4/groups/g/labels/7/subscribe': choose(true),
    'POST /api/v4/groups/g/labels/7/unsubscribe': choose(false),
  });
  const { user } = await open();
  const bell = await screen.findByRole('button', { name: 'Subscribe to “bug”' });
  expect(bell).toHaveAttribute('aria-pressed', 'false');
  await user.click(bell);
  await waitFor(() => expect(bell).toHaveAttribute('aria-pressed', 'true'));
  await waitFor(() => expect(bell).toBeEnabled());
  await user.click(bell);
  await waitFor(() => expect(bell).toHaveAttribute('aria-pressed', 'false'));
});

test('a visitor has no bell', async () => {
  signIn(null);
  fakeServer({ 'GET /api/v4/groups/g/labels': () => [{ ...bug, subscribed: false }] });
  await open();
  await screen.findByText('bug');
  expect(screen.queryByRole('button', { name: /Subscribe/ })).toBeNull();
});

test('TM-LB-01, TM-LB-02: a planner creates the first label; a taken title is named below its field', async () => {
  signIn(viewer);
  const labels: (typeof bug)[] = [];
  let isTaken = true;
  const asked = fakeServer({
    'GET /api/v4/groups/g/labels': () => labels,
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { adminLabel: true } } }),
    'POST /api/v4/groups/g/labels': () => {
      if (isTaken) return new Status(409, { message: 'Label already exists' });
      labels.push(bug);
      return new Status(201, bug);
    },
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'New label' }));
  const title = screen.getByLabelText('Title');
  await user.type(title, 'bug');
  const previews = within(screen.getByRole('group', { name: 'Preview' }));
  expect(previews.getAllByText('bug')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Create label' }));
  await waitFor(() => expect(title).toHaveAccessibleDescription('Label already exists.'));
  expect(title).toHaveFocus();
  isTaken = false;
  await user.click(screen.getByRole('button', { name: 'Create label' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('bug');
  expect(asked.findLast(({ method }) => method === 'POST')).toBeDefined();
});

const inProject = { kind: 'project', full_path: 'g/p' };
const listed = [
  { ...bug, id: 1, name: 'first', priority: 1, origin: inProject },
  { ...bug, id: 2, name: 'second', priority: 2, origin: inProject },
  { ...bug, id: 3, name: 'area::ui', origin: inProject, archived: true },
  { ...bug, id: 4, name: 'area::api', origin: { kind: 'group', full_path: 'g' } },
  { ...bug, id: 5, name: 'plain', origin: inProject, open_issues_count: 2, closed_issues_count: 1 },
];

async function openProject() {
  signIn(viewer);
  const asked = fakeServer({
    'GET /api/v4/projects/g%2Fp/labels': () => listed,
    projectPermissions: () => ({ project: { id: 'p', userPermissions: { adminLabel: true } } }),
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { adminLabel: true } } }),
    ...Object.fromEntries(
      listed.flatMap(({ id }) => [
        [`PUT /api/v4/projects/g%2Fp/labels/${id}`, () => ({})],
        [`PUT /api/v4/projects/g%2Fp/labels/${id}/promote`, () => ({})],
        [`DELETE /api/v4/projects/g%2Fp/labels/${id}`, () => new Status(204)],
      ]),
    ),
  });
  const page = await renderAt('/g/p/-/labels', <LabelsPage address={{ page: 'projectLabels', fullPath: 'g/p' }} />);
  const sent = () =>
    asked
      .filter(({ method }) => method === 'PUT' || method === 'DELETE')
      .map(({ method, url, body }) => [method, url.split('/labels/')[1], body]);
  return { ...page, sent };
}

test('TM-LB-03, TM-LB-08: labels are grouped by scope, with origin and archived mark', async () => {
  await openProject();
  await screen.findByText('plain');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Prioritized',
    'area::',
    'No scope',
  ]);
  expect(screen.getByText('Archived')).toBeVisible();
  expect(screen.getByRole('link', { name: 'g' })).toHaveAttribute('href', '/groups/g/-/labels');
});

test('TM-LB-05: Alt and arrow keys order the prioritized labels, and add and remove one', async () => {
  const { user, sent } = await openProject();
  (await screen.findByRole('button', { name: /^Move second/ })).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() =>
    expect(sent()).toEqual([
      ['PUT', '2', { priority: 1 }],
      ['PUT', '1', { priority: 2 }],
    ]),
  );
  screen.getByRole('button', { name: /^Move plain/ }).focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(sent().at(-1)).toEqual(['PUT', '5', { priority: 3 }]));
  screen.getByRole('button', { name: /^Move second/ }).focus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(sent().at(-1)).toEqual(['PUT', '2', { priority: null }]));
});

test('TM-LB-07, TM-LB-08, TM-LB-09: a label is archived with undo, promoted, and deleted by name of what loses it', async () => {
  const { user, sent } = await openProject();
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for plain' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await choose('Archive');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent()).toEqual([
      ['PUT', '5', { archived: true }],
      ['PUT', '5', { archived: false }],
    ]),
  );
  await choose('Promote to group label');
  await user.click(screen.getByRole('button', { name: 'Promote label' }));
  await waitFor(() => expect(sent().at(-1)?.[1]).toBe('5/promote'));
  await choose('Delete');
  expect(screen.getByText(/^3 issues and 0 open epics lose this label\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete label' }));
  await waitFor(() => expect(sent().at(-1)?.[0]).toBe('DELETE'));
  expect(screen.queryByRole('button', { name: 'Actions for area::api' })).toBeNull();
});

test('a dragged label is inserted where it is dropped', () => {
  const rows = [
    { top: 100, bottom: 150 },
    { top: 150, bottom: 200 },
  ];
  expect([90, 130, 170, 190, 300].map((y) => dropIndex(rows, y))).toEqual([0, 1, 1, 2, null]);
});

test('those who may not create labels see no button on the empty page', async () => {
  signIn(viewer);
  fakeServer({
    'GET /api/v4/groups/g/labels': () => [],
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { createEpic: true, adminLabel: false } } }),
  });
  await open();
  await screen.findByText('Labels categorize epics and issues.');
  expect(screen.queryByRole('button', { name: 'New label' })).toBeNull();
});

test('on a phone the links to the items of a label are targets of 44 px', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(390, 844);
  await openProject();
  const link = await screen.findByRole('link', { name: '2 open issues' });
  expect(link.getBoundingClientRect().height).toBe(44);
});

test('a long title of a label is cut, and the list stays as wide as the page', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(390, 844);
  fakeServer({ 'GET /api/v4/groups/g/labels': () => [{ ...bug, name: `team::${'unbreakable'.repeat(20)}` }] });
  await open();
  await screen.findByText(/unbreakable/);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
