import type { ShownLabel } from '../labels/api.ts';

/** The fields of an item that every list needs. */
export interface ListedItem {
  id: string;
  title: string;
  labels: readonly ShownLabel[];
}

/** One page of a list, and the cursors of the pages beside it. */
export interface ItemPage<Item> {
  items: readonly Item[];
  /** Null where this is the first page. */
  previous: string | null;
  /** Null where this is the last. */
  next: string | null;
}

interface Connection<Node> {
  nodes?: readonly (Node | null)[] | null;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor?: string | null; endCursor?: string | null };
}

/** A connection of the API as a page. */
export function itemPageOf<Node>(connection: Connection<Node> | null | undefined): ItemPage<Node> {
  const info = connection?.pageInfo;
  return {
    items: (connection?.nodes ?? []).filter((node) => node !== null),
    previous: info?.hasPreviousPage ? (info.startCursor ?? null) : null,
    next: info?.hasNextPage ? (info.endCursor ?? null) : null,
  };
}

/** The paging arguments of a page with `size` rows. */
export function pageArguments({ after, before }: { after: string; before: string }, size: number) {
  return before === '' ? { first: size, after } : { last: size, before };
}

/** The limit of counts: counting more rows would take longer than the number is worth. */
export const MAX_COUNT = 10_000;

export interface StateCounts {
  opened: number;
  closed: number;
  all: number;
}

/** The counts of the tabs; more than {@link MAX_COUNT} is shown as "more than that". */
export function stateCountsOf(opened: number, closed: number): StateCounts {
  return { opened, closed, all: opened + closed };
}
