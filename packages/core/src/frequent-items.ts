/**
 * The groups and projects that someone uses most. One use a day counts, so that an afternoon in one project does not push
 * everything else out.
 */
export interface FrequentItem {
  id: number;
  frequency: number;
  /** Milliseconds since 1970. */
  lastAccessedOn: number;
}

export const frequentTypes = ['projects', 'groups'] as const;
export type FrequentType = (typeof frequentTypes)[number];

/** Used on so many days, an item is a frequent one. */
export const ELIGIBLE_FREQUENCY = 3;
/** So many items of a type are kept for a person. */
export const FREQUENT_LIMIT = 20;
/** Milliseconds after which another use counts. */
export const FREQUENT_PAUSE = 24 * 60 * 60 * 1000;
/** Recently used projects that a form offers. */
export const RECENT_PROJECTS = 3;

/** Used most first; of two the one used later. For sorting. */
export function byFrequency(one: FrequentItem, other: FrequentItem): number {
  return other.frequency - one.frequency || other.lastAccessedOn - one.lastAccessedOn;
}

/** Those that count as frequent, used most first. */
export function frequentOf<Item extends FrequentItem>(items: readonly Item[]): Item[] {
  return items.filter(({ frequency }) => frequency >= ELIGIBLE_FREQUENCY).toSorted(byFrequency);
}

/** Those used last, latest first. */
export function recentOf<Item extends FrequentItem>(items: readonly Item[], count: number = RECENT_PROJECTS): Item[] {
  return items.toSorted((one, other) => other.lastAccessedOn - one.lastAccessedOn).slice(0, count);
}

/**
 * The list after an item was used, and whether this use counts: it does where the item is new, or its last counted use is more
 * than a day ago. A full list lets go of what is used least, never of what was just used.
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
  const kept = { ...used, frequency, lastAccessedOn: counts ? now : known.lastAccessedOn };
  return { items: [kept, ...others.toSorted(byFrequency).slice(0, FREQUENT_LIMIT - 1)], counts };
}
