export const progressTrackings = ['WEIGHT', 'COUNT'] as const;
/** The unit of progress: the weight of child issues, or their number. */
export type ProgressTracking = (typeof progressTrackings)[number];

/** Closed and open issues below an epic, or the sums of their weights. */
export interface ClosedAndOpen {
  closedIssues?: number | null | undefined;
  openedIssues?: number | null | undefined;
}

/** The input of progress. */
export interface ProgressSource {
  isClosed: boolean;
  descendantWeightSum?: ClosedAndOpen | null | undefined;
  descendantCounts?: ClosedAndOpen | null | undefined;
}

export interface Progress {
  closed: number;
  /** At least 1 */
  total: number;
  /** 0 to 100, rounded; 100 for a closed epic, even if issues below it are open */
  percentage: number;
  /** The unit of `closed` and `total`; COUNT also where nothing has a weight */
  countedIn: ProgressTracking;
}

/** The rounded share of `closed` in `closed + opened`; 0 % without issues. */
export function percentageOf(closed: number, opened: number): number {
  const total = closed + opened;
  return total > 0 ? Math.round((closed / total) * 100) : 0;
}

/**
 * Progress of an epic: the single rule for the roadmap, its exports, the epic page and the list of epics. Falls back to the
 * number of issues where none has a weight; null without issues; a closed epic is done.
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
