export const progressTrackings = ['WEIGHT', 'COUNT'] as const;
/** What progress is counted in: the weight of child issues, or their number. */
export type ProgressTracking = (typeof progressTrackings)[number];

/** Closed and open issues below an epic, or the sums of their weights. */
export interface ClosedAndOpen {
  closedIssues?: number | null | undefined;
  openedIssues?: number | null | undefined;
}

/** What progress is computed from. */
export interface ProgressSource {
  isClosed: boolean;
  descendantWeightSum?: ClosedAndOpen | null | undefined;
  descendantCounts?: ClosedAndOpen | null | undefined;
}

export interface Progress {
  closed: number;
  /** At least 1 */
  total: number;
  /** 0 to 100, whole; 100 for a closed epic, whatever is still open below it */
  percentage: number;
  /** What `closed` and `total` count; COUNT also where nothing has a weight */
  countedIn: ProgressTracking;
}

/** The rounded share of `closed` in `closed + opened`; nothing at all counts as 0 %. */
export function percentageOf(closed: number, opened: number): number {
  const total = closed + opened;
  return total > 0 ? Math.round((closed / total) * 100) : 0;
}

/**
 * Progress of an epic: the only rule for the roadmap, its exports, the epic page and the list of epics. Falls back to the
 * number of issues where none has a weight; null where there are no issues below; a closed epic is done.
 */
export function progressOf(epic: ProgressSource, tracking: ProgressTracking): Progress | null {
  const byWeight = tracking === 'WEIGHT' ? shareOf(epic.descendantWeightSum) : null;
  const share = byWeight ?? shareOf(epic.descendantCounts);
  if (!share) return null;
  const percentage = epic.isClosed ? 100 : share.percentage;
  return { ...share, percentage, countedIn: byWeight ? 'WEIGHT' : 'COUNT' };
}

function shareOf(sums: ClosedAndOpen | null | undefined) {
  const closed = sums?.closedIssues ?? 0;
  const opened = sums?.openedIssues ?? 0;
  const total = closed + opened;
  return total > 0 ? { closed, total, percentage: percentageOf(closed, opened) } : null;
}
