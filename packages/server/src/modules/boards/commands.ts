import { boardLimits, type ColumnLimits } from '@milepost/core/boards/boards';
import { NotFoundError, ValidationError, type FieldErrors } from '@milepost/core/errors';
import type {
  BoardId,
  BoardListId,
  CadenceId,
  IterationId,
  LabelId,
  MilestoneId,
  StatusId,
  UserId,
} from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import { requireIncluded } from '../entitlements/policy.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { cadencesById } from '../iterations/store/cadences.ts';
import { isIterationAvailable } from '../iterations/store.ts';
import { labelsAvailableIn } from '../labels/store/items.ts';
import { isMilestoneAvailable } from '../milestones/store/items.ts';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import { lifecyclesIn } from '../work-items/store/statuses.ts';
import { assignableAmong } from '../work-items/store/writing.ts';
import { labelsOfBoard } from './commands/labels.ts';
import { boardPolicy } from './policy.ts';
import {
  boardListsById,
  boardsById,
  countBoards,
  insertBoard,
  insertList,
  listsOfBoard,
  lockBoard,
  lockBoardsOf,
  numberLists,
  removeBoard,
  removeList,
  saveBoard,
  saveFold,
  saveList,
  setBoardLabels,
  type Board,
  type BoardList,
} from './store.ts';

declare module '../../platform/context.ts' {
  interface Events {
    /** The board or one of its lists was created, changed or deleted. */
    'board.changed': { boardId: BoardId };
  }
}

/** A board with its group or project. */
export interface BoardAt {
  board: Board;
  namespace: Namespace;
}

/** A board by its id. Throws NotFoundError when the viewer may not see any, or when it belongs to another namespace. */
export async function findBoard(ctx: Context, id: BoardId, within?: Namespace): Promise<BoardAt> {
  const board = await ctx.load(boardsById, id);
  const namespace = board && (await ctx.load(namespacesById, board.namespaceId));
  if (
    !board ||
    !namespace ||
    !hasFeature(namespace, 'boards') ||
    !ctx.can(boardPolicy.read, namespace) ||
    (within && within.id !== namespace.id)
  ) {
    throw new NotFoundError('Board');
  }
  return { board, namespace };
}

/** A list by its id. Throws as `findBoard` does. */
export async function findBoardList(
  ctx: Context,
  id: BoardListId,
  boardId?: BoardId,
): Promise<BoardAt & { list: BoardList }> {
  const list = await ctx.load(boardListsById, id);
  if (!list || (boardId !== undefined && list.boardId !== boardId)) throw new NotFoundError('Board list');
  return { list, ...(await findBoard(ctx, list.boardId)) };
}

export interface BoardFields {
  name?: string | undefined;
  hidesBacklog?: boolean | undefined;
  hidesClosed?: boolean | undefined;
  milestoneId?: MilestoneId | null | undefined;
  iterationId?: IterationId | null | undefined;
  iterationCadenceId?: CadenceId | null | undefined;
  assigneeId?: UserId | null | undefined;
  weight?: number | null | undefined;
  /** `labelIds` and `labelNames` both replace all labels. */
  labelIds?: readonly LabelId[] | undefined;
  labelNames?: readonly string[] | undefined;
}

/** Creates a board of a group or project. Throws ValidationError for invalid fields and when there are too many. */
export async function createBoard(ctx: Context, namespace: Namespace, fields: BoardFields): Promise<Board> {
  ctx.require(boardPolicy.manage, namespace);
  requireIncluded(namespace, 'boards');
  const id = await ctx.transaction(async (trx) => {
    await lockBoardsOf(trx, namespace.id);
    if ((await countBoards(trx, namespace.id)) >= boardLimits.boards) {
      throw new ValidationError({ base: [`A ${namespace.kind} can have at most ${boardLimits.boards} boards`] });
    }
    const { labelIds, columns } = await checked(ctx.within(trx), trx, namespace, { name: 'Development', ...fields });
    const boardId = await insertBoard(trx, { ...columns, name: columns.name ?? '', namespaceId: namespace.id });
    if (labelIds) await setBoardLabels(trx, boardId, labelIds);
    announce(trx, namespace, boardId);
    return boardId;
  });
  return (await ctx.load(boardsById, id)) as Board;
}

