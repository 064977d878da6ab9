import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { issueTextQuery, type IssueView } from './api.ts';

/** As often as the endpoint asks for. */
const EVERY_MS = 2_000;

/**
 * Looks at the endpoint of the page again and again while live updates do not reach this tab; not at all while the tab is hidden.
 * Once something changed there, the whole issue is asked for.
 */
export function usePolling(issue: IssueView, fullPath: string): void {
  const client = useQueryClient();
  const isLive = useSyncExternalStore(watchLive, readLive);
  const { webPath, iid } = issue;
  useEffect(() => {
    if (isLive) return undefined;
    const look = (): void => {
      // What cannot be reached now is looked for again a moment later.
      if (!document.hidden) void client.fetchQuery({ ...issueTextQuery(webPath), retry: false }).catch(() => undefined);
    };
    const timer = setInterval(look, EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isLive, webPath, client]);

  const { data } = useQuery({ ...issueTextQuery(webPath), enabled: false });
  const version = data ? JSON.stringify([data.lock_version, data.title_text, data.issue_type]) : null;
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (version !== null && seen.current !== null && seen.current !== version) {
      void client.invalidateQueries({ queryKey: ['issue', fullPath, iid] });
    }
    seen.current = version;
  }, [version, client, fullPath, iid]);
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
