import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Router, RouterState } from './router.ts';

export const RouterContext = createContext<Router | null>(null);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error('No router: wrap the component in RouterContext');
  return router;
}

/** A part of the router's state; the component renders again when that part changes. */
export function useRouterState<Part>(select: (state: RouterState) => Part): Part {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, () => select(router.state));
}
