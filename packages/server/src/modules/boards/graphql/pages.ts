import { boardLimits } from '@milepost/core/boards/boards';
import { formatGlobalId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context } from '../../../platform/context.ts';
import { builder, costOfPage } from '../../../platform/graphql/builder.ts';
import {
  pageArguments,
  pageOf,
  sliceOf,
  type Page,
  type PageArguments,
} from '../../../platform/graphql/connections.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { nullIfNotFound } from '../../../platform/util/errors.ts';
import { IterationRef } from '../../iterations/graphql.ts';
import { LabelRef } from '../../labels/graphql.ts';
import { MilestoneRef } from '../../milestones/graphql.ts';
import { GroupRef, ProjectRef } from '../../namespaces/graphql.ts';
import { StatusRef } from '../../statuses/graphql.ts';
import { UserCoreRef } from '../../users/graphql.ts';
import { EpicRef, IssueConnection } from '../../work-items/graphql.ts';
import { issueListArguments } from '../../work-items/graphql/issue-list.ts';
import { countWorkItems, listKey } from '../../work-items/store/lists.ts';
import { findVisibleWorkItemById, type WorkItem } from '../../work-items/store.ts';
import { findBoard } from '../commands.ts';
import { homeOfSlot, valueOfSlot } from '../commands/slots.ts';
import { cardsAfter, countsOf, viewBoard, type BoardView } from '../commands/view.ts';
import { foldedOn } from '../store.ts';
import { listingOf } from './filters.ts';
import { once } from './once.ts';
import {
  BoardCellRef,
  BoardCountRef,
  BoardPageRef,
  BoardRef,
  BoardSlotRef,
  LimitMetricEnum,
  type CellOfBoard,
} from './types.ts';

/** Cells of one answer: the columns of a board, or of one of its lanes. */
const MAX_CELLS = 100;

/** `boardPage` of groups and projects: what the page of a board shows. */
export function describePages(): void {
  describePage();
  describeSlot();
  describeCells();
  for (const face of [GroupRef, ProjectRef]) {
    builder.objectField(face, 'boardPage', (t) =>
      t.field({
        type: BoardPageRef,
        nullable: true,
        description: 'Milepost extension. A board with its columns and lanes; the default one without `boardId`',
        args: {
          ...issueListArguments('issues'),
          boardId: t.arg({ type: 'BoardID' }),
          epicBoardOf: t.arg({ type: 'EpicID', description: 'Only descendants of this epic' }),
          columnsBy: t.arg.string({
            description:
              '`status`, `label:SCOPE`, `assignee`, `milestone` or `iteration`; the lists of the board, or `status`, by default',
          }),
          lanesBy: t.arg.string({ description: '`epic`, `assignee` or `label:SCOPE`; no lanes by default' }),
        },
        resolve: async (namespace, args, ctx) => {
          if (!hasFeature(namespace, 'boards')) return null;
          const { boardId, columnsBy, lanesBy, epicBoardOf } = args;
          const at = boardId
            ? await nullIfNotFound(findBoard(ctx, readGlobalId<'Board'>(boardId, 'Board'), namespace))
            : null;
          if (boardId && !at) return null;
          const epicId = epicBoardOf ? readGlobalId<'WorkItem'>(epicBoardOf, 'Epic') : null;
          if (epicId !== null && !(await nullIfNotFound(findVisibleWorkItemById(ctx, epicId, ['epic'])))) return null;
          const view = await viewBoard(ctx, {
            namespace,
            board: at?.board ?? null,
            epicId,
            columns: columnsBy,
            lanes: lanesBy,
            listing: listingOf(namespace, args),
          });
          return { view, counts: once(() => countsOf(ctx, view)) };
        },
      }),
    );
  }
}

function describePage(): void {
  BoardPageRef.implement({
    description: 'A board as its page shows it',
    fields: (t) => ({
      board: t.field({
        type: BoardRef,
        nullable: true,
        resolve: ({ view: { board, namespace } }) => board && { board, namespace },
      }),
      columns: t.field({ type: [BoardSlotRef], resolve: ({ view }) => view.columns }),
      lanes: t.field({ type: [BoardSlotRef], resolve: ({ view }) => view.lanes }),
      hasMoreColumns: t.boolean({
        description: `There are more than ${boardLimits.columns} values; cards of the others are among those without one`,
        resolve: ({ view }) => view.hasMoreColumns,
      }),
      hasMoreLanes: t.boolean({
        description: `The same for more than ${boardLimits.lanes} lanes`,
        resolve: ({ view }) => view.hasMoreLanes,
      }),
      folded: t.stringList({
        description: 'The keys of the columns and lanes that the viewer folded',
        resolve: async ({ view: { board, namespace } }, _args, ctx) =>
          ctx.viewer.id === null ? [] : foldedOn(ctx.db, ctx.viewer.id, namespace.id, board?.id ?? null),
      }),
      counts: t.field({
        type: [BoardCountRef],
        description: 'Of the whole board, of each column, lane and cell with cards',
        resolve: ({ counts }) => counts(),
      }),
      total: t.int({
        description: 'The number of issues without filters',
        args: { limit: t.arg.int() },
        resolve: ({ view }, { limit }, ctx) => countAll(ctx, view, limit ?? undefined),
      }),
      cells: t.field({
        type: [BoardCellRef],
        description: 'These columns, or the parts of them in one lane, with their cards',
        args: {
          columns: t.arg.stringList({ description: 'Their keys; all by default' }),
          lane: t.arg.string(),
        },
        complexity: ({ columns }) => ({ field: 1, multiplier: Math.min(columns?.length ?? 8, MAX_CELLS) }),
        resolve: ({ view }, { columns, lane }) =>
          (columns ?? view.columns.map(({ key }) => key))
            .slice(0, MAX_CELLS)
            .map((column) => ({ view, column, lane: lane ?? null })),
      }),
    }),
  });
}

