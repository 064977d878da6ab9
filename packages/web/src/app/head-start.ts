import { startEpic } from '../pages/epic/prefetch.ts';
import { startIssue } from '../pages/issue/prefetch.ts';
import { showRoadmap, startRoadmap } from '../pages/roadmap/first-paint/prefetch.ts';
import { parseAddress } from '../platform/navigation/addresses.ts';

/**
 * What needs no page to be drawn: it lies in a small file of its own, which runs while the application is on its way. The
 * build names that file first in the head of the pages whose files it knows; everywhere else it runs with the rest.
 */
function takeHeadStart(): void {
  const address = parseAddress(window.location.pathname);
  if (address?.page === 'issue') startIssue(address.fullPath, address.iid);
  if (address?.page === 'epic') startEpic(address.fullPath, address.iid);
  // The first bars of a roadmap need no language, so there the tables wait until those are drawn.
  if (address?.page === 'roadmap') {
    void startRoadmap(address.fullPath, window.location.search);
    void showRoadmap(address.fullPath, window.location.search).finally(openLanguages);
  } else openLanguages();
}

/**
 * Dates and numbers need the browser's tables of languages, which take it tens of milliseconds to open the first time:
 * better now, while it waits, than when the first row is drawn.
 */
function openLanguages(): void {
  Intl.NumberFormat.supportedLocalesOf('en');
  Intl.DateTimeFormat.supportedLocalesOf('en');
  Intl.PluralRules.supportedLocalesOf('en');
  for (const Kind of [Intl.NumberFormat, Intl.DateTimeFormat, Intl.PluralRules]) Reflect.construct(Kind, ['en']);
}

takeHeadStart();
