import { plugInTransfer } from '../namespaces/sockets.ts';
import { statusMappingsIn } from '../statuses/rest.ts';
import { moveListStatuses } from './commands/transfers.ts';
import type { LabelId, MilestoneId, UserId, IterationId } from '@milepost/core/ids';
import { webPathOf } from '@milepost/core/namespaces';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { idInput, InputError } from '../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import { idParam } from '../../platform/rest/params.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { presentIteration } from '../iterations/rest.ts';
import { iterationsById } from '../iterations/store.ts';
import { labelsById } from '../labels/store.ts';
import { presentMilestone } from '../milestones/rest.ts';
import { milestonesById } from '../milestones/store.ts';
import { findVisibleGroup, findVisibleProject, withFeature } from '../namespaces/commands.ts';
import { presentSimpleProject } from '../namespaces/rest/presenters.ts';
import type { Namespace } from '../namespaces/store.ts';
import { presentPerson } from '../work-items/rest/presenters.ts';
import {
  createBoard,
  createBoardList,
  deleteBoard,
  deleteBoardList,
  findBoard,
  findBoardList,
  updateBoard,
  updateBoardList,
  type BoardAt,
} from './commands.ts';
import { valueOfList } from './commands/slots.ts';
import { boardsOnPage, countBoards, listsOfBoard, type Board, type BoardList } from './store.ts';

const tags = ['boards'];

const boardFields = {
  hide_backlog_list: Type.Optional(Type.Boolean()),
  hide_closed_list: Type.Optional(Type.Boolean()),
  assignee_id: Type.Optional(Type.Union([idInput(), Type.Null()])),
  milestone_id: Type.Optional(Type.Union([idInput(), Type.Null()])),
  labels: Type.Optional(Type.Array(Type.String(), { description: 'Titles; they replace all labels' })),
  weight: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
};
const newBoard = Type.Object({ name: Type.String(), ...boardFields });
const changedBoard = Type.Object({ name: Type.Optional(Type.String()), ...boardFields });

const values = ['label_id', 'assignee_id', 'milestone_id', 'iteration_id'] as const;
const newList = Type.Object({
  label_id: Type.Optional(idInput()),
  assignee_id: Type.Optional(idInput()),
  milestone_id: Type.Optional(idInput()),
  iteration_id: Type.Optional(idInput()),
});
const changedList = Type.Object({ position: Type.Integer({ minimum: 0 }) });

const parents = [
  { kind: 'group', path: '/groups/:id/boards', find: withFeature('boards', findVisibleGroup) },
  { kind: 'project', path: '/projects/:id/boards', find: withFeature('boards', findVisibleProject) },
] as const;
type Parent = (typeof parents)[number];

type Params = Readonly<Record<string, string>>;

export function addRoutes(routes: Routes): void {
  for (const parent of parents) {
    addBoardRoutes(routes, parent);
    addListRoutes(routes, parent);
  }
}

function boardAt(ctx: Context, { find }: Parent, params: Params): Promise<BoardAt> {
  return find(ctx, params['id'] ?? '').then((namespace) =>
    findBoard(ctx, idParam<'Board'>(params, 'board_id'), namespace),
  );
}

async function listAt(ctx: Context, parent: Parent, params: Params): Promise<BoardList> {
  const { board } = await boardAt(ctx, parent, params);
  return (await findBoardList(ctx, idParam<'BoardList'>(params, 'list_id'), board.id)).list;
}

function addBoardRoutes(routes: Routes, parent: Parent): void {
  const { kind, path, find } = parent;
  routes.get(
    path,
    { summary: `Boards of a ${kind}`, tags, signedIn: true, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, params['id'] ?? '');
      const page = pageRequest(input);
      const [boards, total] = await Promise.all([
        boardsOnPage(ctx, namespace.id, page),
        countBoards(ctx.db, namespace.id),
      ]);
      const rows = await Promise.all(boards.map((board) => presentBoard(ctx, { board, namespace })));
      return new RestPage(rows, total, page);
    },
  );
  routes.get(
    `${path}/:board_id`,
    { summary: `One board of a ${kind}`, tags, signedIn: true },
    async ({ params }, ctx) => presentBoard(ctx, await boardAt(ctx, parent, params)),
  );
  routes.post(
    path,
    { summary: `Create a board of a ${kind}`, tags, signedIn: true, input: newBoard },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, params['id'] ?? '');
      return presentBoard(ctx, { board: await createBoard(ctx, namespace, fieldsOf(input)), namespace });
    },
  );
  routes.put(
    `${path}/:board_id`,
    { summary: `Change a board of a ${kind}`, tags, signedIn: true, input: changedBoard },
    async ({ params, input }, ctx) => {
      const { board, namespace } = await boardAt(ctx, parent, params);
      return presentBoard(ctx, { board: await updateBoard(ctx, board.id, fieldsOf(input)), namespace });
    },
  );
  routes.delete(
    `${path}/:board_id`,
    { summary: `Delete a board of a ${kind}`, tags, signedIn: true },
    async ({ params }, ctx) => {
      await deleteBoard(ctx, (await boardAt(ctx, parent, params)).board.id);
    },
  );
}

