import { NONE, slotKey } from '@milepost/core/boards/boards';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { Context } from '../../../platform/context.ts';
import type { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation, type PayloadFields } from '../../../platform/graphql/mutations.ts';
import { readCadenceId, readIterationId } from '../../iterations/graphql.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import { wrongArgument } from '../../work-items/graphql/inputs.ts';
import { readStatusId } from '../../statuses/filter/ids.ts';
import {
  createBoard,
  createBoardList,
  deleteBoard,
  deleteBoardList,
  findBoard,
  findBoardList,
  foldSlot,
  updateBoard,
  updateBoardList,
  type BoardAt,
} from '../commands.ts';
import { valueOfList } from '../commands/slots.ts';
import { columnsOfBoard, readBoardId, readListId } from '../graphql.ts';
import { boardPolicy } from '../policy.ts';
import type { BoardList } from '../store.ts';
import { BoardListRef, BoardRef, LimitMetricEnum, type ColumnOfBoard } from './types.ts';

type Fields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];

const boardFields = (t: Fields) => ({
  name: t.string(),
  hideBacklogList: t.boolean(),
  hideClosedList: t.boolean(),
  assigneeId: t.field({ type: 'UserID' }),
  milestoneId: t.field({ type: 'MilestoneID' }),
  iterationId: t.field({ type: 'IterationID' }),
  iterationCadenceId: t.field({ type: 'IterationsCadenceID' }),
  weight: t.int(),
  labels: t.stringList(),
  labelIds: t.field({ type: ['LabelID'] }),
});

interface BoardInput {
  name?: string | null;
  hideBacklogList?: boolean | null;
  hideClosedList?: boolean | null;
  assigneeId?: string | null;
  milestoneId?: string | null;
  iterationId?: string | null;
  iterationCadenceId?: string | null;
  weight?: number | null;
  labels?: readonly string[] | null;
  labelIds?: readonly string[] | null;
}

const LABELS = ['GroupLabel', 'ProjectLabel', 'Label'] as const;

/** An id that is undefined, null, or of this type. */
function idOf<Result>(id: string | null | undefined, read: (text: string) => Result): Result | null | undefined {
  return id === null || id === undefined ? id : read(id);
}

const fieldsOf = (input: BoardInput) => ({
  name: input.name ?? undefined,
  hidesBacklog: input.hideBacklogList ?? undefined,
  hidesClosed: input.hideClosedList ?? undefined,
  assigneeId: idOf(input.assigneeId, (id) => readGlobalId<'User'>(id, 'User')),
  milestoneId: idOf(input.milestoneId, (id) => readGlobalId<'Milestone'>(id, 'Milestone')),
  iterationId: idOf(input.iterationId, readIterationId),
  iterationCadenceId: idOf(input.iterationCadenceId, readCadenceId),
  weight: input.weight,
  labelNames: input.labels === null ? [] : input.labels,
  labelIds: input.labelIds === null ? [] : input.labelIds?.map((id) => readGlobalId<'Label'>(id, ...LABELS)),
});

export function mutateBoards(): void {
  mutation('createBoard', {
    description: 'Creates a board of a group or project',
    input: (t) => ({ projectPath: t.id(), groupPath: t.id(), ...boardFields(t) }),
    async resolve({ projectPath, groupPath, ...input }, ctx): Promise<BoardAt> {
      if (!groupPath && !projectPath) throw wrongArgument('One of groupPath and projectPath is required');
      const namespace = groupPath
        ? await findVisibleGroup(ctx, groupPath)
        : await findVisibleProject(ctx, projectPath ?? '');
      ctx.require(boardPolicy.manage, namespace);
      if (groupPath && projectPath) {
        throw new ValidationError({ base: ['Only one of groupPath and projectPath may be given'] });
      }
      const fields = { ...fieldsOf(input), name: input.name ?? 'Development' };
      return { board: await createBoard(ctx, namespace, fields), namespace };
    },
    payload: boardPayload,
  });
  mutation('updateBoard', {
    description: 'Changes the given fields of a board',
    input: (t) => ({ id: t.field({ type: 'BoardID', required: true }), ...boardFields(t) }),
    async resolve({ id, ...input }, ctx) {
      await updateBoard(ctx, readBoardId(id), fieldsOf(input));
      return findBoard(ctx, readBoardId(id));
    },
    payload: boardPayload,
  });
  mutation('destroyBoard', {
    description: 'Deletes a board',
    input: (t) => ({ id: t.field({ type: 'BoardID', required: true }) }),
    async resolve({ id }, ctx) {
      const at = await findBoard(ctx, readBoardId(id));
      await deleteBoard(ctx, at.board.id);
      return at;
    },
    payload: boardPayload,
  });
}

