import type { Day, Span } from '../days.ts';
import type { MilestoneFlags } from '../timeboxes/milestones.ts';
import { isExpired, isStarted } from '../timeboxes/milestones.ts';
import type { ClippedSpan } from './clip.ts';
import type { Layout } from './ranges.ts';
import type { MilestoneType } from './settings.ts';

/** Whether a milestone belongs to the chosen kind. */
export function isOfType(milestone: MilestoneFlags, type: MilestoneType): boolean {
  const isOf: Record<MilestoneType, boolean> = {
    ALL: true,
    GROUP: milestone.groupMilestone,
    SUBGROUP: milestone.subgroupMilestone,
    PROJECT: milestone.projectMilestone,
  };
  return isOf[type];
}

/** minimum: only the flag; small: a truncated title; full: everything. */
export type MilestoneLook = 'minimum' | 'small' | 'full';

/** The look of a milestone by its width in percent of one column. Weeks always get the full look. */
export function milestoneLook(width: number, preset: Layout): MilestoneLook {
  if ((preset === 'QUARTERS' || preset === 'YEARS') && width < 9) return 'minimum';
  return preset !== 'WEEKS' && width < 12 ? 'small' : 'full';
}

/** past: over before today; current: includes today; ahead: in the future. */
export type MilestoneTense = 'past' | 'current' | 'ahead';

export function milestoneTense(span: Span, today: Day): MilestoneTense {
  if (isExpired(span, today)) return 'past';
  return isStarted(span, today) ? 'current' : 'ahead';
}

/** A horizontal extent, in pixels or days. */
export interface Extent {
  from: number;
  to: number;
}

export interface Lanes {
  /** The lane of each extent, in the order given. */
  laneOf: number[];
  count: number;
}

/** Stacks overlapping extents: from left to right, each goes to the first lane that is free. */
export function packLanes(extents: readonly Extent[]): Lanes {
  const order = extents.map((_, index) => index);
  order.sort((a, b) => {
    const left = extents[a];
    const right = extents[b];
    return left && right ? left.from - right.from || left.to - right.to || a - b : 0;
  });
  const ends: number[] = [];
  const laneOf = Array.from<number>({ length: extents.length }).fill(0);
  for (const index of order) {
    const extent = extents[index];
    if (!extent) continue;
    const free = ends.findIndex((end) => end <= extent.from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = extent.to;
    laneOf[index] = lane;
  }
  return { laneOf, count: ends.length };
}

/** The share of a column of `daysInColumn` days that a milestone fills, in percent, for {@link milestoneLook}. */
export function widthInPercentOf(span: Pick<ClippedSpan, 'start' | 'due'>, daysInColumn: number): number {
  return ((span.due - span.start + 1) / daysInColumn) * 100;
}
