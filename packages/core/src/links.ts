/** The relation of one item to another, seen from the first. */
export const linkTypes = ['relates_to', 'blocks', 'is_blocked_by'] as const;
export type LinkType = (typeof linkTypes)[number];

/** The stored type: "is blocked by" is "blocks" in reverse. */
export type StoredLinkType = 'relates_to' | 'blocks';

/** The maximum number of days that must pass after a blocker ends. */
export const MAX_LAG_DAYS = 365;

/** The maximum number of links of an item. */
export const MAX_LINKS = 100;

/** The maximum number of titles in the description of a cycle. */
const MAX_CYCLE_TITLES = 5;

/** The items of a cycle in order, each of which blocks the next and the last one the first: "A → B → C → A". */
export function cycleText(titles: readonly string[]): string {
  const shown = titles.slice(0, MAX_CYCLE_TITLES);
  const rest = titles.length - shown.length;
  return [...shown, ...(rest > 0 ? [`${rest} more`] : []), ...titles.slice(0, 1)].join(' → ');
}

/**
 * The shortest path from one item to another along links, both ends included; null when there is none. `links`: pairs of a blocker
 * and the item that it blocks.
 */
export function pathBetween<Key>(from: Key, to: Key, links: Iterable<readonly [Key, Key]>): Key[] | null {
  const blockedBy = new Map<Key, Key[]>();
  for (const [blocker, blocked] of links) blockedBy.set(blocker, [...(blockedBy.get(blocker) ?? []), blocked]);
  const cameFrom = new Map<Key, Key | null>([[from, null]]);
  for (const key of cameFrom.keys()) {
    if (key === to) return backFrom(key, cameFrom);
    for (const next of blockedBy.get(key) ?? []) if (!cameFrom.has(next)) cameFrom.set(next, key);
  }
  return null;
}

function backFrom<Key>(key: Key, cameFrom: ReadonlyMap<Key, Key | null>): Key[] {
  const way = [key];
  for (let at = cameFrom.get(key); at !== null && at !== undefined; at = cameFrom.get(at)) way.unshift(at);
  return way;
}

export interface Link<Key> {
  sourceId: Key;
  targetId: Key;
  type: StoredLinkType;
}

/** The row of a link: `itemId` relates to, blocks or is blocked by `otherId`. */
export function linkAsStored<Key>(itemId: Key, linkType: LinkType, otherId: Key): Link<Key> {
  if (linkType === 'is_blocked_by') return { sourceId: otherId, targetId: itemId, type: 'blocks' };
  return { sourceId: itemId, targetId: otherId, type: linkType };
}

/** The type of a link, seen from `itemId`. */
export function linkTypeSeenFrom<Key>(link: Link<Key>, itemId: Key): LinkType {
  if (link.type === 'relates_to') return 'relates_to';
  return link.sourceId === itemId ? 'blocks' : 'is_blocked_by';
}