export function mutateLists(): void {
  mutation('boardListCreate', {
    description: 'Adds a list to a board',
    input: (t) => ({
      boardId: t.field({ type: 'BoardID', required: true }),
      backlog: t.boolean({ description: 'Has no effect: every board has a list of open issues without a list' }),
      labelId: t.field({ type: 'LabelID' }),
      assigneeId: t.field({ type: 'UserID' }),
      milestoneId: t.field({ type: 'MilestoneID' }),
      iterationId: t.field({ type: 'IterationID' }),
      statusId: t.field({ type: 'WorkItemsStatusesStatusID' }),
    }),
    async resolve({ boardId, ...input }, ctx) {
      const id = readBoardId(boardId);
      if (input.backlog) {
        await updateBoard(ctx, id, { hidesBacklog: false });
        return columnOf(ctx, await findBoard(ctx, id), ({ slot }) => slot.kind === NONE);
      }
      const { assigneeId, milestoneId, iterationId } = fieldsOf(input);
      const statusId = idOf(input.statusId, readStatusId);
      const labelId = idOf(input.labelId, (text) => readGlobalId<'Label'>(text, ...LABELS));
      const list = await createBoardList(ctx, id, { labelId, assigneeId, milestoneId, iterationId, statusId });
      return columnOfList(ctx, list);
    },
    payload: listPayload,
  });
  mutation('updateBoardList', {
    description: 'Moves a list, or folds it for the viewer',
    input: (t) => ({
      listId: t.field({ type: 'ListID', required: true }),
      position: t.int(),
      collapsed: t.boolean(),
    }),
    async resolve({ listId, position, collapsed }, ctx) {
      const { list, ...at } = await findBoardList(ctx, readListId(listId));
      const value = valueOfList(list);
      if (typeof collapsed === 'boolean' && value) {
        await foldSlot(ctx, at, { key: slotKey(value), isFolded: collapsed });
      }
      const moved = typeof position === 'number' ? await updateBoardList(ctx, list.id, { position }) : list;
      return columnOfList(ctx, moved);
    },
    payload: listPayload,
  });
  mutation('boardListUpdateLimitMetrics', {
    description: 'Sets the limits of a list; 0 or null removes one',
    input: (t) => ({
      listId: t.field({ type: 'ListID', required: true }),
      limitMetric: t.field({ type: LimitMetricEnum }),
      maxIssueCount: t.int(),
      maxIssueWeight: t.int(),
    }),
    async resolve({ listId, limitMetric, maxIssueCount, maxIssueWeight }, ctx) {
      const list = await updateBoardList(ctx, readListId(listId), {
        limitMetric: limitMetric ?? undefined,
        maxIssueCount: maxIssueCount === null ? 0 : maxIssueCount,
        maxIssueWeight: maxIssueWeight === null ? 0 : maxIssueWeight,
      });
      return columnOfList(ctx, list);
    },
    payload: listPayload,
  });
  mutation('destroyBoardList', {
    description: 'Removes a list from its board; its issues keep their fields',
    input: (t) => ({ listId: t.field({ type: 'ListID', required: true }) }),
    async resolve({ listId }, ctx) {
      const list = await deleteBoardList(ctx, readListId(listId));
      return { list };
    },
    payload: (t) => ({ list: t.field({ type: BoardListRef, nullable: true, resolve: () => null }) }),
  });
}

async function columnOf(ctx: Context, at: BoardAt, isIt: (column: ColumnOfBoard) => boolean): Promise<ColumnOfBoard> {
  const column = (await columnsOfBoard(ctx, at, {})).find(isIt);
  if (!column) throw new NotFoundError('Board list');
  return column;
}

async function columnOfList(ctx: Context, { id, boardId }: BoardList): Promise<ColumnOfBoard> {
  return columnOf(ctx, await findBoard(ctx, boardId), ({ slot }) => slot.list?.id === id);
}

const boardPayload = (t: PayloadFields<BoardAt>) => ({
  board: t.field({ type: BoardRef, nullable: true, resolve: ({ result }) => result }),
});
const listPayload = (t: PayloadFields<ColumnOfBoard>) => ({
  list: t.field({ type: BoardListRef, nullable: true, resolve: ({ result }) => result }),
});
