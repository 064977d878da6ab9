import type { ProgressClass } from '../filters/signal-values.ts';

/** The class of a rounded percentage; null means that nothing is below. */
export function progressClassOf(percentage: number | null): ProgressClass {
  if (percentage === null) return 'NONE';
  if (percentage === 0) return 'ZERO';
  if (percentage < 50) return 'STARTED';
  return percentage < 100 ? 'HALF' : 'DONE';
}
