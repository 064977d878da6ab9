import { createContext, type ReactNode, use } from 'react';

/** The slots of a peek for parts that an item's own page shows outside of the item. */
export interface PeekFrame {
  /** The element for the menu of actions; null until it is mounted. */
  actions: HTMLElement | null;
  /** Shown while the item loads. */
  skeleton: ReactNode;
  /** Names the peek. */
  setTitle(title: string): void;
  /** Closes the peek of an item that cannot be seen; null where the peek shows the same text as the item's page. */
  onUnavailable: (() => void) | null;
}

export const PeekFrameContext = createContext<PeekFrame | null>(null);

/** The peek that contains the component; null on a page. */
export function usePeekFrame(): PeekFrame | null {
  return use(PeekFrameContext);
}
