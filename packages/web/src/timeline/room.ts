import type { RowKind } from '@milepost/core/roadmap/appearance';
import type { Column } from '@milepost/core/roadmap/columns';
import type { Layout } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { Metrics } from './metrics.ts';
import { fitCellWidth, leastCellWidth, metricsAt, openingCellWidth } from './metrics.ts';
import type { Scale } from './scale.ts';
import { makeScale } from './scale.ts';

/** The space that a timeline is laid out in, in pixels. */
export interface Room {
  windowWidth: number;
  /** Inner width of the scroller. */
  width: number;
  height: number;
}

export interface TimelineLayout extends Metrics {
  scale: Scale;
  /** The part of the scroller that shows the timeline. */
  trackWidth: number;
  /** Inner height of the scroller. */
  height: number;
  /** Whether the timeline is wider than the view. */
  overflows: boolean;
}

/** The attribute of the element that replaces the main part of a page in its first paint. */
export const firstPaintMain = 'data-first-paint-main';

/** The scrollbars that roadmap.module.css styles; their space is reserved, except on phones, where they overlay the page. */
const scrollbarWidth = 8;

/**
 * The space of a timeline before its layout: it fills the main part of the page. Where this estimate is right, which it is
 * where Milepost styles the scrollbar, the first rendering is the final one.
 */
export function expectedRoom(main: Element | null): Room {
  const scrollbar = metricsAt(window.innerWidth).isPhone ? 0 : scrollbarWidth;
  return {
    windowWidth: window.innerWidth,
    width: (main?.clientWidth || window.innerWidth) - scrollbar,
    height: main?.clientHeight || window.innerHeight,
  };
}

/** The visible width of the timeline: the scroller without the details column. */
export function trackWidthIn(room: Room, { detailsWidth }: Metrics): number {
  return Math.max(0, room.width - detailsWidth);
}

/** What decides the least width of columns. `isOpening`: the range is that of the opening view. */
export interface ColumnKind {
  preset: Layout;
  isOpening: boolean;
}

export const columnKindOf = ({ presetType, opening }: Pick<RoadmapSettings, 'presetType' | 'opening'>): ColumnKind => ({
  preset: presetType,
  isOpening: opening !== null,
});

/** The width of one of this many columns. */
export function cellWidthIn(trackWidth: number, metrics: Metrics, count: number, columns: ColumnKind): number {
  const { preset, isOpening } = columns;
  const least = (isOpening ? openingCellWidth : leastCellWidth)(preset, metrics.isPhone);
  return fitCellWidth(trackWidth - metrics.rightSpace, count, least);
}

/** The layout of a scale that was fitted to the view. */
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
export function layOut(room: Room, columns: readonly Column[], kind: ColumnKind, rows: RowKind): TimelineLayout {
  const metrics = metricsAt(room.windowWidth, rows);
  const trackWidth = trackWidthIn(room, metrics);
  const scale = makeScale(columns, cellWidthIn(trackWidth, metrics, columns.length, kind));
  return layoutOf(room, metrics, trackWidth, scale);
}
