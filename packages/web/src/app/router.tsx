import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { type Address, parseAddress } from '../platform/navigation/addresses.ts';
import { AddressedPage, ComingPage } from './AddressedPage.tsx';
import { whenAnswered } from '../platform/api/prefetch.ts';
import { loadPage } from './pages.ts';
import { startRoadmap } from '../pages/roadmap/first-paint/prefetch.ts';
import { Root } from './Root.tsx';
import { parseSearch, printSearch } from '../platform/navigation/search.ts';

const rootRoute = createRootRoute({ component: Root });

/** Full paths have any depth, so one route takes every address and addresses.ts reads it. */
const addressed = {
  component: AddressedPage,
  loader: ({ location }: { location: { pathname: string; searchStr: string } }) => {
    const address = parseAddress(location.pathname);
    return Promise.all([dataOf(address, location.searchStr), loadPage(address)]).then(() => undefined);
  },
  staleTime: Infinity,
};

/** The roadmap's epics come at the same time as its code; what was asked of an item, while the browser opened, goes on its page. */
async function dataOf(address: Address | null, search: string): Promise<void> {
  if (address?.page === 'roadmap') await startRoadmap(address.fullPath, search);
  else if (address?.page === 'issue' || address?.page === 'epic') await whenAnswered(patience);
}

/** So long, in milliseconds, answers may keep an item's page waiting; after that it begins without them. */
const patience = 150;

const homeRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', ...addressed });
const anyRoute = createRoute({ getParentRoute: () => rootRoute, path: '$', ...addressed });

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, anyRoute]),
  parseSearch,
  stringifySearch: printSearch,
  scrollRestoration: true,
  // A page that comes at once takes the place of the one before it; else the frame goes ahead, with the new address in it.
  defaultPendingComponent: ComingPage,
  defaultPendingMs: 200,
  defaultPendingMinMs: 0,
  notFoundMode: 'root',
});
