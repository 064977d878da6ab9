import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useRested } from './use-rested.ts';

/**
 * What is asked for by a text that is being typed, once typing rests; until then what was found before stays. `rest`: in
 * milliseconds. `isBehind` says that what is there answers another text than the one that stands in the field, or that nothing is there
 * yet.
 */
export function useSearched<Found, Key extends QueryKey>(
  options: (search: string) => UseQueryOptions<Found, Error, Found, Key>,
  typed: string,
  rest?: number,
) {
  const text = typed.trim();
  const rested = useRested(text, rest);
  const query = useQuery<Found, Error, Found, Key>({ ...options(rested), placeholderData: (last) => last });
  return { ...query, isBehind: !query.isError && (rested !== text || query.isPlaceholderData || query.isLoading) };
}
