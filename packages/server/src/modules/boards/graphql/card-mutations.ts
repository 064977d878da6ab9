import { CLOSED, NONE } from '@milepost/core/boards/boards';
import { NotFoundError } from '@milepost/core/errors';
import type { WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation, type PayloadFields } from '../../../platform/graphql/mutations.ts';
import type { Spot } from '../../hierarchy/store/siblings.ts';
import { findVisibleNamespace } from '../../namespaces/commands.ts';
import { IssueRef } from '../../work-items/graphql.ts';
import { idOf, wrongArgument } from '../../work-items/graphql/inputs.ts';
import { findIssue } from '../../work-items/graphql/issue-mutations.ts';
import type { InputFields } from '../../work-items/graphql/filter-inputs.ts';
import { plugInGraphql, type PluggedArguments } from '../../work-items/graphql/plugs.ts';
import { workItemsOnPage } from '../../work-items/store/lists.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { findBoard, foldSlot } from '../commands.ts';
import { moveCard, placeNewIssue } from '../commands/move-card.ts';
import { listCell } from '../commands/view.ts';
import { columnsOfBoard, isListId, readBoardId } from '../graphql.ts';
import type { ColumnOfBoard } from './types.ts';

export function mutateCards(): void {
  mutation('issueMoveList', {
    description: 'Moves an issue to a list of a board, and to a position in it',
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      boardId: t.field({ type: 'BoardID', required: true }),
      fromListId: t.id(),
      toListId: t.id(),
      moveBeforeId: t.id({ description: 'The issue that precedes it afterwards' }),
      moveAfterId: t.id({ description: 'The issue that follows it afterwards' }),
      positionInList: t.int({ description: 'From 0; -1 for the end' }),
      epicId: t.field({ type: 'EpicID', description: 'Its new parent; null for none' }),
    }),
    resolve: async (input, ctx) => {
      const { fromListId, toListId, moveBeforeId, moveAfterId, positionInList, epicId } = input;
      if ([fromListId, toListId, moveBeforeId, moveAfterId].every((id) => !id) && epicId === undefined) {
        throw wrongArgument('One of fromListId, toListId, moveBeforeId and moveAfterId is required');
      }
      if (typeof positionInList === 'number' && !toListId) {
        throw wrongArgument('positionInList requires toListId');
      }
      const issue = await findIssue(ctx, input.projectPath, input.iid);
      const columns = await columnsOfBoard(ctx, await findBoard(ctx, readBoardId(input.boardId)), {});
      const listed = (id: string | number | null | undefined) => {
        if (id === null || id === undefined) return null;
        const column = columns.find((each) => isListId(each, String(id)));
        if (!column) throw new NotFoundError('Board list');
        return column;
      };
      const [from, to] = [listed(input.fromListId), listed(input.toListId)];
      const spot =
        spotOf(input) ??
        (typeof input.positionInList === 'number' ? await spotAt(ctx, to, input.positionInList, issue) : null);
      const toColumn = to?.slot.key ?? from?.slot.key ?? NONE;
      const parentId = idOf<'WorkItem'>(input.epicId, 'Epic', 'WorkItem');
      return moveCard(ctx, issue.id, {
        fromColumn: from?.slot.key ?? toLeave(toColumn),
        toColumn,
        spot,
        ...(parentId !== undefined && { change: { parentId } }),
      });
    },
    payload: issuePayload,
  });
  mutation('boardCardMove', {
    description: 'Milepost extension. Moves a card to a column, lane and position in one transaction',
    input: (t) => ({
      id: t.field({ type: 'IssueID', required: true }),
      fromColumn: t.string({ required: true }),
      toColumn: t.string({ required: true }),
      fromLane: t.string(),
      toLane: t.string(),
      moveBeforeId: t.id({ description: 'The issue that precedes it afterwards' }),
      moveAfterId: t.id({ description: 'The issue that follows it afterwards' }),
    }),
    resolve: ({ id, fromColumn, toColumn, fromLane, toLane, ...beside }, ctx) =>
      moveCard(ctx, readGlobalId<'WorkItem'>(id, 'Issue', 'WorkItem'), {
        fromColumn,
        toColumn,
        fromLane,
        toLane,
        spot: spotOf(beside),
      }),
    payload: issuePayload,
  });
  mutation('boardSlotFold', {
    description: 'Milepost extension. Folds or unfolds a column or lane for the viewer',
    input: (t) => ({
      fullPath: t.id({ required: true }),
      boardId: t.field({ type: 'BoardID', description: 'The default board if omitted' }),
      key: t.string({ required: true }),
      folded: t.boolean({ required: true }),
    }),
    async resolve({ fullPath, boardId, key, folded }, ctx) {
      const namespace = await findVisibleNamespace(ctx, fullPath);
      const at = boardId ? await findBoard(ctx, readBoardId(boardId), namespace) : { board: null, namespace };
      await foldSlot(ctx, at, { key, isFolded: folded });
      return {};
    },
    payload: () => ({}),
  });
}

/** The position of a new issue. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, Beside>({
    name: 'boards',
    write: {
      fields: (t, name): PluggedArguments => (name === 'createIssue' ? besideFields(t) : {}),
      beside(input) {
        const spot = spotOf(input);
        return spot && ((ctx, { id }) => placeNewIssue(ctx, id, spot));
      },
    },
  });
}

const besideFields = (t: InputFields) => ({
  moveBeforeId: t.field({
    type: 'IssueID',
    description: 'The issue that precedes it afterwards, on boards and in lists',
  }),
  moveAfterId: t.field({
    type: 'IssueID',
    description: 'The issue that follows it afterwards, on boards and in lists',
  }),
});

/** The slot to leave if the request names no source list: only the state of the issue changes. */
const toLeave = (toColumn: string) => (toColumn === NONE ? CLOSED : NONE);

interface Beside {
  moveBeforeId?: string | number | null;
  moveAfterId?: string | number | null;
}

function spotOf({ moveBeforeId, moveAfterId }: Beside): Exclude<Spot, 'top' | 'end'> | null {
  const read = (id: string | number): WorkItemId => readGlobalId<'WorkItem'>(String(id), 'Issue', 'WorkItem');
  if (moveBeforeId) return { after: read(moveBeforeId) };
  return moveAfterId ? { before: read(moveAfterId) } : null;
}

/** The neighbor of an issue at this position of a list (from 0, negative for the end); null if the list has no other issue. */
async function spotAt(
  ctx: Context,
  column: ColumnOfBoard | null,
  position: number,
  issue: WorkItem,
): Promise<Spot | null> {
  if (!column) return null;
  const listing = listCell(column.view, { column: column.slot.key, lane: null });
  const isEnd = position < 0;
  const page = { page: 1, perPage: 2, offset: isEnd ? 0 : Math.min(position, 10_000) };
  const order = { ...listing.order, isDescending: isEnd };
  const rows = await workItemsOnPage(ctx, { ...listing, order }, page);
  const beside = rows.find(({ id }) => id !== issue.id);
  if (!beside) return null;
  return isEnd ? { after: beside.id } : { before: beside.id };
}

const issuePayload = (t: PayloadFields<WorkItem>) => ({
  issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }),
});
