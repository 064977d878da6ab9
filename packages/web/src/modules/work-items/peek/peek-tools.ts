import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../ui/listeners.ts';

let tools: HTMLElement | null = null;
const listeners = createListeners();

/** The end of the peek, where the page behind it shows its own actions on the item. */
export function setPeekTools(element: HTMLElement | null): void {
  tools = element;
  listeners.notify();
}

/** Null while there is no peek. */
export function usePeekTools(): HTMLElement | null {
  return useSyncExternalStore(listeners.subscribe, () => tools);
}
