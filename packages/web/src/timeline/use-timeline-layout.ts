import type { RefObject } from 'react';
import { startTransition, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RowKind } from '@milepost/core/roadmap/appearance';
import type { Column } from '@milepost/core/roadmap/columns';
import { useLocalSetting } from '../ui/use-local-setting.ts';
import { detailsWidthSetting } from './details-width.ts';
import { metricsAt } from './metrics.ts';
import type { ColumnKind, Room, TimelineLayout } from './room.ts';
import { cellWidthIn, expectedRoom, layoutOf, firstPaintMain, trackWidthIn } from './room.ts';
import { makeScale } from './scale.ts';

/** Debounces the layout while the window is being resized. */
const resizeDelay = 400;

/** Fits `columns` into the scroller: immediately on mount, and 400 ms after its last resize. */
export function useTimelineLayout(
  scroller: RefObject<HTMLElement | null>,
  columns: readonly Column[],
  { preset, isOpening }: ColumnKind,
  rows: RowKind,
): TimelineLayout {
  const room = useRoom(scroller);
  const { windowWidth } = room;
  const [chosenWidth] = useLocalSetting(detailsWidthSetting);
  const metrics = useMemo(() => metricsAt(windowWidth, rows, chosenWidth), [windowWidth, rows, chosenWidth]);
  const trackWidth = trackWidthIn(room, metrics);
  const cellWidth = cellWidthIn(trackWidth, metrics, columns.length, { preset, isOpening });
  // All rows depend on the scale: a change of height alone must keep the same object.
  const scale = useMemo(() => makeScale(columns, cellWidth), [columns, cellWidth]);
  return useMemo(() => layoutOf(room, metrics, trackWidth, scale), [room, metrics, trackWidth, scale]);
}

/** The main part of the page, or its replacement in the first paint. */
function expected(): Room {
  return expectedRoom(document.querySelector('main') ?? document.querySelector(`[${firstPaintMain}]`));
}

function roomOf(scroller: HTMLElement): Room {
  return {
    windowWidth: window.innerWidth,
    width: scroller.clientWidth || window.innerWidth,
    height: scroller.clientHeight || window.innerHeight,
  };
}

function useRoom(scroller: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState(expected);
  const first = useRef(room);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void =>
      setRoom((now) => {
        const next = roomOf(element);
        const isSame = (Object.keys(next) as (keyof Room)[]).every((key) => next[key] === now[key]);
        return isSame ? now : next;
      });
    // Only what moves bars is corrected before the first paint; the height may follow.
    if (roomOf(element).width !== first.current.width) measure();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(measure, resizeDelay);
    };
    let isFirst = true;
    const observer = new ResizeObserver(() => {
      // The observer calls back once by itself, after the first layout.
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
