import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { decodeCursor, encodeCursor, type Slice } from '../cursors.ts';

/** The two parameters of every list; spread into its `input` schema. */
export const pagingInput = {
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: 'Page number' })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, default: 20, description: 'Rows on a page, at most 100' })),
};

/** Parameters of lists that support keyset paging: with `pagination=keyset`, `cursor` is in the link to the next page. */
export const keysetInput = {
  pagination: Type.Optional(
    Type.Enum(['keyset', 'legacy'], {
      description: 'keyset: no page numbers and no totals, only a link to the next page',
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'The start of a keyset page: follow the link' })),
};

/** The slice of a keyset request; null for numbered pages. */
export function keysetRequest(input: { pagination?: string; cursor?: string; per_page?: number }): Slice | null {
  if (input.pagination !== 'keyset') return null;
  const cursor = input.cursor ? decodeCursor(input.cursor) : null;
  return { limit: Math.min(input.per_page ?? 20, 100), isBackward: false, cursor };
}

/** One keyset page: its rows, and the cursor of the next page; null at the end. */
export class KeysetPage<Row> {
  readonly rows: readonly Row[];
  readonly next: readonly unknown[] | null;
  constructor(rows: readonly Row[], next: readonly unknown[] | null) {
    this.rows = rows;
    this.next = next;
  }
}

/** Sets the link to the next page, if there is one. It keeps every other parameter of the request. */
export function setKeysetHeader(
  request: FastifyRequest,
  reply: FastifyReply,
  page: KeysetPage<unknown>,
  baseUrl: string,
): void {
  if (page.next === null) return;
  const url = new URL(request.raw.url ?? request.url, baseUrl);
  url.searchParams.delete('page');
  url.searchParams.set('cursor', encodeCursor(page.next));
  void reply.header('link', `<${url.href}>; rel="next"`);
}

export interface PageRequest {
  /** From 1. */
  page: number;
  perPage: number;
  /** Rows to skip. */
  offset: number;
}

/** Lists with more rows have no total, as published: counting them would take longer than the page. */
export const MAX_TOTAL = 10_000;

/** Reads `page` and `per_page`; a larger page size is reduced to 100, as existing clients expect. */
export function pageRequest(input: { page?: number; per_page?: number }): PageRequest {
  const page = input.page ?? 1;
  const perPage = Math.min(input.per_page ?? 20, 100);
  return { page, perPage, offset: (page - 1) * perPage };
}

/** The result of a list's handler: the rows of the page and the total; null if there are too many rows to count. */
export class RestPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number | null;
  readonly wanted: PageRequest;
  constructor(rows: readonly Row[], total: number | null, wanted: PageRequest) {
    this.rows = rows;
    this.total = total;
    this.wanted = wanted;
  }
}

/**
 * Sets `x-total`, `x-page`, `link` and the related headers. The links keep every other parameter of the request. Without a total,
 * `x-total`, `x-total-pages` and the link to the last page are left out, as published.
 */
export function setPagingHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RestPage<unknown>,
  baseUrl: string,
): void {
  const { page: current, perPage } = page.wanted;
  const last = page.total === null ? null : Math.max(1, Math.ceil(page.total / perPage));
  const hasNext = last === null ? page.rows.length === perPage : current < last;
  const next = hasNext ? current + 1 : null;
  const previous = current > 1 ? Math.min(current - 1, last ?? current - 1) : null;
  const linkTo = (number: number, rel: string) => {
    const url = new URL(request.raw.url ?? request.url, baseUrl);
    url.searchParams.set('page', String(number));
    url.searchParams.set('per_page', String(perPage));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [
    ...(previous ? [linkTo(previous, 'prev')] : []),
    ...(next ? [linkTo(next, 'next')] : []),
    linkTo(1, 'first'),
    ...(last === null ? [] : [linkTo(last, 'last')]),
  ];
  void reply.headers({
    ...(last !== null && { 'x-total': String(page.total), 'x-total-pages': String(last) }),
    'x-page': String(current),
    'x-per-page': String(perPage),
    'x-next-page': next === null ? '' : String(next),
    'x-prev-page': previous === null ? '' : String(previous),
    link: links.join(', '),
  });
}
