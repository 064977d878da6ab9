import { useCallback, useMemo } from 'react';
import { useRouter, useRouterState } from './router-context.ts';
import { parseSearch, type SearchChange, type SearchParameters } from './search.ts';

/**
 * The address's parameters, and a function that changes some of them (undefined or empty removes one). A change adds a history
 * entry unless `replace` is set: for texts that change while typing.
 */
export function useSearchParameters(): [
  SearchParameters,
  (change: SearchChange, options?: { replace?: boolean }) => void,
] {
  const router = useRouter();
  const search = useRouterState(({ shown }) => shown.search);
  const parameters = useMemo(() => parseSearch(search), [search]);
  const change = useCallback(
    (next: SearchChange, options?: { replace?: boolean }) =>
      router.navigateSearch(withoutEmpty({ ...parseSearch(router.state.target.search), ...next }), options),
    [router],
  );
  return [parameters, change];
}

function withoutEmpty(parameters: SearchChange): SearchChange {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined && value.length > 0));
}
