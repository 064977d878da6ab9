/** The whole of a bar of health counts, in percent. */
export const HEALTH_LIMIT = 100;

/** How large the text of a health may be: as the text around it, or small. */
export const healthTextSizes = ['base', 'sm'] as const;
export type HealthTextSize = (typeof healthTextSizes)[number];

/** The size itself. Throws RangeError for one that is none of the two. */
export function healthTextSize(size: string): HealthTextSize {
  const known = healthTextSizes.find((each) => each === size);
  if (!known) throw new RangeError(`Health has text of the size base or sm, not ${size}`);
  return known;
}

/** Larger counts are shown as this and more. */
export const LARGEST_COUNT = 99_999;

/** The share of a count in percent, whole and never beyond the bar. */
export function healthShare(count: number, total: number): number {
  return total <= 0 ? 0 : Math.min(HEALTH_LIMIT, Math.round((count / total) * HEALTH_LIMIT));
}
