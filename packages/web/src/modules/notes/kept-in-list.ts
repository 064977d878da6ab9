import { createContext, useContext, useEffect } from 'react';

/** Keeps a part of a long list in the document, out of sight too; what it gives lets go of it again. */
export const KeptInList = createContext<(() => () => void) | null>(null);

/** While `isKept`, this part of the list stays: what is being written in it must not go with it. */
export function useKeptInList(isKept: boolean): void {
  const keep = useContext(KeptInList);
  useEffect(() => (isKept ? keep?.() : undefined), [isKept, keep]);
}
