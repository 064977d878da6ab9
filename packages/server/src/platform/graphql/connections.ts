import { GraphQLError, Kind, type GraphQLResolveInfo } from 'graphql';
import { countRows } from './answer-size.ts';
import { decodeCursor, encodeCursor, InvalidCursorError, type Slice } from '../cursors.ts';
import { builder, limits } from './builder.ts';

/** One page of a list: the rows, whether there are more in either direction, and the cursor of each row. */
export interface Page<Node> {
  nodes: readonly Node[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** A method, so that a page of one type of a union is a page of the union. */
  cursorOf(node: Node): string;
  /** The total count, or `limit` + 1 if there are more; runs only if it is selected. */
  count?: (limit?: number) => Promise<number> | number;
}

interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  startCursor: string | null;
  endCursor: string | null;
}

const PageInfoRef = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'The position of a page in its list',
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage'),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage'),
    startCursor: t.exposeString('startCursor', { nullable: true }),
    endCursor: t.exposeString('endCursor', { nullable: true }),
  }),
});

/** Defines and implements `EpicConnection` and `EpicEdge` for a node type. */
export function connectionType<Node>(name: string, node: ReturnType<typeof builder.objectRef<Node>>) {
  const edge = builder.objectRef<{ node: Node; cursor: string }>(`${name}Edge`).implement({
    fields: (t) => ({
      cursor: t.exposeString('cursor'),
      node: t.field({ type: node, nullable: true, resolve: (parent) => parent.node as never }),
    }),
  });
  return builder.objectRef<Page<Node>>(`${name}Connection`).implement({
    fields: (t) => ({
      nodes: t.field({
        type: [node],
        nullable: { list: true, items: true },
        resolve: (page, _args, ctx, info) => {
          countRows(ctx, page.nodes.length, info);
          return page.nodes as never;
        },
      }),
      edges: t.field({
        type: [edge],
        nullable: { list: true, items: true },
        resolve: (page, _args, ctx, info) => {
          countRows(ctx, page.nodes.length, info);
          return page.nodes.map((each) => ({ node: each, cursor: page.cursorOf(each) }));
        },
      }),
      pageInfo: t.field({ type: PageInfoRef, resolve: pageInfoOf }),
      count: t.int({
        args: {
          limit: t.arg.int({
            description: 'Maximum count of a long list; `limit` + 1 means that there are more',
          }),
        },
        resolve: async (page, { limit }) => {
          const most = limit && limit > 0 ? limit : undefined;
          const count = (await page.count?.(most)) ?? page.nodes.length;
          return most === undefined ? count : Math.min(count, most + 1);
        },
      }),
    }),
  });
}

function pageInfoOf<Node>(page: Page<Node>): PageInfo {
  const first = page.nodes[0];
  const last = page.nodes.at(-1);
  return {
    hasNextPage: page.hasNextPage,
    hasPreviousPage: page.hasPreviousPage,
    startCursor: first === undefined ? null : page.cursorOf(first),
    endCursor: last === undefined ? null : page.cursorOf(last),
  };
}

export interface PageArguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
}

/** The four paging arguments, for a field's `args`: `args: { ...pageArguments, search: t.arg.string() }`. */
export const pageArguments = builder.args((t) => ({
  first: t.int(),
  last: t.int(),
  after: t.string(),
  before: t.string(),
}));

/** Reads the paging arguments; an empty cursor, which existing clients send, means the first page. Throws GraphQLError for a negative size. */
export function sliceOf(args: PageArguments, maxPageSize: number = limits.pageSize): Slice {
  const isBackward = args.last !== null && args.last !== undefined && (args.first === null || args.first === undefined);
  const wanted = (isBackward ? args.last : args.first) ?? maxPageSize;
  if (wanted < 0) throw new GraphQLError('A page size must not be negative');
  const cursor = isBackward ? args.before : args.after;
  return { limit: Math.min(wanted, maxPageSize), isBackward, cursor: cursor ? decodeCursor(cursor) : null };
}

