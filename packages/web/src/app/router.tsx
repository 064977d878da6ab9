import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { parseAddress } from './addresses.ts';
import { AddressedPage } from './AddressedPage.tsx';
import { loadPage } from './pages.ts';
import { startRoadmap } from '../pages/roadmap/early.ts';
import { Root } from './Root.tsx';
import { parseSearch, printSearch } from './search.ts';

const rootRoute = createRootRoute({ component: Root });

/** Full paths have any depth, so one route takes every address and addresses.ts reads it. */
const addressed = {
  component: AddressedPage,
  loader: ({ location }: { location: { pathname: string; searchStr: string } }) => {
    const address = parseAddress(location.pathname);
    // The roadmap's epics and its code come at the same time.
    const started = address?.page === 'roadmap' ? startRoadmap(address.fullPath, location.searchStr) : undefined;
    return Promise.all([started, loadPage(address)]).then(() => undefined);
  },
  staleTime: Infinity,
};
const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', ...addressed });
const anyRoute = createRoute({ getParentRoute: () => rootRoute, path: '$', ...addressed });

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, anyRoute]),
  parseSearch,
  stringifySearch: printSearch,
  scrollRestoration: true,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  notFoundMode: 'root',
});
