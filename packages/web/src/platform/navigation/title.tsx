import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import { Hidden } from '../../ui/text/text.tsx';
import { createListeners } from '../../ui/listeners.ts';

const product = 'Milepost';
let pageTitle = product;
/** The titles of failures that replace a page, the latest last. */
let failureTitles: readonly string[] = [];
let title = product;
const listeners = createListeners();

const titleOf = (parts: readonly (string | null | undefined)[]): string =>
  [...parts.filter(Boolean), product].join(' · ');

function show(): void {
  title = failureTitles.at(-1) ?? pageTitle;
  document.title = title;
  listeners.notify();
}

/** False beside a page: what is shown there leaves the title alone. */
export const NamesThePage = createContext(true);

/** Names the page in the browser's tab and to screen readers: what it shows first, then the full path of its group or project. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const next = titleOf(parts);
  const isNaming = use(NamesThePage);
  useEffect(() => {
    if (!isNaming) return;
    pageTitle = next;
    show();
  }, [next, isNaming]);
}

/** The title of a failure that replaces a page: while shown it precedes the title of the page. */
export function useFailureTitle(name: string): void {
  const isNaming = use(NamesThePage);
  useEffect(() => {
    if (!isNaming) return undefined;
    const entry = titleOf([name]);
    failureTitles = [...failureTitles, entry];
    show();
    return () => {
      const at = failureTitles.lastIndexOf(entry);
      failureTitles = failureTitles.filter((_, index) => index !== at);
      show();
    };
  }, [name, isNaming]);
}

/** Announces each new title: screen readers do not notice a navigation within the application. */
export function RouteAnnouncer() {
  const announced = useSyncExternalStore(listeners.subscribe, () => title);
  return (
    <Hidden>
      <span aria-live="polite" aria-atomic="true">
        {announced}
      </span>
    </Hidden>
  );
}