/** Whether only the count of a connection is selected, so that no page need be read. */
export function requestsOnlyCount({ fieldNodes }: Pick<GraphQLResolveInfo, 'fieldNodes'>): boolean {
  const selected = fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return selected.every((each) => each.kind === Kind.FIELD && ['count', '__typename'].includes(each.name.value));
}

/** Turns `limit + 1` fetched rows into a page: the extra row only shows that there are more. */
export function pageOf<Node>(
  rows: readonly Node[],
  slice: Slice,
  keyOf: (node: Node) => readonly unknown[],
  count?: (limit?: number) => Promise<number>,
): Page<Node> {
  const hasMore = rows.length > slice.limit;
  const nodes = hasMore ? rows.slice(0, slice.limit) : [...rows];
  if (slice.isBackward) nodes.reverse();
  return {
    nodes: nodes,
    hasNextPage: slice.isBackward ? slice.cursor !== null : hasMore,
    hasPreviousPage: slice.isBackward ? hasMore : slice.cursor !== null,
    cursorOf: (node) => encodeCursor(keyOf(node)),
    ...(count && { count }),
  };
}

/** Estimated rows of a list that is always short. */
const EXPECTED_SHORT_LIST = 5;

/** The `complexity` of a field with a short list (`pageOfWhole`), whose length rarely reaches the page size. */
export function costOfShortList({ first, last }: PageArguments): { field: number; multiplier: number } {
  return { field: 1, multiplier: Math.min(Math.max(first ?? last ?? EXPECTED_SHORT_LIST, 0), EXPECTED_SHORT_LIST) };
}

/**
 * The requested page of a list that is read completely because it is short (labels of an item, say); the full list without a
 * page size. Throws a GraphQLError for a negative page size and for a cursor of another list.
 */
export function pageOfWhole<Node>(nodes: readonly Node[], args: PageArguments): Page<Node> {
  const start = args.after ? positionAfter(nodes, args.after) : 0;
  const end = args.before ? Math.max(positionBefore(nodes, args.before), start) : nodes.length;
  const fromStart = Math.min(end, start + (pageSizeOf(args.first) ?? nodes.length));
  const from = Math.max(start, fromStart - (pageSizeOf(args.last) ?? nodes.length));
  return {
    nodes: nodes.slice(from, fromStart),
    hasNextPage: fromStart < nodes.length,
    hasPreviousPage: from > 0,
    cursorOf: (node) => encodeCursor([keyOf(node), Math.max(nodes.indexOf(node), 0)]),
    count: () => nodes.length,
  };
}

function pageSizeOf(requested: number | null | undefined): number | null {
  if (requested === null || requested === undefined) return null;
  if (requested < 0) throw new GraphQLError('A page size must not be negative');
  return Math.min(requested, limits.pageSize);
}

/** The identity of a row, which survives changes of the list. */
function keyOf(node: unknown): unknown {
  return typeof node === 'object' && node !== null && 'id' in node ? node.id : typeof node === 'string' ? node : null;
}

/** The index after the cursor's row; if the row was deleted, the index at its former position. */
function positionAfter(nodes: readonly unknown[], cursor: string): number {
  const { found, position } = findRow(nodes, cursor);
  return found ? position + 1 : position;
}

function positionBefore(nodes: readonly unknown[], cursor: string): number {
  return findRow(nodes, cursor).position;
}

function findRow(nodes: readonly unknown[], cursor: string): { found: boolean; position: number } {
  const [key, position] = decodeCursor(cursor);
  const index = key === null ? -1 : nodes.findIndex((node) => keyOf(node) === key);
  if (index >= 0) return { found: true, position: index };
  if (!Number.isSafeInteger(position) || Number(position) < 0) throw new InvalidCursorError();
  return { found: key === null, position: Math.min(Number(position), nodes.length) };
}
