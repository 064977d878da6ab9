import { startTransition, useEffect, useState } from 'react';

/**
 * False until the browser has painted what the component drew first. What can come a frame later waits for it, so that what
 * people came for is on screen sooner.
 */
export function useAfterPaint(): boolean {
  // A tab in the background is not painted: it is drawn whole.
  const [isPainted, setPainted] = useState(document.hidden);
  useEffect(() => {
    if (isPainted) return undefined;
    // The first callback comes before what was drawn is painted, the second after it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setPainted(true)));
    });
    return () => cancelAnimationFrame(frame);
  }, [isPainted]);
  return isPainted;
}
