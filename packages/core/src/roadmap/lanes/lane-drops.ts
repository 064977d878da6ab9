import type { GroupKind } from './grouping.ts';
import { groupKindOf, type LaneStep } from './lane-keys.ts';

/** A horizontal movement under this many pixels leaves the dates of a bar that is dragged in lanes as they are. */
export const LANE_DATES_THRESHOLD_PX = 8;

/** Why an epic cannot be moved between lanes of a kind. */
export const laneRefusals: Readonly<Partial<Record<GroupKind, string>>> = {
  AUTHOR: 'The author cannot be changed',
  SUBGROUP: 'An epic stays in its group',
  ITERATION: 'The iteration follows from the issues',
};

/** The steps of a lane that differ from those of the lane that is left: what a drop changes. */
export function changedSteps(from: readonly LaneStep[], to: readonly LaneStep[]): LaneStep[] {
  return to.filter(({ by, value }) => !from.some((step) => step.by === by && step.value === value));
}

/** The kind of the first of these steps that takes no drop; null if all do. */
export function refusedKind(steps: readonly LaneStep[]): GroupKind | null {
  return steps.map(({ by }) => groupKindOf(by)).find((kind) => kind in laneRefusals) ?? null;
}
