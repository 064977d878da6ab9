import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { forgetViews } from '../../modules/views/saved-views.ts';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { BoardPage } from './BoardPage.tsx';

beforeEach(() => {
  localStorage.clear();
  forgetViews();
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
});
afterEach(() => vi.unstubAllGlobals());

test.each([1440, 390])('no tool of a board moves while the board loads slowly, at %i px', async (width) => {
  await page.viewport(width, 800);
  const waiting: (() => void)[] = [];
  const slow = (answer: object) => () => new Promise((resolve) => waiting.push(() => resolve(answer)));
  fakeServer({
    groupPermissions: slow({ group: { id: 'g', userPermissions: { updateWorkItems: true } } }),
    boardChoices: slow({ group: { id: 'g', labels: { nodes: [] }, boards: { nodes: [] } } }),
    boardPage: slow({
      group: {
        id: 'g',
        projects: { nodes: [] },
        boardPage: {
          board: null,
          columns: [{ key: 'closed', kind: 'closed', title: null }],
          lanes: [],
          folded: [],
          counts: [],
          total: 0,
        },
      },
    }),
    boardCells: () => ({ group: { id: 'g', boardPage: { cells: [] } } }),
  });
  await renderAt(
    '/groups/castle/-/boards',
    <BoardPage address={{ page: 'groupBoards', fullPath: 'castle', boardId: '' }} />,
  );
  const positions = () =>
    [/^Default board/, /^Columns/, /^Swimlanes/].map((name) => {
      const { x, y, width: wide } = screen.getByRole('button', { name }).getBoundingClientRect();
      return [x, y, wide].map(Math.round);
    });
  await screen.findByRole('button', { name: /^Columns/ });
  expect(screen.queryByRole('button', { name: 'Views' })).toBeNull();
  const before = positions();
  await waitFor(() => expect(waiting).toHaveLength(3));
  for (const answer of waiting) {
    answer();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    expect(positions()).toEqual(before);
  }
  expect(await screen.findByRole('button', { name: 'Views' })).toBeVisible();
  expect(positions()).toEqual(before);
});
