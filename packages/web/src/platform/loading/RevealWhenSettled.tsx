import { notifyManager, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import styles from './RevealWhenSettled.module.css';

/** After this time the parts are shown as they are, and may shift. */
const TIMEOUT_MS = 1_500;

export interface RevealWhenSettledProps {
  /** The queries of the children. */
  keys: readonly QueryKey[];
  children: ReactNode;
}

/**
 * Parts of a page with independent requests. They render immediately but are revealed together when all have settled, so that
 * late answers do not push down what the user is reading.
 */
export function RevealWhenSettled({ keys, children }: RevealWhenSettledProps) {
  const cache = useQueryClient().getQueryCache();
  // Notified in the same batch as the components that render the answers: otherwise one frame would show the list without them.
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]);
  const isAnswered = useSyncExternalStore(subscribe, () =>
    keys.every((queryKey) => {
      const state = cache.find({ queryKey })?.state;
      return state !== undefined && (state.status !== 'pending' || state.fetchFailureCount > 0);
    }),
  );
  const [isShown, setShown] = useState(isAnswered);
  // Once revealed, it stays: a refetch hides nothing.
  if (isAnswered && !isShown) setShown(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.below} data-held={!isShown || undefined}>
      {children}
    </div>
  );
}
