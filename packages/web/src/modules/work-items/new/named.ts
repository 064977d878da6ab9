import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * What the address of a form names by its number: a form that is sent at once waits for it, for it is part of what is made. Null
 * where the address names nothing, or nothing that is there: then the form shows none.
 */
export async function theNamed<Named, Key extends QueryKey>(
  client: QueryClient,
  { enabled, ...query }: FetchQueryOptions<Named, Error, Named, Key> & { enabled?: unknown },
): Promise<Named | null> {
  return enabled === true ? client.ensureQueryData(query).catch(() => null) : null;
}
