import { useCallback } from 'react';
import type { Target } from '../../../platform/navigation/navigation.ts';
import type { Router } from '../../../platform/navigation/router.ts';
import { useRouter, useRouterState } from '../../../platform/navigation/router-context.ts';
import { parseSearch, printSearch } from '../../../platform/navigation/search.ts';
import { offersPeek, peekOf } from './peek-address.ts';

/** The address before a peek was opened on it, and the entry of the history that opened it. */
export interface OpenedPeek {
  before: string;
  index: number;
}

let opened: OpenedPeek | null = null;

/** The last step that opened a peek beside a page that had none. */
export const openedPeek = (): OpenedPeek | null => opened;

let isFocusAsked = false;

/** Whether the viewer opened an item since the last call; otherwise the link to the page names it. */
export function takeFocusRequest(): boolean {
  const isAsked = isFocusAsked;
  isFocusAsked = false;
  return isAsked;
}

/** Shows an item beside the present page. Opening is a step that Back undoes; another item replaces it. */
export function showPeek(router: Router, peek: string): void {
  const { pathname, search, peek: shown } = router.state.target;
  const { href: before } = router.history.location;
  const href = pathname + printSearch({ ...parseSearch(search), peek });
  router.navigate(href, { replace: shown !== '', keepScroll: true });
  const { href: now, state } = router.history.location;
  if (shown === '' && now === href) opened = { before, index: state.__TSR_index };
  isFocusAsked = true;
}

/** Opens an item beside the present page: false if the page offers no peek, or the target is no item. */
export function useOpenPeek(): (target: Target) => boolean {
  const router = useRouter();
  return useCallback(
    (target) => {
      const peek = offersPeek(router.state.shown) ? peekOf(target) : null;
      if (peek !== null) showPeek(router, peek);
      return peek !== null;
    },
    [router],
  );
}

/** The item in the peek, as the address has it; empty without one. */
export function usePeeked(): string {
  return useRouterState(({ shown }) => shown.peek);
}
