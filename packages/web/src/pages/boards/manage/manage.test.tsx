import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../../platform/session/session.ts';
import { fakeServer, renderAt, type Asked } from '../../../testing/page.tsx';
import { BoardPage } from '../BoardPage.tsx';

const fullPath = 'castle';
const inputOf = ({ body }: Asked) => (body as { variables: { input: Record<string, unknown> } }).variables.input;

beforeEach(() => {
  localStorage.clear();
  setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } });
});
afterEach(() => vi.unstubAllGlobals());

const noLimit = { maxIssueCount: 0, maxIssueWeight: 0, limitMetric: null };
const status = (id: number, title: string) => ({
  key: `status:${id}`,
  kind: 'status',
  title,
  listId: null,
  ...noLimit,
  status: { id: `gid://gitlab/Status/${id}`, name: title, category: 'TO_DO', color: null, iconName: null },
});
const list = (id: number, title: string, more: object = {}) => ({
  key: `label:${id}`,
  kind: 'label',
  title,
  listId: `gid://gitlab/List/${id}`,
  ...noLimit,
  label: { id: `gid://gitlab/GroupLabel/${id}`, title, color: '#112233', description: null },
  ...more,
});
const deleted = { key: 'deleted:9', kind: 'deleted', title: null, listId: 'gid://gitlab/List/9', ...noLimit };
const counted = (column: string, count: number) => ({ column, lane: null, count, weight: '0', closedWeight: '0' });

async function open(boardId: string, may = true, more: object = {}, answer: Promise<void> = Promise.resolve()) {
  const boards = [{ id: 'gid://gitlab/Board/5', name: 'Delivery', webPath: `/groups/${fullPath}/-/boards/5` }];
  const done = { errors: [] };
  const asked = fakeServer({
    groupPermissions: () => ({ group: { id: 'g', userPermissions: { updateWorkItems: may } } }),
    boardChoices: () => ({ group: { id: 'g', labels: { nodes: [] }, boards: { nodes: boards } } }),
    boardPage: async ({ body }) => {
      await answer;
      const { variables } = body as { variables: { boardId: string | null } };
      const columns = variables.boardId
        ? [list(1, 'doing', { maxIssueCount: 2, limitMetric: 'issue_count' }), deleted, list(2, 'review')]
        : [status(1, 'To do'), status(2, 'Done')];
      const board = variables.boardId ? { id: variables.boardId, name: 'Delivery' } : null;
      const counts = [counted('label:1', 3)];
      return {
        group: {
          id: 'g',
          projects: { nodes: [] },
          boardPage: { board, columns, lanes: [], folded: [], counts, total: 3, ...more },
        },
      };
    },
    newIssueProjects: () => ({ group: { id: 'g', fullName: 'Castle', projects: { nodes: [] } } }),
    boardCells: () => ({ group: { id: 'g', boardPage: { cells: [] } } }),
    boardCreate: () => ({ createBoard: { ...done, board: boards[0] } }),
    boardRename: () => ({ updateBoard: done }),
    boardDelete: () => ({ destroyBoard: done }),
    boardAddColumn: () => ({ boardListCreate: { ...done, list: { id: 'gid://gitlab/List/77' } } }),
    boardMoveColumn: () => ({ updateBoardList: done }),
    boardLimitColumn: () => ({ boardListUpdateLimitMetrics: done }),
    boardRemoveColumn: () => ({ destroyBoardList: done }),
    'GET /api/v4/groups/castle/labels': () => [{ id: 3, name: 'later', color: '#112233', description: null }],
  });
  const path = `/groups/${fullPath}/-/boards${boardId === '' ? '' : `/${boardId}`}`;
  const { user, address } = await renderAt(path, <BoardPage address={{ page: 'groupBoards', fullPath, boardId }} />);
  await screen.findByRole('region', { name: /^(Board|Delivery)$/ });
  const sent = (operation: string) => asked.filter((each) => each.operation === operation).map(inputOf);
  const choose = async (button: string, item: string) => {
    await user.click(await screen.findByRole('button', { name: button }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  return { user, address, sent, choose };
}

test('a board is created with a column for each status, and opens', async () => {
  const { user, address, sent, choose } = await open('');
  await choose('Default board', 'New board…');
  const dialog = within(await screen.findByRole('dialog', { name: 'New board' }));
  await user.click(dialog.getByRole('button', { name: 'Create board' }));
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription("Can't be blank");
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Delivery');
  await user.click(dialog.getByRole('button', { name: 'Create board' }));
  await waitFor(() => expect(address()).toBe(`/groups/${fullPath}/-/boards/5`));
  expect(sent('boardCreate')).toEqual([
    { groupPath: fullPath, name: 'Delivery', hideBacklogList: true, hideClosedList: true },
  ]);
  expect(sent('boardAddColumn')).toEqual(
    [1, 2].map((id) => ({ boardId: 'gid://gitlab/Board/5', statusId: `gid://gitlab/Status/${id}` })),
  );
});

test('TM-BD-06: a limit is a whole number from 1, by count or weight; above it the head shows the danger pill', async () => {
  const { user, sent, choose } = await open('5');
  const pill = await screen.findByText('3 / 2');
  expect(pill).toHaveAttribute('data-over');
  expect(screen.getByText('doing is 1 over its limit')).toBeVisible();
  await choose('Actions for the column doing', 'Set limit…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Limit of doing' }));
  const most = dialog.getByRole('textbox', { name: 'At most' });
  expect(most).toHaveValue('2');
  for (const wrong of ['0', '1.5', 'x']) {
    await user.clear(most);
    await user.type(most, wrong);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(most).toHaveAccessibleDescription('Enter a whole number from 1');
  }
  await user.clear(most);
  await user.type(most, '8');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Counted' }), 'Weight');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('boardLimitColumn')).toEqual([
    { listId: 'gid://gitlab/List/1', limitMetric: 'issue_weights', maxIssueCount: 0, maxIssueWeight: 8 },
  ]);
});

