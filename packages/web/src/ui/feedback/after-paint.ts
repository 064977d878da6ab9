import { startTransition, useEffect, useState } from 'react';

/**
 * False until the browser has painted the first render. Secondary content waits for it, so that the primary content is on
 * screen sooner.
 */
export function useAfterPaint(): boolean {
  // A background tab does not paint: render everything.
  const [isPainted, setPainted] = useState(document.hidden);
  useEffect(() => {
    if (isPainted) return undefined;
    // The first callback runs before the paint, the second after it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setPainted(true)));
    });
    return () => cancelAnimationFrame(frame);
  }, [isPainted]);
  return isPainted;
}
