/**
 * A group or project that a person uses. Only one use per day counts, so that an afternoon in one project does not displace all
 * others.
 */
export interface FrequentItem {
  id: number;
  frequency: number;
  /** Milliseconds since 1970. */
  lastAccessedOn: number;
}

export const frequentTypes = ['projects', 'groups'] as const;
export type FrequentType = (typeof frequentTypes)[number];

/** Minimum use count of a frequent item. */
export const ELIGIBLE_FREQUENCY = 3;
/** The number of items of a type stored for a person. */
export const FREQUENT_LIMIT = 20;
/** Milliseconds after which another use counts. */
export const FREQUENT_PAUSE = 24 * 60 * 60 * 1000;
/** The number of recently used projects that a form offers. */
export const RECENT_PROJECTS = 3;

/** Compares by use count, then by most recent use. */
export function byFrequency(one: FrequentItem, other: FrequentItem): number {
  return other.frequency - one.frequency || other.lastAccessedOn - one.lastAccessedOn;
}

/** The frequent items, most used first. */
export function frequentOf<Item extends FrequentItem>(items: readonly Item[]): Item[] {
  return items.filter(({ frequency }) => frequency >= ELIGIBLE_FREQUENCY).toSorted(byFrequency);
}

/** The most recently used items, latest first. */
export function recentOf<Item extends FrequentItem>(items: readonly Item[], count: number = RECENT_PROJECTS): Item[] {
  return items.toSorted((one, other) => other.lastAccessedOn - one.lastAccessedOn).slice(0, count);
}

/**
 * The list after a use, and whether this use counts: it does when the item is new or its last counted use is more than a day
 * ago. A full list drops the least used item, never the one just used.
 */
export function withUse<Facts extends { id: number }>(
  items: readonly (Facts & FrequentItem)[],
  used: Facts,
  now: number,
): { items: (Facts & FrequentItem)[]; counts: boolean } {
  const known = items.find(({ id }) => id === used.id);
  const others = items.filter(({ id }) => id !== used.id);
  const counts = !known || now - known.lastAccessedOn > FREQUENT_PAUSE;
  const frequency = (known?.frequency ?? 0) + Number(counts);
  const updated = { ...used, frequency, lastAccessedOn: counts ? now : known.lastAccessedOn };
  return { items: [updated, ...others.toSorted(byFrequency).slice(0, FREQUENT_LIMIT - 1)], counts };
}
