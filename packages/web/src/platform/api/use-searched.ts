import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { SearchState } from '../../ui/overlay/Picker.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';

/**
 * Results for a text that is being typed. The request is debounced by `rest` milliseconds; the previous results stay until it
 * is answered. `searchState` says whether the results belong to the typed text; while it is `outdated` they must not be targets
 * of a click or key. `isBehind` is true for every state but `settled`.
 */
export function useSearched<Found, Key extends QueryKey>(
  options: (search: string) => UseQueryOptions<Found, Error, Found, Key>,
  typed: string,
  rest?: number,
) {
  const text = typed.trim();
  const debounced = useDebounced(text, rest);
  const query = useQuery<Found, Error, Found, Key>({ ...options(debounced), placeholderData: (last) => last });
  const isBehind = !query.isError && (debounced !== text || query.isPlaceholderData || query.isLoading);
  const searchState: SearchState = !isBehind ? 'settled' : query.data === undefined ? 'loading' : 'outdated';
  return { ...query, isBehind, searchState };
}
