import { startEpic } from '../pages/epic/prefetch.ts';
import { startIssue } from '../pages/issue/prefetch.ts';
import { showRoadmap, startRoadmap } from '../pages/roadmap/first-paint/prefetch.ts';
import { parseAddress } from '../platform/navigation/addresses.ts';

/**
 * Code that runs before any page renders. It is a small chunk of its own that runs while the application loads. The build lists
 * it first in the head of pages whose chunks it knows; on other pages it runs with the application.
 */
async function takeHeadStart(): Promise<void> {
  const address = parseAddress(window.location.pathname);
  if (address?.page === 'issue') startIssue(address.fullPath, address.iid);
  if (address?.page === 'epic') startEpic(address.fullPath, address.iid);
  // The first bars of a roadmap need no locale data, so loading it waits until they are drawn.
  if (address?.page === 'roadmap') {
    void startRoadmap(address.fullPath, window.location.search);
    await showRoadmap(address.fullPath, window.location.search).catch(reportError);
  }
  openLanguages();
}

/**
 * The browser takes tens of milliseconds to load its locale tables on first use: do it now, while waiting, and not when the
 * first row renders.
 */
function openLanguages(): void {
  Intl.NumberFormat.supportedLocalesOf('en');
  Intl.DateTimeFormat.supportedLocalesOf('en');
  Intl.PluralRules.supportedLocalesOf('en');
  for (const Kind of [Intl.NumberFormat, Intl.DateTimeFormat, Intl.PluralRules]) Reflect.construct(Kind, ['en']);
}

/** Resolves when the first paint is on screen, or when there is none. */
export const firstPaintTried = takeHeadStart();
