import type { RefObject } from 'react';
import { startTransition, useLayoutEffect, useMemo, useState } from 'react';
import type { Column } from '@milepost/core/roadmap/columns';
import type { Layout } from '@milepost/core/roadmap/ranges';
import type { Metrics } from './metrics.ts';
import { fitCellWidth, leastCellWidth, metricsAt } from './metrics.ts';
import type { Scale } from './scale.ts';
import { makeScale } from './scale.ts';

/** A window being dragged to another size is laid out anew when it rests. */
const resizeDelay = 400;

interface Room {
  windowWidth: number;
  windowHeight: number;
  /** Inner width of the scroller. */
  width: number;
  height: number;
}

export interface TimelineLayout extends Metrics {
  scale: Scale;
  /** The part of the scroller in which the timeline shows. */
  trackWidth: number;
  windowHeight: number;
  /** Inner height of the scroller. */
  height: number;
  /** Whether there is more timeline than fits. */
  overflows: boolean;
}

/** Fits `columns` into the scroller: at once when it appears, and 400 ms after its last change of size. */
export function useTimelineLayout(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly Column[],
  preset: Layout,
  hasLabels: boolean,
): TimelineLayout {
  const room = useRoom(scroller);
  const { windowWidth, windowHeight, width, height } = room;
  const metrics = useMemo(() => metricsAt(windowWidth, hasLabels), [windowWidth, hasLabels]);
  const trackWidth = Math.max(0, width - metrics.detailsWidth);
  const least = leastCellWidth(preset, metrics.isPhone);
  const cellWidth = fitCellWidth(trackWidth - metrics.rightSpace, columns.length, least);
  // All rows depend on the scale: another height must not give another one.
  const scale = useMemo(() => makeScale(columns, cellWidth), [columns, cellWidth]);
  return useMemo(
    () => ({
      ...metrics,
      scale,
      trackWidth,
      windowHeight,
      height,
      overflows: scale.width + metrics.rightSpace > trackWidth,
    }),
    [metrics, scale, trackWidth, windowHeight, height],
  );
}

/** The scrollbars that roadmap.module.css draws; their place is kept free, but on phones, where they lie upon the page. */
const scrollbarWidth = 8;

/**
 * What a timeline will have, before it is laid out: it fills the main part of the page. Where that comes true, as it does
 * wherever the scrollbar is ours, the first drawing is the final one.
 */
function expectedRoom(): Room {
  const main = document.querySelector('main');
  const scrollbar = metricsAt(window.innerWidth, false).isPhone ? 0 : scrollbarWidth;
  return {
    windowWidth: window.innerWidth,
    windowHeight: window.innerHeight,
    width: (main?.clientWidth || window.innerWidth) - scrollbar,
    height: main?.clientHeight || window.innerHeight,
  };
}

/** Whether the timeline is as wide as was expected. */
function isPlaced(scroller: HTMLElement): boolean {
  return roomOf(scroller).width === expectedRoom().width;
}

function roomOf(scroller: HTMLElement): Room {
  return {
    windowWidth: window.innerWidth,
    windowHeight: window.innerHeight,
    width: scroller.clientWidth || window.innerWidth,
    height: scroller.clientHeight || window.innerHeight,
  };
}

function useRoom(scroller: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState(expectedRoom);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void =>
      setRoom((now) => {
        const next = roomOf(element);
        const isSame = (Object.keys(next) as (keyof Room)[]).every((key) => next[key] === now[key]);
        return isSame ? now : next;
      });
    // Only what moves bars is put right before the first paint; the height can follow.
    if (!isPlaced(element)) measure();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(measure, resizeDelay);
    };
    let isFirst = true;
    const observer = new ResizeObserver(() => {
      // It calls once by itself, with the first drawing laid out.
      if (isFirst) startTransition(measure);
      else later();
      isFirst = false;
    });
    observer.observe(element);
    window.addEventListener('resize', later);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      window.removeEventListener('resize', later);
    };
  }, [scroller]);
  return room;
}
