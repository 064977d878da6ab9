import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isLive, itemTextQuery, type PolledText } from './item-text.ts';

/** Until the endpoint has sent its polling interval. */
const DEFAULT_POLL_INTERVAL_MS = 2_000;
/** The limits of the polling interval, whatever the endpoint says. */
const MIN_POLL_INTERVAL_MS = 1_000;
const MAX_POLL_INTERVAL_MS = 600_000;

/** The version of the item on the page. */
export interface ShownItem {
  lockVersion: number | null;
  title: string;
  state: string;
  /** Of an issue. */
  type?: string;
}

export interface PolledItem {
  webPath: string;
  /** Of the query that the page shows. */
  queryKey: QueryKey;
  shown: ShownItem;
  isPaused: boolean;
}

/**
 * Polls the endpoint of the page at the interval of its `Poll-Interval`: every two seconds without live updates, rarely with
 * them. Not while the tab is hidden, nor while paused because of a save. After a change, all data of the item are refetched.
 */
export function usePolling({ webPath, queryKey, shown, isPaused }: PolledItem): void {
  const client = useQueryClient();
  const hasLive = useSyncExternalStore(watchLive, isLive);
  useEffect(() => {
    if (isPaused) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const wait = (interval = DEFAULT_POLL_INTERVAL_MS): void => {
      clearTimeout(timer);
      if (!isOver && !document.hidden) timer = setTimeout(poll, clamp(interval));
    };
    const poll = (): void => {
      // After a network error it polls again a moment later.
      client
        .fetchQuery({ ...itemTextQuery(webPath), retry: false })
        .then(({ pollIntervalMs }) => wait(pollIntervalMs))
        .catch(() => wait());
    };
    const onVisibility = (): void => {
      clearTimeout(timer);
      if (!document.hidden) poll();
    };
    wait();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [hasLive, isPaused, webPath, client]);

  const { data, dataUpdatedAt } = useQuery({ ...itemTextQuery(webPath), enabled: false });
  // The first response is compared with the page, which detects changes between loading and the first request.
  const seen = useRef(versionOf({ ...shown, type: shown.type?.toLowerCase() }));
  const [openedAt] = useState(() => Date.now());
  const pageKey = useRef(queryKey);
  useEffect(() => {
    pageKey.current = queryKey;
  }, [queryKey]);
  useEffect(() => {
    // A response cached by an earlier visit is older than the page.
    if (!data || dataUpdatedAt < openedAt) return;
    const version = versionOf(shownIn(data));
    if (version !== seen.current) void client.invalidateQueries({ queryKey: pageKey.current });
    seen.current = version;
  }, [data, dataUpdatedAt, openedAt, client]);
}

function shownIn({ lock_version: lockVersion, title_text: title, state, issue_type: type }: PolledText): ShownItem {
  return { lockVersion, title, state, ...(type && { type }) };
}

function versionOf({ lockVersion, title, state, type }: { [Key in keyof ShownItem]?: ShownItem[Key] | undefined }) {
  return JSON.stringify([lockVersion, title, state, type ?? null]);
}

function clamp(interval: number): number {
  return Math.min(Math.max(interval, MIN_POLL_INTERVAL_MS), MAX_POLL_INTERVAL_MS);
}

function watchLive(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-live'] });
  return () => observer.disconnect();
}
