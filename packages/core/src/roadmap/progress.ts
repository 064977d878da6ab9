export const progressTrackings = ['WEIGHT', 'COUNT'] as const;
/** What progress is counted in: the weight of child issues, or their number. */
export type ProgressTracking = (typeof progressTrackings)[number];

/** Closed and open issues below an epic, or the sums of their weights. */
export interface ClosedAndOpen {
  closedIssues: number | null;
  openedIssues: number | null;
}

export interface Progress {
  closed: number;
  total: number;
  /** 0 to 100, whole */
  percentage: number;
}

/** The rounded share of `closed` in `closed + opened`; nothing at all counts as 0 %. */
export function percentageOf(closed: number, opened: number): number {
  const total = closed + opened;
  return total > 0 ? Math.round((closed / total) * 100) : 0;
}

/** Progress of an epic in the chosen tracking. */
export function progressOf(
  epic: { descendantWeightSum: ClosedAndOpen | null; descendantCounts: ClosedAndOpen | null },
  tracking: ProgressTracking,
): Progress {
  const sums = tracking === 'WEIGHT' ? epic.descendantWeightSum : epic.descendantCounts;
  const closed = sums?.closedIssues ?? 0;
  const opened = sums?.openedIssues ?? 0;
  return { closed, total: closed + opened, percentage: percentageOf(closed, opened) };
}
