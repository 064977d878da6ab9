import { createBrowserHistory } from '@tanstack/history';
import { parseQuery } from '@milepost/core/query';
import { isOverview, overviewName } from '@milepost/core/roadmap/overview';
import { whenAnswered } from '../platform/api/prefetch.ts';
import { type Address, parseAddress } from '../platform/navigation/addresses.ts';
import { Router } from '../platform/navigation/router.ts';
import type { PageLocation } from '../platform/navigation/page-location.ts';
import { ScrollPositions } from '../platform/navigation/scroll-positions.ts';
import { startRoadmap } from '../pages/roadmap/first-paint/prefetch.ts';
import { loadPage } from './pages.ts';

export function createAppRouter(): Router {
  return new Router({ history: createBrowserHistory(), load, scroll: new ScrollPositions() });
}

/** Addresses that were loaded: the data of their first visit is cached. */
const loaded = new Set<string>();
const MAX_LOADED = 200;

function load({ pathname, search }: PageLocation): Promise<void> | undefined {
  // The overview of a roadmap needs more than the page with its settings in the address.
  const key = isOverview(parseQuery(search)) ? `${pathname}?view=${overviewName}` : pathname;
  return loaded.has(key) ? undefined : loadOnce(key, pathname, search);
}

async function loadOnce(key: string, pathname: string, search: string): Promise<void> {
  const address = parseAddress(pathname);
  await Promise.all([prefetchFor(address, search), loadPage(address)]);
  if (loaded.size >= MAX_LOADED) loaded.clear();
  loaded.add(key);
}

/** The epics of a roadmap load at the same time as its code; an item page includes answers that were requested ahead of it. */
async function prefetchFor(address: Address | null, search: string): Promise<void> {
  if (address?.page === 'roadmap') await startRoadmap(address.fullPath, search);
  else if (address?.page === 'issue' || address?.page === 'epic') await whenAnswered(PREFETCH_TIMEOUT_MS);
}

/** An item page that waits longer for its answers starts without them. */
const PREFETCH_TIMEOUT_MS = 150;
