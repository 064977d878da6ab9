import { type QueryKey, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request, type GraphQLDocument } from './graphql.ts';

/** A query for react-query. `key`: what the answer depends on, beginning with the name of the object. */
export function graphqlQuery<Result, Variables>(
  key: QueryKey,
  document: GraphQLDocument<Result, Variables>,
  variables: Variables,
) {
  return queryOptions({ queryKey: key, queryFn: ({ signal }) => request(document, variables, signal) });
}

interface Connection {
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
}

/**
 * Pages of one connection by its cursor. `connectionOf` finds the connection in the answer; the document takes `after`. Variables that differ
 * by page are a function of that cursor.
 */
export function graphqlPages<Result, Variables extends { after?: unknown }>(
  key: QueryKey,
  document: GraphQLDocument<Result, Variables>,
  variables: Omit<Variables, 'after'> | ((after: string) => Omit<Variables, 'after'>),
  connectionOf: (result: Result) => Connection | null | undefined,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ signal, pageParam }) =>
      request(
        document,
        {
          ...(typeof variables === 'function' ? variables(pageParam) : variables),
          after: pageParam,
        } as unknown as Variables,
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (last: Result) => {
      const info = connectionOf(last)?.pageInfo;
      return info?.hasNextPage ? (info.endCursor ?? undefined) : undefined;
    },
  });
}
