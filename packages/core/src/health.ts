/** The whole of a bar of health counts, in percent. */
export const HEALTH_LIMIT = 100;

/** Larger counts are shown as this and more. */
export const LARGEST_COUNT = 99_999;

/** The share of a count in percent, whole and never beyond the bar. */
export function healthShare(count: number, total: number): number {
  return total <= 0 ? 0 : Math.min(HEALTH_LIMIT, Math.round((count / total) * HEALTH_LIMIT));
}
