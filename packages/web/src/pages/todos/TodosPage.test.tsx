import { cleanup, fireEvent, screen, within, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { shortcutsOfPage } from '../../platform/shortcuts/registry.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { TodosPage } from './TodosPage.tsx';

const viewer = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };

beforeEach(() => setSession({ viewer, csrfToken: '', version: '1' }));
afterEach(() => {
  // Announcements would otherwise stay on screen in the next test.
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
  cleanup();
  vi.unstubAllGlobals();
});

const todo = (id: string, action: string, name: string, note: string | null = null) => ({
  id,
  action,
  state: 'pending',
  body: note ?? name,
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  targetType: 'ISSUE',
  targetUrl: `http://localhost/g/p/-/issues/${id}${note ? '#note_9' : ''}`,
  author: { id: 'u', name: 'Dana', username: 'dana', avatarUrl: null },
  group: null,
  project: { id: 'p', fullName: 'Group / Project' },
  note: note ? { id: 'n' } : null,
  targetEntity: { __typename: 'Issue', name, webUrl: `http://localhost/g/p/-/issues/${id}`, reference: `#${id}` },
});

test('TM-SG-06: a request for access leads to the list of requests', async () => {
  const request = {
    ...todo('9', 'member_access_requested', ''),
    body: 'Group / Project',
    targetType: 'PROJECT',
    targetUrl: 'http://localhost/g/p/-/project_members?tab=requests',
    targetEntity: null,
  };
  fakeServer({
    pendingTodosCount: () => ({ currentUser: { id: 'u', todos: { count: 1 } } }),
    todos: () => ({
      currentUser: { id: 'u', todos: { nodes: [request], pageInfo: { hasNextPage: false, endCursor: null } } },
    }),
  });
  await renderAt('/dashboard/todos', <TodosPage />);
  expect(await screen.findByText('Dana requests access', { exact: false })).toBeVisible();
  const link = screen.getByRole('link', { name: 'Group / Project' });
  expect(link).toHaveAttribute('href', '/g/p/-/project_members?tab=requests');
});

/** A list that keeps the done state. */
function serve() {
  const all = [todo('1', 'mentioned', 'First', '@ada look'), todo('2', 'assigned', 'Second')];
  const done = new Set<string>();
  const shown = (state: string) =>
    all.filter(({ id }) => done.has(id) === (state === 'done')).map((each) => ({ ...each, state }));
  const asked = fakeServer({
    pendingTodosCount: () => ({ currentUser: { id: 'u', todos: { count: shown('pending').length } } }),
    todos: ({ body }) => {
      const { state, action } = (body as { variables: { state: string[]; action?: string[] } }).variables;
      const nodes = shown(state[0] ?? 'pending').filter((each) => !action || action.includes(each.action));
      return { currentUser: { id: 'u', todos: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } } };
    },
    todoResolveMany: ({ body }) => {
      for (const id of (body as { variables: { ids: string[] } }).variables.ids) done.add(id);
      return { todoResolveMany: { todos: [], errors: [] } };
    },
    todoRestoreMany: ({ body }) => {
      for (const id of (body as { variables: { ids: string[] } }).variables.ids) done.delete(id);
      return { todoRestoreMany: { todos: [], errors: [] } };
    },
    todosMarkAllDone: () => {
      const updatedIds = shown('pending').map(({ id }) => id);
      for (const id of updatedIds) done.add(id);
      return { todosMarkAllDone: { updatedIds, errors: [] } };
    },
  });
  return asked;
}

test('a row shows author, reason and quoted text, and links to the item', async () => {
  serve();
  await renderAt('/dashboard/todos', <TodosPage />);
  const link = await screen.findByRole('link', { name: 'First' });
  expect(link).toHaveAttribute('href', '/g/p/-/issues/1#note_9');
  const row = within(link.closest('li') as HTMLElement);
  expect(row.getByText(/Dana mentioned you/)).toBeVisible();
  expect(row.getByText('@ada look')).toBeVisible();
  expect(row.getByText('Group / Project #1')).toBeVisible();
});

test('a to-do is marked as done, undone, and restored from the other tab', async () => {
  serve();
  const { user } = await renderAt('/dashboard/todos', <TodosPage />);
  await user.click(await screen.findByRole('button', { name: 'Mark as done: First' }));
  expect(await screen.findByText('Marked as done')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('link', { name: 'First' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: 'First' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Mark as done: First' }));
  await user.click(screen.getByRole('tab', { name: 'Done' }));
  await user.click(await screen.findByRole('button', { name: 'Restore: First' }));
  expect(await screen.findByText('No completed items')).toBeVisible();
});

test('all are marked as done, and restored with one click', async () => {
  serve();
  const { user } = await renderAt('/dashboard/todos', <TodosPage />);
  await user.click(await screen.findByRole('button', { name: 'Mark all as done' }));
  expect(await screen.findByText('2 items marked as done')).toBeVisible();
  expect(await screen.findByText("You're all caught up")).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: 'Second' })).toBeVisible();
});

test('the list is filtered by reason, which is kept in the URL', async () => {
  serve();
  const { user, address } = await renderAt('/dashboard/todos', <TodosPage />);
  await screen.findByRole('link', { name: 'First' });
  await user.selectOptions(screen.getByLabelText('Reason'), 'Assigned');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'First' })).toBeNull());
  expect(screen.getByRole('link', { name: 'Second' })).toBeVisible();
  expect(address()).toBe('/dashboard/todos?action=assigned');
  await user.selectOptions(screen.getByLabelText('Reason'), 'Directly addressed');
  expect(await screen.findByText('No items match')).toBeVisible();
});

test('arrow keys move between to-dos, as the help says', async () => {
  serve();
  const { user } = await renderAt('/dashboard/todos', <TodosPage />);
  (await screen.findByRole('link', { name: 'First' })).focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('link', { name: 'Second' })).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(screen.getByRole('link', { name: 'First' })).toHaveFocus();
  expect(shortcutsOfPage().map(({ keys, title }) => `${keys} ${title}`)).toEqual(['↓ Next item', '↑ Previous item']);
});

test('a visitor is asked to sign in', async () => {
  setSession({ viewer: null, csrfToken: '', version: '1' });
  serve();
  await renderAt('/dashboard/todos', <TodosPage />);
  expect(await screen.findByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('no count is shown where none is known', async () => {
  fakeServer({ pendingTodosCount: () => new Status(500, {}), todos: () => new Status(500, {}) });
  await renderAt('/dashboard/todos', <TodosPage />);
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'To do' })).toHaveTextContent(/^To do$/);
});
