import type { Span } from '@milepost/core/days';
import type { Scale } from '../scale.ts';

/** The values that every renderer of a lane's header draws. */
export interface LaneDrawing {
  count: number;
  closed: number;
  overdue: number;
  /** Open epics by health. */
  health: Readonly<Record<LaneHealth, number>>;
  /** Null if nothing is below its epics. */
  percentage: number | null;
  /** An open end where an open epic has no date. */
  span: Span;
  /** From the earliest start to the latest due date. */
  shown: Span;
  /** For each column the number of epics that run in it. */
  shades: readonly number[];
}

export const laneHealths = ['on_track', 'needs_attention', 'at_risk', 'none'] as const;
export type LaneHealth = (typeof laneHealths)[number];

/** A part of the bar of a folded lane: one column. */
export interface LaneSegment {
  left: number;
  width: number;
  /** 0.25 to 1: the more epics run, the darker. */
  opacity: number;
}

export interface LaneShapes {
  /** Where the lane starts on the timeline; its line of text begins there. */
  left: number;
  /** The health counts above 0, in order. */
  health: readonly { value: LaneHealth; count: number }[];
  /** The bar of a folded lane; empty otherwise. */
  segments: readonly LaneSegment[];
}

/** The heights of lane headers, by level. */
export const laneHeights = [36, 32] as const;
/** Where fingers hit them, and there of a folded lane. */
export const touchLaneHeights = [44, 56] as const;

/** Describes the header of a lane. */
export function laneShapes(lane: LaneDrawing, scale: Scale, isFolded: boolean): LaneShapes {
  const left = lane.shown.start === null ? 0 : scale.xOf(lane.shown.start);
  const right = lane.shown.due === null ? scale.width : scale.xOf((lane.shown.due + 1) as typeof lane.shown.due);
  const most = Math.max(1, ...lane.shades);
  const segments = isFolded
    ? lane.shades.flatMap((count, index) => {
        const from = Math.max(left, index * scale.cellWidth);
        const to = Math.min(right, (index + 1) * scale.cellWidth);
        return count > 0 && to > from ? [{ left: from, width: to - from, opacity: 0.25 + 0.75 * (count / most) }] : [];
      })
    : [];
  const health = laneHealths.map((value) => ({ value, count: lane.health[value] })).filter(({ count }) => count > 0);
  return { left, health, segments };
}
