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
    return onPainted(() => startTransition(() => setPainted(true)));
  }, [isPainted]);
  return isPainted;
}

/** Resolves when the browser has painted what this task rendered. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else onPainted(resolve);
  });
}

function onPainted(act: () => void): () => void {
  // The first callback runs before the paint, the second after it.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(act);
  });
  return () => cancelAnimationFrame(frame);
}