async function cardsOfCell(ctx: Context, { view, ...cell }: CellOfBoard, args: PageArguments): Promise<Page<WorkItem>> {
  const slice = sliceOf(args);
  const rows = await cardsAfter(ctx, view, cell, slice);
  const keys = new Map(rows.map((row) => [row.id, listKey(row)]));
  return pageOf<WorkItem>(rows, slice, ({ id }) => keys.get(id) ?? []);
}

function countAll(ctx: Context, { namespace, board, cards }: BoardView, limit?: number): Promise<number> {
  const whole = listingOf(namespace, {});
  const epicId = cards.filter.is.cardsOf?.epicId ?? null;
  const filter = { ...whole.filter, is: { cardsOf: { board, epicId, slots: [] } } };
  return countWorkItems(ctx, { ...whole, filter }, limit);
}

function describeSlot(): void {
  BoardSlotRef.implement({
    description: 'A column or lane of a board',
    fields: (t) => ({
      key: t.exposeString('key', {
        description: 'Such as `label:12`, or `none` or `closed`; of a list whose label was deleted `deleted:7`',
      }),
      kind: t.exposeString('kind'),
      title: t.exposeString('title', { nullable: true, description: 'Null for `none` and `closed`' }),
      namespacePath: t.string({
        nullable: true,
        description: 'Only items of this group or project and below can get the value',
        resolve: async (slot, _args, ctx) => (await homeOfSlot(ctx, slot))?.fullPath ?? null,
      }),
      listId: t.field({
        type: 'ListID',
        nullable: true,
        resolve: ({ list }) => list && formatGlobalId('List', list.id),
      }),
      maxIssueCount: t.int({ resolve: ({ list }) => list?.maxIssueCount ?? 0 }),
      maxIssueWeight: t.int({ resolve: ({ list }) => list?.maxIssueWeight ?? 0 }),
      limitMetric: t.field({ type: LimitMetricEnum, nullable: true, resolve: ({ list }) => list?.limitMetric ?? null }),
      status: t.field({ type: StatusRef, nullable: true, resolve: (slot) => valueOfSlot(slot, 'status') }),
      label: t.field({ type: LabelRef, nullable: true, resolve: (slot) => valueOfSlot(slot, 'label') }),
      assignee: t.field({ type: UserCoreRef, nullable: true, resolve: (slot) => valueOfSlot(slot, 'assignee') }),
      milestone: t.field({ type: MilestoneRef, nullable: true, resolve: (slot) => valueOfSlot(slot, 'milestone') }),
      iteration: t.field({ type: IterationRef, nullable: true, resolve: (slot) => valueOfSlot(slot, 'iteration') }),
      epic: t.field({ type: EpicRef, nullable: true, resolve: (slot) => valueOfSlot(slot, 'epic') }),
    }),
  });
}

function describeCells(): void {
  BoardCountRef.implement({
    description: 'The cards of a column, a lane, a cell (both), or of the whole board (neither)',
    fields: (t) => ({
      column: t.exposeString('column', { nullable: true }),
      lane: t.exposeString('lane', { nullable: true }),
      count: t.exposeInt('count'),
      weight: t.field({ type: 'BigInt', resolve: ({ weight }) => weight }),
      closedWeight: t.field({ type: 'BigInt', resolve: ({ closedWeight }) => closedWeight }),
    }),
  });
  BoardCellRef.implement({
    description: 'Cards of a column, or of the part of it in one lane',
    fields: (t) => ({
      column: t.exposeString('column'),
      lane: t.exposeString('lane', { nullable: true }),
      issues: t.field({
        type: IssueConnection,
        description: 'The cards in their order',
        complexity: costOfPage,
        args: pageArguments,
        resolve: (cell, args, ctx) => cardsOfCell(ctx, cell, args),
      }),
    }),
  });
}
