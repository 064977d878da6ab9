import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { itemTextQuery } from './item-text.ts';

/** As often as the endpoint asks for. */
const EVERY_MS = 2_000;

export interface PolledItem {
  webPath: string;
  /** Of the query that the page shows. */
  queryKey: QueryKey;
  isPaused: boolean;
}

/**
 * Looks at the endpoint of the page again and again while live updates do not reach this tab; not at all while the tab is hidden,
 * or while it is paused because something is being saved.
 * Once something changed there, everything the page shows of the item is asked for.
 */
export function usePolling({ webPath, queryKey, isPaused }: PolledItem): void {
  const client = useQueryClient();
  const isLive = useSyncExternalStore(watchLive, readLive);
  useEffect(() => {
    if (isLive || isPaused) return undefined;
    const look = (): void => {
      // What cannot be reached now is looked for again a moment later.
      if (!document.hidden) void client.fetchQuery({ ...itemTextQuery(webPath), retry: false }).catch(() => undefined);
    };
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isLive, isPaused, webPath, client]);

  const { data } = useQuery({ ...itemTextQuery(webPath), enabled: false });
  const version = data ? JSON.stringify([data.lock_version, data.title_text, data.issue_type]) : null;
  const seen = useRef<string | null>(null);
  const pageKey = useRef(queryKey);
  useEffect(() => {
    pageKey.current = queryKey;
  }, [queryKey]);
  useEffect(() => {
    if (version !== null && seen.current !== null && seen.current !== version) {
      void client.invalidateQueries({ queryKey: pageKey.current });
    }
    seen.current = version;
  }, [version, client]);
}

/** The connection of live updates says on the document whether it stands. */
function watchLive(tell: () => void): () => void {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-live'] });
  return () => observer.disconnect();
}

function readLive(): boolean {
  return document.documentElement.dataset['live'] === 'on';
}
