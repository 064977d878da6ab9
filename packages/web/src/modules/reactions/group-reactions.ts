/** One reaction with the account that gave it. */
export interface GivenReaction {
  name: string;
  emoji: string;
  user: { id: string; name: string };
}

export interface ReactionGroup {
  name: string;
  /** The sign itself. */
  sign: string;
  /** The users who gave it, oldest first, without the viewer. */
  others: readonly string[];
  isMine: boolean;
  count: number;
}

/** The viewer's pending reactions: the emoji by its name, null if removed. */
export type Pending = ReadonlyMap<string, string | null>;

/**
 * Groups reactions by name, in the order of their first use; thumbs, the votes, come first. Pending changes are applied.
 * `viewerId`: the viewer's global id, null for a visitor.
 */
export function groupReactions(
  reactions: readonly GivenReaction[],
  viewerId: string | null,
  pending: Pending = new Map(),
): ReactionGroup[] {
  const groups = new Map<string, { sign: string; others: string[]; isMine: boolean }>();
  for (const { name, emoji, user } of reactions) {
    const group = groups.get(name) ?? { sign: emoji, others: [], isMine: false };
    groups.set(name, group);
    if (user.id === viewerId) group.isMine = true;
    else group.others.push(user.name);
  }
  for (const [name, sign] of pending) {
    const group = groups.get(name);
    if (group) group.isMine = sign !== null;
    else if (sign !== null) groups.set(name, { sign, others: [], isMine: true });
  }
  return [...groups]
    .map(([name, group]) => ({ name, ...group, count: group.others.length + Number(group.isMine) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => votes(one.name) - votes(other.name));
}

const votes = (name: string): number => ({ thumbsup: 0, thumbsdown: 1 })[name] ?? 2;
