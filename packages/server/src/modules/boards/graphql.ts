import { boardPath, CLOSED, DELETED, NONE } from '@milepost/core/boards/boards';
import { formatGlobalId, type BoardId, type BoardListId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../platform/context.ts';
import { builder, costOfPage } from '../../platform/graphql/builder.ts';
import { costOfShortList, pageArguments, pageOfWhole } from '../../platform/graphql/connections.ts';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { nullIfNotFound } from '../../platform/util/errors.ts';
import { CadenceRef, IterationRef } from '../iterations/graphql.ts';
import { cadencesById } from '../iterations/store/cadences.ts';
import { iterationsById } from '../iterations/store.ts';
import { LabelConnection, LabelRef } from '../labels/graphql.ts';
import { labelsById } from '../labels/store.ts';
import { MilestoneRef } from '../milestones/graphql.ts';
import { milestonesById } from '../milestones/store.ts';
import { GroupPermissionsRef, GroupRef, ProjectPermissionsRef, ProjectRef } from '../namespaces/graphql.ts';
import { StatusRef } from '../statuses/graphql.ts';
import { UserCoreRef } from '../users/graphql.ts';
import { usersById } from '../users/store.ts';
import { IssueConnection } from '../work-items/graphql.ts';
import { pageOfWorkItems } from '../work-items/graphql/lists.ts';
import { findBoard, findBoardList, type BoardAt } from './commands.ts';
import { valueOfSlot } from './commands/slots.ts';
import { countsOf, listCell, viewBoard } from './commands/view.ts';
import { BoardIssueInput, listingOf } from './graphql/filters.ts';
import { once } from './graphql/once.ts';
import { describePages } from './graphql/pages.ts';
import {
  BoardConnection,
  BoardListConnection,
  BoardListRef,
  BoardRef,
  LimitMetricEnum,
  type ColumnOfBoard,
} from './graphql/types.ts';
import { boardPolicy } from './policy.ts';
import { boardsOf, foldedOn } from './store.ts';

export const readBoardId = (id: string): BoardId => readGlobalId<'Board'>(id, 'Board');
export const readListId = (id: string): BoardListId => readGlobalId<'BoardList'>(id, 'List');

export function extendSchema(): void {
  describeBoard();
  describeList();
  for (const face of [GroupRef, ProjectRef]) boardsOn(face);
  for (const permissions of [GroupPermissionsRef, ProjectPermissionsRef]) {
    builder.objectField(permissions, 'adminIssueBoard', (t) =>
      t.boolean({
        description: 'Milepost extension. Create, change and delete boards',
        resolve: (namespace, _args, ctx) => ctx.can(boardPolicy.manage, namespace),
      }),
    );
  }
  builder.queryField('boardList', (t) =>
    t.field({
      type: BoardListRef,
      nullable: true,
      args: { id: t.arg({ type: 'ListID', required: true }), issueFilters: t.arg({ type: BoardIssueInput }) },
      resolve: async (_root, { id, issueFilters }, ctx) => {
        const found = await nullIfNotFound(findBoardList(ctx, readListId(id)));
        if (!found) return null;
        const { list, ...at } = found;
        const columns = await columnsOfBoard(ctx, at, issueFilters);
        return columns.find(({ slot }) => slot.list?.id === list.id) ?? null;
      },
    }),
  );
  describePages();
}

function boardsOn(face: typeof GroupRef): void {
  builder.objectFields(face, (t) => ({
    board: t.field({
      type: BoardRef,
      nullable: true,
      args: { id: t.arg({ type: 'BoardID', required: true }) },
      resolve: (namespace, { id }, ctx) =>
        hasFeature(namespace, 'boards') ? nullIfNotFound(findBoard(ctx, readBoardId(id), namespace)) : null,
    }),
    boards: t.field({
      type: BoardConnection,
      nullable: true,
      complexity: costOfShortList,
      args: { ...pageArguments, id: t.arg({ type: 'BoardID' }) },
      resolve: async (namespace, { id, ...args }, ctx) => {
        if (!hasFeature(namespace, 'boards')) return null;
        const boards = await boardsOf(ctx, namespace.id);
        const wanted = id ? boards.filter((board) => board.id === readBoardId(id)) : boards;
        return pageOfWhole(
          wanted.map((board): BoardAt => ({ board, namespace })),
          args,
        );
      },
    }),
  }));
}

/** The columns of a stored board, as published lists. */
export async function columnsOfBoard(
  ctx: Context,
  { board, namespace }: BoardAt,
  filters: object | null | undefined,
): Promise<ColumnOfBoard[]> {
  const view = await viewBoard(ctx, { namespace, board, listing: listingOf(namespace, filters ?? {}) });
  const counts = once(() => countsOf(ctx, view));
  const folded = once(async () =>
    ctx.viewer.id === null ? [] : foldedOn(ctx.db, ctx.viewer.id, namespace.id, board.id),
  );
  const stored = view.columns.filter(
    ({ list, kind }) => (list !== null && kind !== DELETED) || kind === NONE || kind === CLOSED,
  );
  // The backlog is published as the first list, the closed one as the last.
  const order = (kind: string) => (kind === NONE ? 0 : kind === CLOSED ? 2 : 1);
  return stored
    .toSorted((one, other) => order(one.kind) - order(other.kind))
    .map((slot) => ({ slot, view, counts, isFolded: async () => (await folded()).some((key) => key === slot.key) }));
}

function describeBoard(): void {
  const pathOf = ({ board, namespace }: BoardAt) => boardPath(namespace.kind, namespace.fullPath, board.id);
  BoardRef.implement({
    description: 'A board of issues',
    fields: (t) => ({
      id: t.id({ resolve: ({ board }) => formatGlobalId('Board', board.id) }),
      name: t.string({ nullable: true, resolve: ({ board }) => board.name }),
      hideBacklogList: t.boolean({ nullable: true, resolve: ({ board }) => board.hidesBacklog }),
      hideClosedList: t.boolean({ nullable: true, resolve: ({ board }) => board.hidesClosed }),
      createdAt: t.field({ type: 'Time', resolve: ({ board }) => board.createdAt }),
      updatedAt: t.field({ type: 'Time', resolve: ({ board }) => board.updatedAt }),
      webPath: t.string({ resolve: pathOf }),
      webUrl: t.string({ resolve: (at, _args, ctx) => ctx.baseUrl + pathOf(at) }),
      weight: t.int({ nullable: true, resolve: ({ board }) => board.weight }),
      assignee: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ board }, _args, ctx) => (board.assigneeId === null ? null : ctx.load(usersById, board.assigneeId)),
      }),
      milestone: t.field({
        type: MilestoneRef,
        nullable: true,
        resolve: ({ board }, _args, ctx) =>
          board.milestoneId === null ? null : ctx.load(milestonesById, board.milestoneId),
      }),
      iteration: t.field({
        type: IterationRef,
        nullable: true,
        resolve: ({ board }, _args, ctx) =>
          board.iterationId === null ? null : ctx.load(iterationsById, board.iterationId),
      }),
      iterationCadence: t.field({
        type: CadenceRef,
        nullable: true,
        resolve: ({ board }, _args, ctx) =>
          board.iterationCadenceId === null ? null : ctx.load(cadencesById, board.iterationCadenceId),
      }),
      labels: t.field({
        type: LabelConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: async ({ board }, args, ctx) => pageOfWhole(await ctx.loadMany(labelsById, board.labelIds), args),
      }),
      lists: t.field({
        type: BoardListConnection,
        nullable: true,
        complexity: costOfShortList,
        args: { ...pageArguments, id: t.arg({ type: 'ListID' }), issueFilters: t.arg({ type: BoardIssueInput }) },
        resolve: async (at, { id, issueFilters, ...args }, ctx) => {
          const columns = await columnsOfBoard(ctx, at, issueFilters);
          const wanted = id ? columns.filter(({ slot }) => slot.list?.id === readListId(id)) : columns;
          return pageOfWhole(wanted, args);
        },
      }),
    }),
  });
}

