import {
  createBoard,
  createBoardList,
  deleteBoard,
  deleteBoardList,
  findBoard,
  foldSlot,
  updateBoard,
  updateBoardList,
} from '../../modules/boards/commands.ts';
import { moveCard } from '../../modules/boards/commands/move-card.ts';
import type { Visibility } from '@milepost/core/roles';
import { findVisibleGroup, findVisibleProject } from '../../modules/namespaces/commands.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const board = async (build: Builders, visibility: Visibility) =>
  build.board({ namespace: await build.group({ visibility }) });

async function list(build: Builders, visibility: Visibility) {
  const group = await build.group({ visibility });
  return build.boardList({
    board: await build.board({ namespace: group }),
    label: await build.label({ namespace: group }),
  });
}

export const boardPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see a board',
    least: 'visitor',
    isReading: true,
    given: board,
    perform: (ctx, { id }) => findBoard(ctx, id),
  }),
  permission({
    operation: 'create a board of a group',
    least: 'planner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => createBoard(ctx, await findVisibleGroup(ctx, id), { name: 'made' }),
  }),
  permission({
    operation: 'create a board of a project',
    least: 'planner',
    given: (build, visibility) => build.project({ visibility }),
    perform: async (ctx, { id }) => createBoard(ctx, await findVisibleProject(ctx, id), { name: 'made' }),
  }),
  permission({
    operation: 'change a board',
    least: 'planner',
    given: board,
    perform: (ctx, { id }) => updateBoard(ctx, id, { name: 'changed' }),
  }),
  permission({
    operation: 'delete a board',
    least: 'planner',
    given: board,
    perform: (ctx, { id }) => deleteBoard(ctx, id),
  }),
  permission({
    operation: 'add a list to a board',
    least: 'planner',
    given: async (build, visibility) => {
      const group = await build.group({ visibility });
      return { board: await build.board({ namespace: group }), label: await build.label({ namespace: group }) };
    },
    perform: (ctx, given) => createBoardList(ctx, given.board.id, { labelId: given.label.id }),
  }),
  permission({
    operation: 'move a list of a board, and set its limits',
    least: 'planner',
    given: list,
    perform: (ctx, { id }) => updateBoardList(ctx, id, { position: 0, maxIssueCount: 3 }),
  }),
  permission({
    operation: 'remove a list from a board',
    least: 'planner',
    given: list,
    perform: (ctx, { id }) => deleteBoardList(ctx, id),
  }),
  permission({
    operation: 'fold a column of a board for oneself',
    least: 'person',
    given: board,
    perform: async (ctx, { id }) => foldSlot(ctx, await findBoard(ctx, id), { key: 'closed', isFolded: true }),
  }),
  permission({
    operation: 'move a card of a board',
    least: 'planner',
    given: async (build, visibility) => build.issue({ project: await build.project({ visibility }) }),
    perform: (ctx, { id }) => moveCard(ctx, id, { fromColumn: 'none', toColumn: 'closed', spot: 'top' }),
  }),
];
