import type { RefObject } from 'react';
import { useEffect } from 'react';

/** The scroll distance after which the shadow at the header appears. */
const smallScroll = 3;

/**
 * Writes the scroll position as attributes and one custom property for styles: `data-below` while there is more below,
 * `data-above` after a small scroll, `--scroll-x`. It bypasses React, so scrolling renders nothing.
 */
export function useScrollMarks(scroller: RefObject<HTMLElement | null>, deps: readonly unknown[]): void {
  useEffect(() => {
    const element = scroller.current;
    const frame = element?.parentElement;
    if (!element || !frame) return undefined;
    let lastX = -1;
    const mark = (): void => {
      const { scrollTop, scrollLeft, scrollHeight, clientHeight } = element;
      frame.toggleAttribute('data-above', scrollTop >= smallScroll);
      frame.toggleAttribute('data-below', scrollTop + clientHeight < scrollHeight - 1);
      if (scrollLeft === lastX) return;
      lastX = scrollLeft;
      element.style.setProperty('--scroll-x', `${scrollLeft}px`);
    };
    mark();
    // Before the list draws its new rows: reading afterwards would force a layout within the frame.
    const early = { passive: true, capture: true };
    element.addEventListener('scroll', mark, early);
    return () => element.removeEventListener('scroll', mark, early);
    // The caller lists what may change the height of the list.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [scroller, ...deps]);
}