export async function updateBoard(ctx: Context, id: BoardId, fields: BoardFields): Promise<Board> {
  await changing(ctx, id, async (trx, { namespace }) => {
    const { labelIds, columns } = await checked(ctx.within(trx), trx, namespace, fields);
    await saveBoard(trx, id, columns);
    if (labelIds) await setBoardLabels(trx, id, labelIds);
  });
  return (await findBoard(ctx, id)).board;
}

export async function deleteBoard(ctx: Context, id: BoardId): Promise<Board> {
  return changing(ctx, id, async (trx, { board }) => {
    await removeBoard(trx, id);
    return board;
  });
}

/** The value of a new list: exactly one of them. */
export interface NewList {
  labelId?: LabelId | null | undefined;
  assigneeId?: UserId | null | undefined;
  milestoneId?: MilestoneId | null | undefined;
  iterationId?: IterationId | null | undefined;
  statusId?: StatusId | null | undefined;
}

/** Adds a list at the end of a board. Throws ValidationError unless exactly one available value is given. */
export async function createBoardList(ctx: Context, boardId: BoardId, wanted: NewList): Promise<BoardList> {
  const id = await changing(ctx, boardId, async (trx, { namespace }) => {
    const within = ctx.within(trx);
    const lists = (await within.load(listsOfBoard, boardId)) ?? [];
    if (lists.length >= boardLimits.columns) {
      throw new ValidationError({ base: [`A board can have at most ${boardLimits.columns} lists`] });
    }
    const given = Object.entries(wanted).filter(([, value]) => value !== null && value !== undefined);
    const [field, ...others] = given.map(([name]) => name.slice(0, -2));
    if (field === undefined || others.length > 0) {
      throw new ValidationError({
        base: ['Exactly one of label, assignee, milestone, iteration and status must be given'],
      });
    }
    const problems = await valueProblems(trx, namespace, wanted);
    if (Object.keys(problems).length > 0) throw new ValidationError(problems);
    const listId = await insertList(trx, { ...Object.fromEntries(given), boardId });
    if (listId === null) throw new ValidationError({ [field]: ['has already been taken'] });
    return listId;
  });
  return (await findBoardList(ctx, id)).list;
}

export interface ListChange extends Partial<{ [Field in keyof ColumnLimits]: ColumnLimits[Field] | undefined }> {
  /** From 0. */
  position?: number | undefined;
}

/** Moves a list, or sets its limits. */
export async function updateBoardList(ctx: Context, id: BoardListId, change: ListChange): Promise<BoardList> {
  const { list } = await findBoardList(ctx, id);
  await changing(ctx, list.boardId, async (trx) => {
    const { position, maxIssueCount, maxIssueWeight, limitMetric } = change;
    const limits = Object.fromEntries(
      Object.entries({ maxIssueCount, maxIssueWeight, limitMetric }).filter(([, value]) => value !== undefined),
    );
    const problems = {
      ...limitProblems('max_issue_count', maxIssueCount),
      ...limitProblems('max_issue_weight', maxIssueWeight),
    };
    if (Object.keys(problems).length > 0) throw new ValidationError(problems);
    if (Object.keys(limits).length > 0) await saveList(trx, id, limits);
    if (position !== undefined) await numberLists(trx, list.boardId, { id, position });
  });
  return (await findBoardList(ctx, id)).list;
}

export async function deleteBoardList(ctx: Context, id: BoardListId): Promise<BoardList> {
  const { list } = await findBoardList(ctx, id);
  await changing(ctx, list.boardId, async (trx) => {
    await removeList(trx, id);
    await numberLists(trx, list.boardId, null);
  });
  return list;
}

/** Folds a column or lane for the viewer alone. `board` null: the default board of the namespace. */
export async function foldSlot(
  ctx: Context,
  { namespace, board }: { namespace: Namespace; board: Board | null },
  { key, isFolded }: { key: string; isFolded: boolean },
): Promise<void> {
  ctx.require(boardPolicy.fold, namespace);
  if (key.length > 40) throw new ValidationError({ key: ['is not a column or lane'] });
  const userId = ctx.viewer.id as UserId;
  await ctx.transaction((trx) =>
    saveFold(
      trx,
      { userId, namespaceId: namespace.id, boardId: board?.id ?? null },
      { key, isFolded, limit: boardLimits.folded },
    ),
  );
}

