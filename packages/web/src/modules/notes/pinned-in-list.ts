import { createContext, useContext, useEffect } from 'react';

/** Keeps a part of a long list in the document outside the viewport, too; returns a function that releases it. */
export const PinnedInList = createContext<(() => () => void) | null>(null);

/** While `isKept`, this part of the list stays mounted, so that input in it is not lost. */
export function usePinnedInList(isKept: boolean): void {
  const keep = useContext(PinnedInList);
  useEffect(() => (isKept ? keep?.() : undefined), [isKept, keep]);
}
