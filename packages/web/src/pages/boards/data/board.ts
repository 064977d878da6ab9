import { readTokens } from '@milepost/core/filters/address';
import { filterArguments } from '@milepost/core/filters/arguments';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { NotFoundError } from '../../../platform/api/errors.ts';
import { accepted, present, refuseUnlessDone, request } from '../../../platform/api/graphql.ts';
import type {
  BoardCardFragment,
  BoardCardMoveInput,
  ShownBoardPageFragment,
  ShownBoardSlotFragment,
} from '../../../gen/graphql.ts';
import {
  boardCellsDocument,
  boardChoicesDocument,
  boardPageDocument,
  createCardDocument,
  foldSlotDocument,
  moveCardDocument,
} from './documents.ts';

export type Card = BoardCardFragment;
export type Slot = ShownBoardSlotFragment;
export interface BoardData extends ShownBoardPageFragment {
  /** The cards may belong to different projects. */
  hasManyProjects: boolean;
}

/** What a board shows: the parts of its address. */
export interface BoardQuery {
  home: NamespaceRef;
  /** The global id; null for the default board. */
  boardId: string | null;
  /** Only descendants of this epic: the number in its global id; empty for all issues. */
  epic: string;
  /** As in the address; empty for the lists of the board, or its statuses. */
  columns: string;
  /** Empty for none. */
  lanes: string;
  /** The filters, as canonical text. */
  filters: string;
}

/** A column, or the part of it in one lane. */
export interface Cell {
  column: string;
  /** Null where the board has no lanes. */
  lane: string | null;
}

export const cellKey = ({ column, lane }: Cell): string => `${lane ?? ''}/${column}`;

/** Cards of a column that are loaded at once. */
const PAGE_SIZE = 40;

export const boardKey = ({ kind, fullPath }: NamespaceRef) => ['board', kind, fullPath] as const;

function variablesOf({ home, boardId, epic, columns, lanes, filters }: BoardQuery) {
  return {
    fullPath: home.fullPath,
    isProject: home.kind === 'project',
    boardId,
    epicBoardOf: epic === '' ? null : `gid://gitlab/Epic/${epic}`,
    columnsBy: columns || null,
    lanesBy: lanes || null,
    ...filterArguments('issues', readTokens('issues', filters)),
  };
}

/** The columns and lanes of a board, and the counts of their cards. */
export function boardQuery(board: BoardQuery) {
  return queryOptions({
    queryKey: [...boardKey(board.home), 'page', board],
    queryFn: async ({ signal }): Promise<BoardData> => {
      const { group, project } = await request(boardPageDocument, variablesOf(board), signal);
      const page = (board.home.kind === 'project' ? project : group)?.boardPage;
      if (!page) throw new NotFoundError('Board');
      return { ...page, hasManyProjects: present(group?.projects.nodes).length > 1 };
    },
  });
}

interface CellRequest {
  columns: readonly string[] | null;
  lane: string | null;
  first: number;
  after: string | null;
}

async function requestCells(board: BoardQuery, cells: CellRequest, signal: AbortSignal) {
  const variables = { ...variablesOf(board), ...cells, columns: cells.columns as string[] | null };
  const { group, project } = await request(boardCellsDocument, variables, signal);
  return (board.home.kind === 'project' ? project : group)?.boardPage?.cells ?? [];
}

export interface CardPage {
  cards: readonly Card[];
  next: string | null;
}

/** The cards of a column, page by page. */
export function columnPages(board: BoardQuery, column: string) {
  return infiniteQueryOptions({
    queryKey: [...boardKey(board.home), 'column', board, column],
    queryFn: async ({ pageParam, signal }): Promise<CardPage> => {
      const wanted = { columns: [column], lane: null, first: PAGE_SIZE, after: pageParam };
      const [cell] = await requestCells(board, wanted, signal);
      const info = cell?.issues.pageInfo;
      return { cards: present(cell?.issues.nodes), next: info?.hasNextPage ? (info.endCursor ?? null) : null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: CardPage) => next ?? undefined,
  });
}

/** The first cards of each column in one lane. */
export function laneQuery(board: BoardQuery, lane: string, first: number) {
  return queryOptions({
    queryKey: [...boardKey(board.home), 'lane', board, lane, first],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly Card[]>> => {
      const cells = await requestCells(board, { columns: null, lane, first, after: null }, signal);
      return new Map(cells.map(({ column, issues }) => [column, present(issues.nodes)]));
    },
  });
}

export interface BoardChoices {
  boards: readonly { id: string; name: string; webPath: string }[];
  /** The scopes of labels: `stage` for `stage::alpha`. */
  scopes: readonly string[];
}

/** The boards of a group or project, and the scopes of its labels. */
export function boardChoicesQuery(home: NamespaceRef) {
  return queryOptions({
    queryKey: [...boardKey(home), 'choices'],
    queryFn: async ({ signal }): Promise<BoardChoices> => {
      const variables = { fullPath: home.fullPath, isProject: home.kind === 'project' };
      const { group, project } = await request(boardChoicesDocument, variables, signal);
      const namespace = home.kind === 'project' ? project : group;
      const titles = present(namespace?.labels?.nodes).map(({ title }) => title);
      const scopes = titles.flatMap((title) => {
        const end = title.lastIndexOf('::');
        return end > 0 ? [title.slice(0, end)] : [];
      });
      return {
        boards: present(namespace?.boards?.nodes).map(({ id, name, webPath }) => ({ id, name: name ?? '', webPath })),
        scopes: [...new Set(scopes)].toSorted(),
      };
    },
    staleTime: 60_000,
  });
}

export async function sendMove(input: BoardCardMoveInput): Promise<void> {
  const { boardCardMove } = await request(moveCardDocument, { input });
  accepted(boardCardMove, 'issue');
}

export async function sendFold(
  home: NamespaceRef,
  boardId: string | null,
  key: string,
  folded: boolean,
): Promise<void> {
  const input = { fullPath: home.fullPath, boardId, key, folded };
  const { boardSlotFold } = await request(foldSlotDocument, { input });
  refuseUnlessDone(boardSlotFold);
}

/** Creates an issue in a cell: with the values of its column and lane, as the first card. */
export async function createCard(projectPath: string, title: string, cell: Cell, first: string | null): Promise<void> {
  const { createIssue } = await request(createCardDocument, { input: { projectPath, title } });
  const { id } = accepted(createIssue, 'issue');
  await sendMove({
    id,
    fromColumn: 'none',
    toColumn: cell.column,
    fromLane: cell.lane === null ? null : 'none',
    toLane: cell.lane,
    moveAfterId: first,
  });
}
