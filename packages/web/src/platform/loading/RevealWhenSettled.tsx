import { notifyManager, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import styles from './RevealWhenSettled.module.css';

/** Whoever waits longer than this reads what is there, and sees it move. */
const TIMEOUT_MS = 1_500;

export interface BelowAnswersProps {
  /** The questions whose answers stand among the children. */
  keys: readonly QueryKey[];
  children: ReactNode;
}

/**
 * Parts of a page that are asked for each on its own. They are drawn at once, and seen together when all have answered (or
 * have failed once): what one began to read is not pushed down by what comes late.
 */
export function RevealWhenSettled({ keys, children }: BelowAnswersProps) {
  const cache = useQueryClient().getQueryCache();
  // Told together with those who draw the answers: a moment before them, one frame would show the list still missing.
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache]);
  const isAnswered = useSyncExternalStore(subscribe, () =>
    keys.every((queryKey) => {
      const state = cache.find({ queryKey })?.state;
      return state !== undefined && (state.status !== 'pending' || state.fetchFailureCount > 0);
    }),
  );
  const [isShown, setShown] = useState(isAnswered);
  // Once seen, it stays: a question that is asked anew takes nothing off the page.
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
