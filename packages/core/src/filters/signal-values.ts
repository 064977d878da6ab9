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

/** The classes of Color by: Progress. */
export const progressClasses = ['NONE', 'ZERO', 'STARTED', 'HALF', 'DONE'] as const;
export type ProgressClass = (typeof progressClasses)[number];
