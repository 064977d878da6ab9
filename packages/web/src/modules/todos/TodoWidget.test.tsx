import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { addTodo } from './api.ts';
import { TodoWidget } from './TodoWidget.tsx';

vi.mock('./api.ts', { spy: true });

const viewer = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };
const signIn = (who: typeof viewer | null) => setSession({ viewer: who, csrfToken: '', version: '1' });

beforeEach(() => signIn(viewer));
afterEach(() => {
  // Otherwise the announcement stays on the screen of the next test.
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
  cleanup();
  vi.unstubAllGlobals();
});

const items = [
  { kind: 'issue', fullPath: 'g/p', iid: '5' },
  { kind: 'epic', fullPath: 'g', iid: '5' },
] as const;

test.each(items)('PM-IS-16, EP-SB-01: the $kind is put on the list and taken off again', async (itemAddress) => {
  let waiting: { id: string }[] = [];
  const answer = () => ({
    namespace: { id: 'n', issuable: { id: 'gid://x/1', currentUserTodos: { nodes: waiting } } },
  });
  const asked = fakeServer({
    issueTodos: answer,
    epicTodos: answer,
    issuableTodoCreate: () => {
      waiting = [{ id: 't' }];
      return { todoMutation: { todo: { id: 't' }, errors: [] } };
    },
    todoResolveMany: () => {
      waiting = [];
      return { todoResolveMany: { todos: [{ id: 't' }], errors: [] } };
    },
  });
  const { user } = await renderAt('/', <TodoWidget itemAddress={itemAddress} />);
  await user.click(await screen.findByRole('button', { name: 'Add a to-do item' }));
  await user.click(await screen.findByRole('button', { name: 'Mark as done' }));
  await screen.findByRole('button', { name: 'Add a to-do item' });
  const sent = asked.filter(({ operation }) => !operation?.endsWith('Todos')).map(({ body }) => body);
  expect(sent).toMatchObject([{ variables: { input: { targetId: 'gid://x/1' } } }, { variables: { ids: ['t'] } }]);
});

test.each(items)('PM-IS-16, EP-SB-01: a visitor has no to-do on the $kind', async (itemAddress) => {
  signIn(null);
  const asked = fakeServer({});
  await renderAt('/', <TodoWidget itemAddress={itemAddress} />);
  expect(screen.queryByText('To-do')).toBeNull();
  expect(asked).toEqual([]);
});

test('a failure is reported, and the button stays', async () => {
  fakeServer({
    issueTodos: () => ({ namespace: { id: 'n', issuable: { id: 'x', currentUserTodos: { nodes: [] } } } }),
    issuableTodoCreate: () => ({ todoMutation: { todo: null, errors: ['No'] } }),
  });
  const { user } = await renderAt('/', <TodoWidget itemAddress={items[0]} />);
  await user.click(await screen.findByRole('button', { name: 'Add a to-do item' }));
  expect(await screen.findByText('Could not add the to-do item. Try again.')).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Add a to-do item' })).not.toHaveAttribute('data-busy'),
  );
});

test('an unexpected error is not reported as a refusal: it is rethrown, and the button stays', async () => {
  vi.mocked(addTodo).mockRejectedValueOnce(new TypeError('A bug'));
  fakeServer({
    issueTodos: () => ({ namespace: { id: 'n', issuable: { id: 'x', currentUserTodos: { nodes: [] } } } }),
  });
  const rejections: unknown[] = [];
  // Registered before the runner, which would report an unhandled rejection as a failure.
  const record = (event: PromiseRejectionEvent) => {
    event.stopImmediatePropagation();
    event.preventDefault();
    rejections.push(event.reason);
  };
  window.addEventListener('unhandledrejection', record, { capture: true });
  try {
    const { user } = await renderAt('/', <TodoWidget itemAddress={items[0]} />);
    await user.click(await screen.findByRole('button', { name: 'Add a to-do item' }));
    await waitFor(() => expect(rejections).toEqual([expect.any(TypeError)]));
    expect(screen.queryByText('Could not add the to-do item. Try again.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add a to-do item' })).not.toHaveAttribute('data-busy');
  } finally {
    window.removeEventListener('unhandledrejection', record, { capture: true });
  }
});
