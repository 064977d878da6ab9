import { useEffect, useState } from 'react';
import type { KindParts } from './kinds.ts';

/** The loaded parts of the kinds; undefined until they are there. What keeps them from coming is thrown where they are drawn. */
export function useParts(loadParts: () => Promise<KindParts>): KindParts | undefined {
  const [parts, setParts] = useState<KindParts>();
  useEffect(() => {
    let isWanted = true;
    loadParts().then(
      (loaded) => isWanted && setParts(loaded),
      (error: unknown) =>
        isWanted &&
        setParts(() => {
          throw error;
        }),
    );
    return () => {
      isWanted = false;
    };
  }, [loadParts]);
  return parts;
}
