import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * The object that a form's address names by number: submitting waits for it, because it is part of the new item. Null if the
 * address names nothing, or nothing that exists: then the form shows none.
 */
export async function theNamed<Named, Key extends QueryKey>(
  client: QueryClient,
  { enabled, ...query }: FetchQueryOptions<Named, Error, Named, Key> & { enabled?: unknown },
): Promise<Named | null> {
  return enabled === true ? client.ensureQueryData(query).catch(() => null) : null;
}
