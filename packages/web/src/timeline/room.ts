import type { Column } from '@milepost/core/roadmap/columns';
import type { Layout } from '@milepost/core/roadmap/ranges';
import type { Metrics } from './metrics.ts';
import { fitCellWidth, leastCellWidth, metricsAt } from './metrics.ts';
import type { Scale } from './scale.ts';
import { makeScale } from './scale.ts';

/** What a timeline has to be laid out in, in pixels. */
export interface Room {
  windowWidth: number;
  /** Inner width of the scroller. */
  width: number;
  height: number;
}

export interface TimelineLayout extends Metrics {
  scale: Scale;
  /** The part of the scroller in which the timeline shows. */
  trackWidth: number;
  /** Inner height of the scroller. */
  height: number;
  /** Whether there is more timeline than fits. */
  overflows: boolean;
}

/** The attribute of the element that replaces the main part of a page in its first paint. */
export const firstPaintMain = 'data-first-paint-main';

/** The scrollbars that roadmap.module.css styles; their space is reserved, except on phones, where they overlay the page. */
const scrollbarWidth = 8;

/**
 * What a timeline will have, before it is laid out: it fills the main part of the page. Where that comes true, as it does
 * wherever the scrollbar is ours, the first drawing is the final one.
 */
export function expectedRoom(main: Element | null): Room {
  const scrollbar = metricsAt(window.innerWidth, false).isPhone ? 0 : scrollbarWidth;
  return {
    windowWidth: window.innerWidth,
    width: (main?.clientWidth || window.innerWidth) - scrollbar,
    height: main?.clientHeight || window.innerHeight,
  };
}

/** What the scroller shows of the timeline: all but the details column. */
export function trackWidthIn(room: Room, { detailsWidth }: Metrics): number {
  return Math.max(0, room.width - detailsWidth);
}

/** The total width of this many columns. */
export function cellWidthIn(trackWidth: number, metrics: Metrics, count: number, preset: Layout): number {
  return fitCellWidth(trackWidth - metrics.rightSpace, count, leastCellWidth(preset, metrics.isPhone));
}

/** The layout of a scale that was fitted to the room. */
export function layoutOf(room: Room, metrics: Metrics, trackWidth: number, scale: Scale): TimelineLayout {
  return {
    ...metrics,
    scale,
    trackWidth,
    height: room.height,
    overflows: scale.width + metrics.rightSpace > trackWidth,
  };
}

/** Computes all of it: `columns` fitted into the available width. */
export function layOut(room: Room, columns: readonly Column[], preset: Layout, hasLabels: boolean): TimelineLayout {
  const metrics = metricsAt(room.windowWidth, hasLabels);
  const trackWidth = trackWidthIn(room, metrics);
  const scale = makeScale(columns, cellWidthIn(trackWidth, metrics, columns.length, preset));
  return layoutOf(room, metrics, trackWidth, scale);
}
