/** Maximum sum of the parts of a health bar, in percent. */
export const HEALTH_LIMIT = 100;

/** The text size of a health label: as the surrounding text, or small. */
export const healthTextSizes = ['base', 'sm'] as const;
export type HealthTextSize = (typeof healthTextSizes)[number];

/** Validates a size. Throws a RangeError for anything else. */
export function healthTextSize(size: string): HealthTextSize {
  const known = healthTextSizes.find((each) => each === size);
  if (!known) throw new RangeError(`The size must be base or sm, not ${size}`);
  return known;
}

/** Larger counts are shown as this number and a plus sign. */
export const MAX_SHOWN_COUNT = 99_999;

/** The share of a count in percent, rounded and at most 100. */
export function healthShare(count: number, total: number): number {
  return total <= 0 ? 0 : Math.min(HEALTH_LIMIT, Math.round((count / total) * HEALTH_LIMIT));
}
