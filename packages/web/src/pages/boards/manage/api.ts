import type { ColumnKind, LimitMetric } from '@milepost/core/boards/boards';
import { graphql } from '../../../gen/gql.ts';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { accepted, refuseUnlessDone, request } from '../../../platform/api/graphql.ts';
import type { Slot } from '../data/board.ts';

const createBoardDocument = graphql(`
  mutation boardCreate($input: CreateBoardInput!) {
    createBoard(input: $input) {
      errors
      board {
        id
        webPath
      }
    }
  }
`);

const renameBoardDocument = graphql(`
  mutation boardRename($input: UpdateBoardInput!) {
    updateBoard(input: $input) {
      errors
    }
  }
`);

const deleteBoardDocument = graphql(`
  mutation boardDelete($input: DestroyBoardInput!) {
    destroyBoard(input: $input) {
      errors
    }
  }
`);

const addColumnDocument = graphql(`
  mutation boardAddColumn($input: BoardListCreateInput!) {
    boardListCreate(input: $input) {
      errors
      list {
        id
      }
    }
  }
`);

const moveColumnDocument = graphql(`
  mutation boardMoveColumn($input: UpdateBoardListInput!) {
    updateBoardList(input: $input) {
      errors
    }
  }
`);

const limitColumnDocument = graphql(`
  mutation boardLimitColumn($input: BoardListUpdateLimitMetricsInput!) {
    boardListUpdateLimitMetrics(input: $input) {
      errors
    }
  }
`);

const removeColumnDocument = graphql(`
  mutation boardRemoveColumn($input: DestroyBoardListInput!) {
    destroyBoardList(input: $input) {
      errors
    }
  }
`);

/** The value of a column: its kind, and the global id. */
export interface ColumnValue {
  kind: ColumnKind;
  id: string;
}

const inputOf = ({ kind, id }: ColumnValue) => ({ [`${kind}Id`]: id });

/** The value of a column that a board shows; null for one without a value. */
export function valueOfColumn({ kind, status, label, assignee, milestone, iteration }: Slot): ColumnValue | null {
  const values = { status, label, assignee, milestone, iteration };
  const id = values[kind as ColumnKind]?.id;
  return id ? { kind: kind as ColumnKind, id } : null;
}

/**
 * Creates a board with these columns, in their order. Columns by status need no others for open and closed issues. Returns its path.
 */
export async function createBoard(
  { kind, fullPath }: NamespaceRef,
  name: string,
  columns: readonly ColumnValue[],
): Promise<string> {
  const isByStatus = columns.some((column) => column.kind === 'status');
  const input = {
    [`${kind}Path`]: fullPath,
    name,
    hideBacklogList: isByStatus,
    hideClosedList: isByStatus,
  };
  const { createBoard: made } = await request(createBoardDocument, { input });
  const { id, webPath } = accepted(made, 'board');
  for (const column of columns) await addColumn(id, column);
  return webPath;
}

export async function renameBoard(id: string, name: string): Promise<void> {
  refuseUnlessDone((await request(renameBoardDocument, { input: { id, name } })).updateBoard);
}

export async function deleteBoard(id: string): Promise<void> {
  refuseUnlessDone((await request(deleteBoardDocument, { input: { id } })).destroyBoard);
}

/** Adds a column at the end of a board. Returns the id of its list. */
export async function addColumn(boardId: string, value: ColumnValue): Promise<string> {
  const { boardListCreate } = await request(addColumnDocument, { input: { boardId, ...inputOf(value) } });
  return accepted(boardListCreate, 'list').id;
}

/** `position`: from 0, among the columns with a list. */
export async function moveColumn(listId: string, position: number): Promise<void> {
  refuseUnlessDone((await request(moveColumnDocument, { input: { listId, position } })).updateBoardList);
}

/** The limit of a column, of issues or of their weight; null for none. */
export interface Limit {
  metric: Exclude<LimitMetric, 'all_metrics'>;
  most: number | null;
}

export async function limitColumn(listId: string, { metric, most }: Limit): Promise<void> {
  const input = {
    listId,
    limitMetric: metric,
    maxIssueCount: metric === 'issue_count' ? (most ?? 0) : 0,
    maxIssueWeight: metric === 'issue_weights' ? (most ?? 0) : 0,
  };
  refuseUnlessDone((await request(limitColumnDocument, { input })).boardListUpdateLimitMetrics);
}

export async function removeColumn(listId: string): Promise<void> {
  refuseUnlessDone((await request(removeColumnDocument, { input: { listId } })).destroyBoardList);
}
