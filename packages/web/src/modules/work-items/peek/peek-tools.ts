import { useSyncExternalStore } from 'react';

let tools: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** The end of the peek, where the page behind it shows its own actions on the item. */
export function setPeekTools(element: HTMLElement | null): void {
  tools = element;
  for (const listener of listeners) listener();
}

/** Null while there is no peek. */
export function usePeekTools(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => tools);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