async function changing<Result>(
  ctx: Context,
  id: BoardId,
  change: (trx: Trx, at: BoardAt) => Promise<Result>,
): Promise<Result> {
  const { namespace } = await findBoard(ctx, id);
  ctx.require(boardPolicy.manage, namespace);
  requireIncluded(namespace, 'boards');
  return ctx.transaction(async (trx) => {
    const board = await lockBoard(trx, id);
    if (!board) throw new NotFoundError('Board');
    const result = await change(trx, { board, namespace });
    announce(trx, namespace, id);
    return result;
  });
}

function announce(trx: Trx, namespace: Namespace, boardId: BoardId): void {
  trx.announce({ name: 'board.changed', namespaceId: namespace.id, data: { boardId } });
}

const MAX_INTEGER = 2_147_483_647;

function limitProblems(field: string, limit: number | undefined): FieldErrors {
  if (limit === undefined || (limit >= 0 && limit <= MAX_INTEGER)) return {};
  return { [field]: ['must be greater than or equal to 0'] };
}

async function checked(ctx: Context, trx: Trx, namespace: Namespace, fields: BoardFields) {
  const { labelIds: _ids, labelNames: _names, ...rest } = fields;
  const columns = Object.fromEntries(
    Object.entries({ ...rest, name: fields.name?.trim() }).filter(([, value]) => value !== undefined),
  ) as Omit<BoardFields, 'labelIds' | 'labelNames'>;
  const problems: Record<string, readonly string[]> = { ...(await valueProblems(trx, namespace, fields)) };
  if (columns.name === '') problems['name'] = ["can't be blank"];
  if ((columns.name?.length ?? 0) > boardLimits.nameLength) {
    problems['name'] = [`is too long (maximum is ${boardLimits.nameLength} characters)`];
  }
  const { weight, iterationCadenceId } = fields;
  if (typeof weight === 'number' && (weight < 0 || weight > MAX_INTEGER)) {
    problems['weight'] = ['must be greater than or equal to 0'];
  }
  if (iterationCadenceId) {
    const cadence = await ctx.load(cadencesById, iterationCadenceId);
    if (!cadence || !namespace.scope.traversalIds.includes(cadence.namespaceId)) {
      problems['iteration_cadence'] = unavailable(namespace);
    }
  }
  const labels = await labelsOfBoard(trx, namespace, fields);
  if (labels.problem !== null) problems['labels'] = [labels.problem];
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  return { columns, labelIds: labels.ids };
}

const unavailable = ({ fullPath }: Namespace) => [`must belong to ${fullPath} or a group above it`];

/** The values of a board or list that its items could not have. */
async function valueProblems(trx: Trx, namespace: Namespace, values: NewList): Promise<FieldErrors> {
  const { labelId, assigneeId, milestoneId, iterationId, statusId } = values;
  const { traversalIds } = namespace.scope;
  const problems: Record<string, readonly string[]> = {};
  if (statusId) {
    const lifecycles = await lifecyclesIn(trx, namespace.rootId);
    const isKnown = lifecycles.some(({ statuses }) => statuses.some(({ id }) => id === statusId));
    if (!isKnown) problems['status'] = unavailable(namespace);
  }
  if (labelId) {
    const found = await labelsAvailableIn(trx, traversalIds, { ids: [labelId], titles: [] });
    if (found.length === 0) problems['label'] = unavailable(namespace);
  }
  if (milestoneId && !(await isMilestoneAvailable(trx, traversalIds, milestoneId))) {
    problems['milestone'] = unavailable(namespace);
  }
  if (iterationId && !(await isIterationAvailable(trx, traversalIds, iterationId))) {
    problems['iteration'] = unavailable(namespace);
  }
  if (assigneeId && (await assignableAmong(trx, namespace.scope, [assigneeId])).length === 0) {
    problems['assignee'] = [`must be able to see ${namespace.fullPath}`];
  }
  return problems;
}