/** The id of a built-in list is that of its board in another range: 0 stands for the backlog, 1 for the closed list. */
function listIdOf({ slot, view }: ColumnOfBoard): string {
  if (slot.list) return formatGlobalId('List', slot.list.id);
  return formatGlobalId('List', BUILT_IN_LISTS + (view.board?.id ?? 0) * 2 + (slot.kind === CLOSED ? 1 : 0));
}

/** Above all ids of stored lists. */
const BUILT_IN_LISTS = 500_000_000_000_000;

/** The column of a published list id on a board. */
export function isListId(column: ColumnOfBoard, id: string): boolean {
  return listIdOf(column) === formatGlobalId('List', readListId(id));
}

function titleOf({ slot }: ColumnOfBoard): string {
  if (slot.kind === NONE) return 'Open';
  return slot.kind === CLOSED ? 'Closed' : (slot.title ?? '');
}

function describeList(): void {
  const countOf = async (column: ColumnOfBoard) =>
    (await column.counts()).find(({ column: key, lane }) => key === column.slot.key && lane === null);
  BoardListRef.implement({
    description: 'A column of a board',
    fields: (t) => ({
      id: t.id({ resolve: listIdOf }),
      title: t.string({ resolve: titleOf }),
      listType: t.string({ resolve: ({ slot }) => (slot.kind === NONE ? 'backlog' : slot.kind) }),
      position: t.int({ nullable: true, resolve: ({ slot }) => slot.list?.position ?? null }),
      collapsed: t.boolean({ nullable: true, resolve: ({ isFolded }) => isFolded() }),
      issuesCount: t.int({ nullable: true, resolve: async (column) => (await countOf(column))?.count ?? 0 }),
      totalIssueWeight: t.field({
        type: 'BigInt',
        nullable: true,
        resolve: async (column) => (await countOf(column))?.weight ?? 0,
      }),
      limitMetric: t.field({
        type: LimitMetricEnum,
        nullable: true,
        resolve: ({ slot }) => slot.list?.limitMetric ?? null,
      }),
      maxIssueCount: t.int({ nullable: true, resolve: ({ slot }) => slot.list?.maxIssueCount ?? 0 }),
      maxIssueWeight: t.int({ nullable: true, resolve: ({ slot }) => slot.list?.maxIssueWeight ?? 0 }),
      status: t.field({ type: StatusRef, nullable: true, resolve: ({ slot }) => valueOfSlot(slot, 'status') }),
      label: t.field({ type: LabelRef, nullable: true, resolve: ({ slot }) => valueOfSlot(slot, 'label') }),
      assignee: t.field({ type: UserCoreRef, nullable: true, resolve: ({ slot }) => valueOfSlot(slot, 'assignee') }),
      milestone: t.field({ type: MilestoneRef, nullable: true, resolve: ({ slot }) => valueOfSlot(slot, 'milestone') }),
      iteration: t.field({ type: IterationRef, nullable: true, resolve: ({ slot }) => valueOfSlot(slot, 'iteration') }),
      issues: t.field({
        type: IssueConnection,
        nullable: true,
        complexity: costOfPage,
        args: { ...pageArguments, filters: t.arg({ type: BoardIssueInput }) },
        resolve: async ({ slot, view }, { filters, ...args }, ctx, info) => {
          const own = filters ? await refilter(ctx, view, filters) : view;
          return pageOfWorkItems(ctx, args, listCell(own, { column: slot.key, lane: null }), info);
        },
      }),
    }),
  });
}

function refilter(ctx: Context, { namespace, board }: ColumnOfBoard['view'], filters: object) {
  return viewBoard(ctx, { namespace, board, listing: listingOf(namespace, filters) });
}
