import type { RowKind } from '@milepost/core/roadmap/appearance';
import type { Layout } from '@milepost/core/roadmap/ranges';
import { rightSpaceAt } from '@milepost/core/roadmap/viewport';
import { detailsWidthAt, detailsWidthSetting } from './details-width.ts';

/** The sizes of a timeline's layout, in pixels; tokens.css contains the same for CSS. */
export interface Metrics {
  /** Rows have two lines: details above, bar below. */
  isPhone: boolean;
  /** Fingers hit rows and headers: 44 px at least. */
  isTouch: boolean;
  detailsWidth: number;
  rightSpace: number;
  headHeight: number;
  rowHeight: number;
}

export const headHeight = 52;
export const milestonesCollapsedHeight = 32;
/** The height of one lane of milestones with its margins, and of each further lane. */
export const milestonesHeight = 56;
export const milestoneLaneHeight = 40;

/** Further lanes of milestones are collapsed and counted. */
export const lanesShown = 3;

/** The height of the row of milestones that are drawn as guides. */
export const guidesHeight = 28;
/** The least height of what fingers hit; `--target` in tokens.css. */
const touchHeight = 44;

/** The height of the milestones row, which the list needs to compute scroll positions. */
export function milestonesRowHeight(lanes: number, isExpanded: boolean, areGuides = false, isTouch = false): number {
  if (areGuides) return isTouch ? touchHeight : guidesHeight;
  if (!isExpanded) return milestonesCollapsedHeight;
  return milestonesHeight + (Math.min(Math.max(lanes, 1), lanesShown) - 1) * milestoneLaneHeight;
}

/** Narrower bars show "..." instead of their title. */
export const smallBarWidth = 80;
/** Narrower bars have no room for the arrows of clipped ends next to that. */
export const tinyBarWidth = 44;
/** Narrower bars show no progress. */
export const progressBarWidth = 120;

/** The metrics for a window of this width, with rows of this kind and this chosen width of the details column. */
export function metricsAt(
  windowWidth: number,
  rows: RowKind = 'plain',
  chosenWidth: number | null = detailsWidthSetting.get(),
): Metrics {
  const isPhone = windowWidth <= 640;
  const isTouch = isPhone || (typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches);
  return {
    isPhone,
    isTouch,
    detailsWidth: detailsWidthAt(windowWidth, chosenWidth),
    rightSpace: rightSpaceAt(windowWidth),
    headHeight,
    rowHeight: Math.max((isPhone ? phoneHeights : rowHeights)[rows], isTouch ? touchHeight : 0),
  };
}

const rowHeights: Readonly<Record<RowKind, number>> = { plain: 48, labels: 72, compact: 28 };
const phoneHeights: Readonly<Record<RowKind, number>> = { plain: 92, labels: 116, compact: 62 };

/** The minimum width of one column. */
export function leastCellWidth(preset: Layout, isPhone: boolean): number {
  if (preset === 'YEARS') return 48;
  if (preset === 'MONTHS') return 92;
  return preset === 'QUARTERS' && isPhone ? 90 : 84;
}

/** The minimum width of one column in the opening view, whose range was chosen for it: years are as wide as quarters. */
export function openingCellWidth(preset: Layout, isPhone: boolean): number {
  return leastCellWidth(preset === 'YEARS' ? 'QUARTERS' : preset, isPhone);
}

/** Columns grow to fill the free width, in whole pixels, and never shrink below their minimum width. */
export function fitCellWidth(free: number, count: number, least: number): number {
  return Math.max(least, Math.floor(free / count));
}
