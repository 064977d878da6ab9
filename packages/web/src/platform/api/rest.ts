import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query';
import { endpoint } from './endpoints.ts';
import { send, sendJson } from './http.ts';

export type RestParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** One page of a REST list, and the total if the server counted it. */
export interface RestPage<Item> {
  items: Item[];
  total: number | null;
  nextPage: number | null;
}

/**
 * A path of the REST API with parameters; those without a value are omitted. A full path is passed through
 * `encodeURIComponent`.
 */
export function restPath(path: string, parameters: RestParameters = {}): string {
  return `${endpoint('rest')}${path}${searchOf(parameters)}`;
}

function searchOf(parameters: RestParameters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** A query for one REST response. */
export function restQuery<Answer>(key: QueryKey, path: string, parameters?: RestParameters) {
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => sendJson<Answer>(restPath(path, parameters), { signal }),
  });
}

/** One page of a list, with the values of its headers. */
export function restPage<Item>(
  path: string,
  parameters: RestParameters,
  page: number,
  signal?: AbortSignal,
): Promise<RestPage<Item>> {
  return readPage(restPath(path, { ...parameters, page }), signal);
}

/** The same of a list that is for our own pages: below the root. */
export function pageAt<Item>(
  path: string,
  parameters: RestParameters,
  page: number,
  signal?: AbortSignal,
): Promise<RestPage<Item>> {
  return readPage(path + searchOf({ ...parameters, page }), signal);
}

async function readPage<Item>(url: string, signal?: AbortSignal): Promise<RestPage<Item>> {
  const response = await send(url, { signal });
  const number = (name: string): number | null => {
    const text = response.headers.get(name);
    return text === null || text === '' ? null : Number(text);
  };
  return { items: (await response.json()) as Item[], total: number('x-total'), nextPage: number('x-next-page') };
}

/** A list that grows page by page. */
export function restPages<Item>(key: QueryKey, path: string, parameters: RestParameters = {}) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ signal, pageParam }) => restPage<Item>(path, parameters, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last: RestPage<Item>) => last.nextPage ?? undefined,
  });
}
