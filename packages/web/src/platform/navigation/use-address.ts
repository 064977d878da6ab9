import { useRouterState } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { type Address, parseAddress } from './addresses.ts';

/** The pathname of the page on screen: on the way to another page still the old one, until the new one is ready. */
export function useShownPathname(): string {
  return useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname });
}

/** The address of the page on screen; null where there is no such page. */
export function useAddress(): Address | null {
  const pathname = useShownPathname();
  return useMemo(() => parseAddress(pathname), [pathname]);
}

/** What stands after the pathname of the page on screen, with its question mark: on the way to another page still the old text. */
export function useShownSearch(): string {
  const now = useRouterState({
    select: ({ status, matches, location }) =>
      status === 'pending' && matches.at(-1)?.pathname !== location.pathname ? null : location.searchStr,
  });
  const [shown, setShown] = useState(now ?? '');
  if (now !== null && now !== shown) setShown(now);
  return now ?? shown;
}

/** The parameters of the page one signs in on, so that it leads back to the page on screen, as that is now. */
export function useWayIn(): { redirect: string } {
  return { redirect: useShownPathname() + useShownSearch() };
}
