import { MAX_SEARCH_COUNT, parseSearch, type ParsedSearch } from '@milepost/core/text/search';
import type { Context } from '../../platform/context.ts';
import type { Slice } from '../../platform/cursors.ts';
import { MAX_TOTAL, type PageRequest } from '../../platform/rest/paging.ts';
import type { Namespace } from '../namespaces/store.ts';
import { facetsOf, type Facets } from './store/facets.ts';
import { namedItems, typesOfNamed } from './store/named.ts';
import { Matches } from './store/matches.ts';
import { prepareQuery } from './store/query.ts';
import { indexNewest } from './store/queue.ts';
import {
  countByKind,
  datedStagesOf,
  hitsAfter,
  stagesOf,
  type Hit,
  type Searching,
  type Stage,
} from './store/results.ts';
import { hasFilters, items, searchKinds, sourceOf, type SearchFilters, type SearchKind } from './store/sources.ts';

/** The scopes of a search, with the kinds of results in each. */
export const searchScopes = {
  all: searchKinds,
  epics: ['epic'],
  issues: ['issue'],
  tasks: ['task'],
  notes: ['note'],
  milestones: ['milestone'],
  users: ['user'],
  projects: ['group', 'project'],
} as const satisfies Record<string, readonly SearchKind[]>;
export type SearchScope = keyof typeof searchScopes;

export interface SearchRequest {
  text: string;
  kinds: readonly SearchKind[];
  /** Only in this namespace and its descendants. */
  within: Namespace | null;
  filters: SearchFilters;
  /** By date of creation; by default the best match comes first. */
  order?: 'newest' | 'oldest';
}

/** A parsed and validated search. `hitsOf`, `countsOf` and `filterCounts` each run their own statements. */
export interface Search {
  request: SearchRequest;
  /** Null if the text contains no searchable words. */
  searching: Searching | null;
  stages: readonly Stage[];
  named: readonly Hit[];
}

/** Parses a search and indexes recent changes for it. Throws SearchTooLongError for a text beyond the limits. */
export async function startSearch(ctx: Context, request: SearchRequest): Promise<Search> {
  const parsed = parseSearch(request.text);
  const { kinds, filters, order } = request;
  const stages = order
    ? datedStagesOf(kinds, order === 'oldest')
    : stagesOf(kinds, isEverything(kinds) ? filters : null);
  if (!parsed) return { request, searching: null, stages, named: [] };
  await indexNewest(ctx.db);
  const [query, ids] = await Promise.all([
    prepareQuery(ctx, parsed, request.within),
    order ? [] : namedIds(ctx, parsed, request),
  ]);
  const named = ids.map((id, index): Hit => ({ source: items, id, cursor: [-1, index] }));
  return {
    request,
    searching: query && { query, matches: new Matches(ctx, query), filters, namedIds: ids },
    stages,
    named,
  };
}

function isEverything(kinds: readonly SearchKind[]): boolean {
  return kinds.length === searchKinds.length;
}

async function namedIds(
  ctx: Context,
  { reference }: ParsedSearch,
  { within, filters, kinds }: SearchRequest,
): Promise<number[]> {
  return reference ? namedItems(ctx, reference, within, filters, kinds) : [];
}

/** A slice of the results, one more than requested. */
export async function hitsOf(ctx: Context, { searching, stages, named }: Search, slice: Slice): Promise<Hit[]> {
  const wanted = slice.limit + 1;
  const [stage, index] = slice.cursor ?? [];
  const isInNamed = slice.cursor === null || (stage === -1 && slice.cursor.length === 2 && Number.isInteger(index));
  const first = isInNamed ? named.slice(slice.cursor === null ? 0 : Number(index) + 1) : [];
  if (!searching || first.length >= wanted) return first.slice(0, wanted);
  const cursor = isInNamed ? null : slice.cursor;
  return [...first, ...(await hitsAfter(ctx, searching, stages, wanted - first.length, cursor))];
}

/** One numbered page of the results. */
export async function hitsOnPage(ctx: Context, search: Search, { offset, perPage }: PageRequest): Promise<Hit[]> {
  if (offset >= MAX_TOTAL) return [];
  const hits = await hitsOf(ctx, search, { limit: offset + perPage - 1, isBackward: false, cursor: null });
  return hits.slice(offset);
}

/** The number of results; null for more than can be reached by page numbers. */
export async function countNumbered(ctx: Context, { searching, named, request }: Search): Promise<number | null> {
  const counts = searching
    ? await countByKind(ctx, searching, request.kinds, MAX_TOTAL + 1)
    : new Map<string, number>();
  const total = [...counts.values()].reduce((sum, count) => sum + count, named.length);
  return total > MAX_TOTAL ? null : total;
}

/** The number of results in each scope, at most `MAX_SEARCH_COUNT` + 1. */
export async function countsOf(ctx: Context, { searching, request, named }: Search): Promise<Map<SearchScope, number>> {
  const counts = searching ? await countByKind(ctx, searching, searchKinds) : new Map<SearchKind, number>();
  for (const kind of await typesOfNamed(
    ctx,
    named.map(({ id }) => id),
  ))
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const everything = searchKinds.filter((kind) => hasFilters(sourceOf(kind), request.filters));
  const sum = (kinds: readonly SearchKind[]) =>
    Math.min(
      kinds.reduce((total, kind) => total + (counts.get(kind) ?? 0), 0),
      MAX_SEARCH_COUNT + 1,
    );
  const scopes = Object.keys(searchScopes) as SearchScope[];
  return new Map(scopes.map((scope) => [scope, sum(scope === 'all' ? everything : searchScopes[scope])]));
}

/** The values of the filters with their counts; null if the text contains no searchable words. */
export async function filterCounts(ctx: Context, { searching, request }: Search): Promise<Facets | null> {
  return searching ? facetsOf(ctx, searching, datedStagesOf(request.kinds, false)) : null;
}
