import { useMemo } from 'react';
import { type Address, parseAddress } from './addresses.ts';
import { useRouterState } from './router-context.ts';
import { parseSearch, printSearch } from './search.ts';

/** The pathname of the page on screen; while another page loads it stays the old one. */
export function useShownPathname(): string {
  return useRouterState(({ shown }) => shown.pathname);
}

/** The address of the page on screen; null where there is no such page. */
export function useAddress(): Address | null {
  const pathname = useShownPathname();
  return useMemo(() => parseAddress(pathname), [pathname]);
}

/**
 * The parameters of the page on screen as text, with the question mark and without the peek; while another page loads they stay the old
 * ones.
 */
export function useShownSearch(): string {
  return useRouterState(({ shown }) => shown.search);
}

/** The parameters of the sign-in page that lead back to the page on screen in its current state. */
export function useWayIn(): { redirect: string } {
  const peek = useRouterState(({ shown }) => shown.peek);
  return { redirect: useShownPathname() + printSearch({ ...parseSearch(useShownSearch()), peek }) };
}
