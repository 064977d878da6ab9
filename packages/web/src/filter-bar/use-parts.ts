import { useEffect, useState } from 'react';
import type { KindParts } from './kinds.ts';

/** The lazily loaded parts of the kinds; undefined until loaded. A load error is thrown where they are rendered. */
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
