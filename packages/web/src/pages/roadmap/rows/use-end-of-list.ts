import type { RefObject } from 'react';
import { useCallback } from 'react';

/** How near the end must come to the view, in pixels, to count as reached. */
const margin = 8;

/**
 * A ref for the element at the end of the list: `onEnd` is called when it comes into view. Give the element another key with
 * every page, so that an end still in view counts as reached again.
 */
export function useEndOfList(scroller: RefObject<HTMLElement | null>, onEnd: () => void) {
  return useCallback(
    (end: HTMLElement | null) => {
      if (!end) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) onEnd();
        },
        { root: scroller.current, rootMargin: `${margin}px` },
      );
      observer.observe(end);
      return () => observer.disconnect();
    },
    [scroller, onEnd],
  );
}
