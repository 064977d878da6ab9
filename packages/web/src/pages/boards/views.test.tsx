import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetViews } from '../../modules/views/saved-views.ts';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, type Asked } from '../../testing/page.tsx';
import { BoardPage } from './BoardPage.tsx';

const fullPath = 'castle';
const view = {
  id: 'gid://gitlab/SavedView/7',
  kind: 'BOARD',
  name: 'By person',
  query: 'label_name[]=bug&columns=assignee&lanes=label%3Astage&folded=closed',
  shared: true,
  lockVersion: 0,
  author: null,
  userPermissions: { updateSavedView: true },
};

beforeEach(() => {
  localStorage.clear();
  forgetViews();
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
});
afterEach(() => vi.unstubAllGlobals());

test('TM-BD-19: the address of a view opens its filter, columns, lanes and fold; a change can be saved', async () => {
  const variables = ({ body }: Asked) => (body as { variables: Record<string, unknown> }).variables;
  const slot = (key: string, title: string | null) => ({ key, kind: key.split(':')[0], title });
  let stored = view;
  const asked = fakeServer({
    savedView: () => ({ savedView: stored }),
    savedViews: () => ({
      group: {
        id: 'g',
        savedViews: { nodes: [stored] },
        userPermissions: { createSavedView: true, shareSavedView: true },
      },
    }),
    savedViewUpdate: (request) => {
      const { query } = variables(request)['input'] as { query: string };
      stored = { ...stored, query, lockVersion: 1 };
      return { savedViewUpdate: { savedView: stored, errors: [] } };
    },
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { updateWorkItems: true } } }),
    boardChoices: () => ({ group: { id: 'g', labels: { nodes: [] }, boards: { nodes: [] } } }),
    boardPage: () => ({
      group: {
        id: 'g',
        projects: { nodes: [] },
        boardPage: {
          board: null,
          columns: [slot('assignee:1', 'Ada'), slot('assignee:2', 'Bo'), slot('closed', null)],
          lanes: [],
          folded: ['assignee:1'],
          counts: [],
          total: 0,
        },
      },
    }),
    boardCells: () => ({ group: { id: 'g', boardPage: { cells: [] } } }),
  });
  const address = { page: 'groupBoards' as const, fullPath, boardId: '' };
  const page = await renderAt(`/groups/${fullPath}/-/boards?view=7`, <BoardPage address={address} />);
  const { user } = page;
  await screen.findByRole('button', { name: 'View: By person' });
  const pages = asked.filter(({ operation }) => operation === 'boardPage');
  expect(pages).toHaveLength(1);
  expect(variables(pages[0] as Asked)).toMatchObject({
    columnsBy: 'assignee',
    lanesBy: 'label:stage',
    labelName: ['bug'],
  });
  // The fold is that of the view, not the viewer's own.
  expect(screen.getByRole('button', { name: /^Unfold Closed/ })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Fold Ada' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Fold Bo' }));
  expect(asked.some(({ operation }) => operation === 'boardSlotFold')).toBe(false);
  await user.click(await screen.findByRole('button', { name: 'View: By person, changed' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save changes to “By person”' }));
  await waitFor(() => expect(page.address()).toBe(`/groups/${fullPath}/-/boards?view=7`));
  expect(stored.query).toBe('label_name[]=bug&columns=assignee&lanes=label%3Astage&folded=assignee%3A2%2Cclosed');
  expect(screen.getByRole('button', { name: /^Unfold Bo/ })).toBeVisible();
});
