/** The listeners of a value outside React, as `useSyncExternalStore` subscribes them. */
export interface Listeners {
  /** Calls `listener` on each change; returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly notify: () => void;
}

export function createListeners(): Listeners {
  const all = new Set<() => void>();
  return {
    subscribe: (listener) => {
      all.add(listener);
      return () => all.delete(listener);
    },
    notify: () => {
      for (const listener of all) listener();
    },
  };
}
