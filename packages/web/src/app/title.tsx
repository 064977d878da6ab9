import { useEffect, useSyncExternalStore } from 'react';
import { Hidden } from '../ui/text.tsx';

const product = 'Milepost';
let title = product;
const listeners = new Set<() => void>();

/** Names the page in the browser's tab and to screen readers: the most particular part first. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const next = [...parts.filter(Boolean), product].join(' · ');
  useEffect(() => {
    title = next;
    document.title = next;
    for (const listener of listeners) listener();
  }, [next]);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Reads each new title aloud: a page that changes without the browser loading one is otherwise silent. */
export function RouteAnnouncer() {
  const announced = useSyncExternalStore(subscribe, () => title);
  return (
    <Hidden>
      <span aria-live="polite" aria-atomic="true">
        {announced}
      </span>
    </Hidden>
  );
}
