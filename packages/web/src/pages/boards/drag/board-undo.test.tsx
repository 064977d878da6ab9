import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../../platform/session/session.ts';
import { type Asked, fakeServer, renderAt } from '../../../testing/page.tsx';
import { BoardPage } from '../BoardPage.tsx';

const fullPath = 'castle';
const slot = (key: string, title: string) => ({ key, kind: 'assignee', title });
const card = (id: string) => ({
  id,
  iid: '1',
  title: id,
  state: 'opened',
  type: 'ISSUE',
  webPath: `/castle/keep/-/issues/${id}`,
  reference: 'castle/keep#1',
  labels: { nodes: [] },
  assignees: { nodes: [] },
});
/** The cards of each column on the server. */
let columns: Record<string, string[]>;
let asked: Asked[];
/** A move on the server waits for it. */
let beforeMove: () => Promise<void>;

beforeEach(() => {
  localStorage.clear();
  beforeMove = () => Promise.resolve();
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
  columns = { 'assignee:1': [], 'assignee:2': ['Walls', 'Moat'], 'assignee:3': [] };
  asked = fakeServer({
    savedViews: () => ({ group: { id: 'g', savedViews: { nodes: [] }, userPermissions: {} } }),
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { updateWorkItems: true } } }),
    boardChoices: () => ({ group: { id: 'g', labels: { nodes: [] }, boards: { nodes: [] } } }),
    boardPage: () => ({
      group: {
        id: 'g',
        projects: { nodes: [] },
        boardPage: {
          board: null,
          columns: [slot('assignee:1', 'Ada'), slot('assignee:2', 'Bo'), slot('assignee:3', 'Cy')],
          lanes: [],
          folded: [],
          counts: [],
          total: 2,
        },
      },
    }),
    boardCells: ({ body }) => {
      const [column = ''] = (body as { variables: { columns: string[] } }).variables.columns;
      const issues = { nodes: columns[column]?.map(card), pageInfo: { endCursor: null, hasNextPage: false } };
      return { group: { id: 'g', boardPage: { cells: [{ column, lane: null, issues }] } } };
    },
    boardCardMove: async (request) => {
      await beforeMove();
      const { id, fromColumn, toColumn, moveAfterId } = moveOf(request);
      columns[fromColumn] = columns[fromColumn]?.filter((each) => each !== id) ?? [];
      const others = columns[toColumn] ?? [];
      columns[toColumn] = moveAfterId === others[0] ? [id, ...others] : [...others, id];
      return { boardCardMove: { issue: { id }, errors: [] } };
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const moveOf = ({ body }: Asked) =>
  (body as { variables: { input: Record<string, string> } }).variables.input as {
    id: string;
    fromColumn: string;
    toColumn: string;
    moveAfterId?: string;
  };

async function openBoard() {
  const address = { page: 'groupBoards' as const, fullPath, boardId: '' };
  const page = await renderAt(`/groups/${fullPath}/-/boards?columns=assignee`, <BoardPage address={address} />);
  await screen.findByRole('article', { name: 'Walls' });
  return page.user;
}
const cardsOf = (column: string) =>
  within(screen.getByRole('group', { name: column }))
    .queryAllByRole('article')
    .map((each) => each.getAttribute('aria-label'));

test('TM-BD-13: Tab reaches the first card, and arrows move between cards', async () => {
  const user = await openBoard();
  expect(screen.getByRole('article', { name: 'Walls' })).toHaveAttribute('tabindex', '0');
  expect(screen.getByRole('article', { name: 'Moat' })).toHaveAttribute('tabindex', '-1');
  screen.getByRole('region', { name: 'Board' }).focus();
  for (let step = 0; step < 30 && !document.activeElement?.matches('article'); step += 1) await user.tab();
  expect(screen.getByRole('article', { name: 'Walls' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('article', { name: 'Moat' })).toHaveFocus();
});

test('TM-BD-10: Ctrl+Z undoes the last move once, and the card keeps the focus', async () => {
  const user = await openBoard();
  screen.getByRole('article', { name: 'Walls' }).focus();
  await user.keyboard(' {ArrowRight} ');
  expect(await screen.findByText('Moved to Cy')).toBeVisible();
  expect(cardsOf('Cy')).toEqual(['Walls']);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(cardsOf('Bo')).toEqual(['Walls', 'Moat']));
  expect(await screen.findByText('Move undone')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('article', { name: 'Walls' })).not.toHaveAttribute('aria-busy'));
  expect(cardsOf('Bo')).toEqual(['Walls', 'Moat']);
  expect(screen.getByRole('article', { name: 'Walls' })).toHaveFocus();
  await user.keyboard('{Control>}z{/Control}');
  const moves = asked.filter(({ operation }) => operation === 'boardCardMove').map(moveOf);
  expect(moves).toMatchObject([
    { id: 'Walls', fromColumn: 'assignee:2', toColumn: 'assignee:3' },
    { id: 'Walls', fromColumn: 'assignee:3', toColumn: 'assignee:2', moveAfterId: 'Moat' },
  ]);
});

test('Ctrl+Z returns a lifted card', async () => {
  const user = await openBoard();
  screen.getByRole('article', { name: 'Walls' }).focus();
  await user.keyboard(' {ArrowRight}');
  expect(cardsOf('Cy')).toEqual(['Walls']);
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(cardsOf('Bo')).toEqual(['Walls', 'Moat']));
  expect(screen.getByRole('article', { name: 'Walls' })).toHaveFocus();
  expect(asked.some(({ operation }) => operation === 'boardCardMove')).toBe(false);
});

test('TM-BD-17: a card that moves on before the server has answered is shown once, and moves are sent one after another', async () => {
  const held: (() => void)[] = [];
  beforeMove = () =>
    new Promise((resolve) => {
      held.push(resolve);
    });
  const shown = () => ['Ada', 'Bo', 'Cy'].map(cardsOf);
  const sent = () => asked.filter(({ operation }) => operation === 'boardCardMove').length;
  const user = await openBoard();
  screen.getByRole('article', { name: 'Walls' }).focus();
  await user.keyboard(' {ArrowRight} ');
  expect(shown()).toEqual([[], ['Moat'], ['Walls']]);
  await user.keyboard(' {ArrowLeft}{ArrowLeft} ');
  expect(shown()).toEqual([['Walls'], ['Moat'], []]);
  await waitFor(() => expect(held).toHaveLength(1));
  expect(sent()).toBe(1);
  held[0]?.();
  await waitFor(() => expect(held).toHaveLength(2));
  expect(shown()).toEqual([['Walls'], ['Moat'], []]);
  held[1]?.();
  expect(await screen.findByText('Moved to Ada')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('article', { name: 'Walls' })).not.toHaveAttribute('aria-busy'));
  expect(shown()).toEqual([['Walls'], ['Moat'], []]);
});
