import type { Layout } from '@milepost/core/roadmap/ranges';
import { rightSpaceAt } from '@milepost/core/roadmap/viewport';

/** The sizes a timeline is laid out with, in pixels; tokens.css holds the same for what CSS draws. */
export interface Metrics {
  /** Rows have two storeys: details above, bar below. */
  isPhone: boolean;
  detailsWidth: number;
  rightSpace: number;
  headHeight: number;
  rowHeight: number;
}

export const headHeight = 52;
export const milestonesCollapsedHeight = 32;
/** One lane of milestones with the space around it, and what each further lane adds. */
export const milestonesHeight = 56;
export const milestoneLaneHeight = 40;

/** More lanes of milestones than this are folded away, and counted. */
export const lanesShown = 3;

/** The height of the milestones' row, which the list below must know to scroll rightly. */
export function milestonesRowHeight(lanes: number, isExpanded: boolean): number {
  if (!isExpanded) return milestonesCollapsedHeight;
  return milestonesHeight + (Math.min(Math.max(lanes, 1), lanesShown) - 1) * milestoneLaneHeight;
}

/** Narrower bars show "..." instead of their title. */
export const smallBarWidth = 80;
/** Narrower bars have no room for the arrows of cut ends beside that. */
export const tinyBarWidth = 44;
/** Narrower bars show no progress. */
export const progressBarWidth = 120;

/** The metrics for a window of this width. `hasLabels`: rows have a third line. */
export function metricsAt(windowWidth: number, hasLabels: boolean): Metrics {
  const isPhone = windowWidth <= 640;
  const rowHeights = isPhone ? ([92, 116] as const) : ([48, 72] as const);
  return {
    isPhone,
    detailsWidth: detailsWidthAt(windowWidth),
    rightSpace: rightSpaceAt(windowWidth),
    headHeight,
    rowHeight: rowHeights[hasLabels ? 1 : 0],
  };
}

function detailsWidthAt(windowWidth: number): number {
  if (windowWidth <= 640) return 0;
  return windowWidth < 1024 ? 272 : 344;
}

/** The least width of one column. */
export function leastCellWidth(preset: Layout, isPhone: boolean): number {
  if (preset === 'YEARS') return 48;
  if (preset === 'MONTHS') return 92;
  return preset === 'QUARTERS' && isPhone ? 90 : 84;
}

/** Columns grow to fill the free width, in whole pixels, and never shrink below their minimum width. */
export function fitCellWidth(free: number, count: number, least: number): number {
  return Math.max(least, Math.floor(free / count));
}