function addListRoutes(routes: Routes, parent: Parent): void {
  const { kind } = parent;
  const path = `${parent.path}/:board_id/lists`;
  routes.get(
    path,
    { summary: `Lists of a board of a ${kind}`, tags, signedIn: true, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const { board } = await boardAt(ctx, parent, params);
      const lists = await listsWithValues(ctx, board);
      const page = pageRequest(input);
      const shown = lists.slice(page.offset, page.offset + page.perPage);
      return new RestPage(await presentLists(ctx, shown), lists.length, page);
    },
  );
  routes.get(
    `${path}/:list_id`,
    { summary: `One list of a board of a ${kind}`, tags, signedIn: true },
    async ({ params }, ctx) => presentList(ctx, await listAt(ctx, parent, params)),
  );
  routes.post(
    path,
    { summary: `Add a list to a board of a ${kind}`, tags, signedIn: true, input: newList },
    async ({ params, input }, ctx) => {
      const { board } = await boardAt(ctx, parent, params);
      const given = values.filter((name) => input[name] !== undefined);
      if (given.length === 0) {
        throw new InputError([`${values.join(', ')} are missing, exactly one parameter must be provided`]);
      }
      if (given.length > 1) throw new InputError([`${given.join(', ')} are mutually exclusive`]);
      const list = await createBoardList(ctx, board.id, {
        labelId: input.label_id as LabelId | undefined,
        assigneeId: input.assignee_id as UserId | undefined,
        milestoneId: input.milestone_id as MilestoneId | undefined,
        iterationId: input.iteration_id as IterationId | undefined,
      });
      return presentList(ctx, list);
    },
  );
  routes.put(
    `${path}/:list_id`,
    { summary: `Move a list of a board of a ${kind}`, tags, signedIn: true, input: changedList },
    async ({ params, input }, ctx) => {
      const { id } = await listAt(ctx, parent, params);
      return presentList(ctx, await updateBoardList(ctx, id, { position: input.position }));
    },
  );
  routes.delete(
    `${path}/:list_id`,
    { summary: `Remove a list from a board of a ${kind}`, tags, signedIn: true },
    async ({ params }, ctx) => {
      await deleteBoardList(ctx, (await listAt(ctx, parent, params)).id);
    },
  );
}

interface BoardInput {
  name?: string;
  hide_backlog_list?: boolean;
  hide_closed_list?: boolean;
  assignee_id?: number | null;
  milestone_id?: number | null;
  labels?: string[];
  weight?: number | null;
}

const fieldsOf = (input: BoardInput) => ({
  name: input.name,
  hidesBacklog: input.hide_backlog_list,
  hidesClosed: input.hide_closed_list,
  assigneeId: input.assignee_id as UserId | null | undefined,
  milestoneId: input.milestone_id as MilestoneId | null | undefined,
  labelNames: input.labels,
  weight: input.weight,
});

async function presentBoard(ctx: Context, { board, namespace }: BoardAt) {
  const milestone = board.milestoneId === null ? null : await ctx.load(milestonesById, board.milestoneId);
  const labels = await ctx.loadMany(labelsById, board.labelIds);
  return {
    id: board.id,
    name: board.name,
    hide_backlog_list: board.hidesBacklog,
    hide_closed_list: board.hidesClosed,
    ...(namespace.kind === 'project'
      ? { project: await presentSimpleProject(namespace, ctx) }
      : { group: presentHome(namespace, ctx) }),
    milestone: milestone && presentMilestone(ctx, milestone),
    assignee: board.assigneeId === null ? null : await presentPerson(ctx, board.assigneeId),
    labels: labels.map(({ id, title, description, color, textColor }) => ({
      id,
      name: title,
      description: description || null,
      color,
      text_color: textColor,
    })),
    weight: board.weight,
    lists: await presentLists(ctx, await listsWithValues(ctx, board)),
  };
}

const presentHome = (group: Namespace, ctx: Context) => ({
  id: group.id,
  name: group.name,
  web_url: ctx.baseUrl + webPathOf(group),
});

/** Clients know no list of a deleted label. */
async function listsWithValues(ctx: Context, { id }: Board): Promise<BoardList[]> {
  const lists = (await ctx.load(listsOfBoard, id)) ?? [];
  return lists.filter((list) => valueOfList(list) !== null);
}

function presentLists(ctx: Context, lists: readonly BoardList[]) {
  return Promise.all(lists.map((list) => presentList(ctx, list)));
}

async function presentList(ctx: Context, list: BoardList) {
  const { labelId, assigneeId, milestoneId, iterationId } = list;
  const label = labelId === null ? null : await ctx.load(labelsById, labelId);
  const milestone = milestoneId === null ? null : await ctx.load(milestonesById, milestoneId);
  const iteration = iterationId === null ? null : await ctx.load(iterationsById, iterationId);
  return {
    id: list.id,
    label: label && { id: label.id, name: label.title, color: label.color, description: label.description || null },
    position: list.position,
    max_issue_count: list.maxIssueCount,
    max_issue_weight: list.maxIssueWeight,
    limit_metric: list.limitMetric,
    ...(assigneeId !== null && { assignee: await presentPerson(ctx, assigneeId) }),
    ...(milestone && { milestone: presentMilestone(ctx, milestone) }),
    ...(iteration && { iteration: presentIteration(ctx, iteration) }),
  };
}

/** Lists by status follow the mapping of a transfer, whose parameters `statuses` adds. */
export function plugInTransferBoards(): void {
  plugInTransfer({
    properties: {},
    prepare: (_ctx, trx, change, input) => moveListStatuses(trx, change, statusMappingsIn(input)),
  });
}
