/** The signals of an epic, in the order of the filter's values. */
export const epicSignals = [
  'AT_RISK',
  'OVERDUE',
  'STARTS_EARLY',
  'OUTSIDE_PARENT',
  'STALE',
  'BEHIND',
  'UNDATED',
] as const;
export type EpicSignal = (typeof epicSignals)[number];

/** What the filter by signals takes: also the other signs of the legend, which an epic does not have as a signal. */
export const filteredSignals = [...epicSignals, 'NO_END', 'CLOSED'] as const;
export type FilteredSignal = (typeof filteredSignals)[number];

/** The classes of Color by: Progress. */
export const progressClasses = ['NONE', 'ZERO', 'STARTED', 'HALF', 'DONE'] as const;
export type ProgressClass = (typeof progressClasses)[number];
