import type { RefObject } from 'react';
import { useCallback, useEffect, useRef } from 'react';
import type { Day } from '@milepost/core/days';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { isWithin } from '@milepost/core/roadmap/ranges';
import type { Scale } from './scale.ts';

interface Middle {
  day: Day;
  timeframe: Timeframe;
}

/**
 * Stores the day in the middle of the view, so that a change of the columns keeps it there. Returns a function that gives
 * that day while the timeline covers the same days; null otherwise.
 */
export function useMiddle(
  scroller: RefObject<HTMLElement | null>,
  timeframe: Timeframe,
  scale: Scale,
  trackWidth: number,
): (next: Timeframe) => Day | null {
  const middle = useRef<Middle | null>(null);
  useEffect(() => {
    const element = scroller.current;
    if (!element || trackWidth <= 0) return undefined;
    const read = (): void => {
      middle.current = { day: scale.dayAt(element.scrollLeft + trackWidth / 2), timeframe };
    };
    read();
    // Before others change the document, so that reading does not force a layout.
    const early = { passive: true, capture: true };
    element.addEventListener('scroll', read, early);
    return () => element.removeEventListener('scroll', read, early);
  }, [scroller, timeframe, scale, trackWidth]);
  return useCallback((next: Timeframe) => {
    const last = middle.current;
    return last && isWithin(last.day, next) && areAlike(last.timeframe, next) ? last.day : null;
  }, []);
}

/** The same days, within a quarter at each end: the ends of a range depend on its columns. */
function areAlike(a: Timeframe, b: Timeframe): boolean {
  return Math.abs(a.from - b.from) <= 92 && Math.abs(a.to - b.to) <= 92;
}