test('columns are added, moved, and removed with undo that keeps place and limit', async () => {
  const { user, sent, choose } = await open('5');
  await choose('Delivery', 'Add column…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a column' }));
  await user.click(dialog.getByRole('button', { name: 'Add column' }));
  expect(dialog.getByText(/choose a value/i)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Value' }));
  await user.click(await screen.findByRole('option', { name: 'later' }));
  await user.click(dialog.getByRole('button', { name: 'Add column' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent('boardAddColumn')).toEqual([{ boardId: 'gid://gitlab/Board/5', labelId: 'gid://gitlab/Label/3' }]);

  await choose('Actions for the column review', 'Move left');
  await waitFor(() => expect(sent('boardMoveColumn')).toEqual([{ listId: 'gid://gitlab/List/2', position: 1 }]));
  await choose('Actions for the column doing', 'Remove column');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('boardLimitColumn')).toHaveLength(1));
  expect(sent('boardRemoveColumn')).toEqual([{ listId: 'gid://gitlab/List/1' }]);
  expect(sent('boardAddColumn')[1]).toEqual({
    boardId: 'gid://gitlab/Board/5',
    labelId: 'gid://gitlab/GroupLabel/1',
  });
  expect(sent('boardMoveColumn')[1]).toEqual({ listId: 'gid://gitlab/List/77', position: 0 });
});

test('TM-LB-09: the column of a deleted label says so, takes no issue, and is removed from its menu', async () => {
  const { sent, choose } = await open('5');
  expect(await screen.findByRole('heading', { name: 'Deleted label' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'New issue in Deleted label' })).toBeNull();
  await choose('Actions for the column Deleted label', 'Remove column');
  await waitFor(() => expect(sent('boardRemoveColumn')).toEqual([{ listId: 'gid://gitlab/List/9' }]));
});

test('a board is renamed and deleted; those who may not change boards see no such entry', async () => {
  const { user, address, sent, choose } = await open('5');
  await choose('Delivery', 'Rename board…');
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Shipping');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('boardRename')).toEqual([{ id: 'gid://gitlab/Board/5', name: 'Shipping' }]));
  await choose('Delivery', 'Delete board…');
  await user.click(await screen.findByRole('button', { name: 'Delete board' }));
  await waitFor(() => expect(sent('boardDelete')).toEqual([{ id: 'gid://gitlab/Board/5' }]));
  await waitFor(() => expect(address()).toBe(`/groups/${fullPath}/-/boards`));
  document.body.replaceChildren();

  const reader = await open('5', false);
  await reader.user.click(await screen.findByRole('button', { name: 'Delivery' }));
  expect(screen.getAllByRole('menuitemradio')).toHaveLength(2);
  expect(screen.queryByRole('menuitem')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Actions for the column/ })).toBeNull();
});

test('TM-LM-02: a board with more values than it can show says so', async () => {
  await open('5', true, { hasMoreColumns: true, hasMoreLanes: true });
  expect(await screen.findByText('Only the first 100 columns are shown: a board has no more')).toBeVisible();
  expect(screen.getByText('Only the first 500 lanes are shown: a board has no more')).toBeVisible();
});

test('a board without cards says so, and how the first one is made', async () => {
  await open('5', true, { counts: [], total: 0 });
  expect(await screen.findByText('No issues yet')).toBeVisible();
  expect(await screen.findByText(/The plus of a column, or c, creates one/)).toBeVisible();
  document.body.replaceChildren();
  await open('5', true, { counts: [], total: 3 });
  expect(await screen.findByText('No issue matches the filters')).toBeVisible();
});

test('the columns keep their width when a group without projects is asked for an issue', async () => {
  const { user } = await open('5', true, { counts: [], total: 0 });
  const board = await screen.findByRole('region', { name: 'Delivery' });
  const width = board.scrollWidth;
  await user.click(await screen.findByRole('button', { name: 'New issue in doing' }));
  expect(await screen.findByText(/^Issues belong to projects/)).toBeVisible();
  expect(board.scrollWidth).toBe(width);
});

test('text typed into the filter while the board is loading stays', async () => {
  let answer = (): void => {};
  const { user } = await open('5', true, {}, new Promise((resolve) => (answer = resolve)));
  await user.type(screen.getByRole('combobox', { name: 'Search or filter issues' }), 'memory');
  answer();
  expect(await screen.findByRole('heading', { name: 'doing' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Search or filter issues' })).toHaveValue('memory');
});
