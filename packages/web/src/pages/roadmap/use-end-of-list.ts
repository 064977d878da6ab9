import type { RefObject } from 'react';
import { useEffect } from 'react';

/** How near the end must come to the view, in pixels, to count as reached. */
const margin = 8;

/** Calls `onEnd` when the end of the list comes into view, and again after each page while it stays there. */
export function useEndOfList(
  scroller: RefObject<HTMLElement | null>,
  end: RefObject<HTMLElement | null>,
  { onEnd, isWaiting, count }: { onEnd: () => void; isWaiting: boolean; count: number },
): void {
  useEffect(() => {
    if (!isWaiting || !end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onEnd();
      },
      { root: scroller.current, rootMargin: `${margin}px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [scroller, end, onEnd, isWaiting, count]);
}
