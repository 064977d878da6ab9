import type { RefObject } from 'react';
import { useCallback } from 'react';

/**
 * A ref for the element at the end of a list: `onEnd` is called when it comes within `margin` pixels of the view. Give the
 * element a new key with every page, so that an end that is still in view counts again.
 */
export function useEndOfList(
  onEnd: (() => void) | undefined,
  margin: number,
  scroller?: RefObject<HTMLElement | null>,
) {
  return useCallback(
    (end: HTMLElement | null) => (end && onEnd ? observe(end, onEnd, margin, scroller) : undefined),
    [scroller, onEnd, margin],
  );
}

function observe(
  end: HTMLElement,
  onEnd: () => void,
  margin: number,
  scroller: RefObject<HTMLElement | null> | undefined,
): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onEnd();
    },
    { root: scroller?.current ?? null, rootMargin: `${margin}px` },
  );
  observer.observe(end);
  return () => observer.disconnect();
}
