/** The relation of one item to another, seen from the first. */
export const linkTypes = ['relates_to', 'blocks', 'is_blocked_by'] as const;
export type LinkType = (typeof linkTypes)[number];

/** The stored type: "is blocked by" is "blocks" in reverse. */
export type StoredLinkType = 'relates_to' | 'blocks';

/** The maximum number of days that must pass after a blocker ends. */
export const MAX_LAG_DAYS = 365;

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
