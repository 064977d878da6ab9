import type { Span } from '../days.ts';

/** Dependency lines that are drawn at once; a notice counts the others. */
export const MAX_DRAWN_DEPENDENCIES = 500;

/**
 * Whether `blocked` starts before `blocker` ends. Days are whole, so an item that starts on the other's due date starts before
 * that day is over; with a lag, that many more days must pass. False where a date is missing.
 */
export function startsTooEarly(blocker: Span, blocked: Span, lagDays = 0): boolean {
  return daysEarly(blocker, blocked, lagDays) !== null;
}

/** The days by which `blocked` starts too early, 0 for the same day; null if it does not, or where a date is missing. */
export function daysEarly(blocker: Span, blocked: Span, lagDays = 0): number | null {
  if (blocker.due === null || blocked.start === null) return null;
  const days = blocker.due + lagDays - blocked.start;
  return days >= 0 ? days : null;
}

/** The links on some cycle: pairs of a blocker and the item that it blocks. */
export function linksInCycles<Key, Link extends readonly [Key, Key]>(links: readonly Link[]): Set<Link> {
  const group = new Map<Key, Key>();
  const [after, before] = [neighbors(links, 0, 1), neighbors(links, 1, 0)];
  // Kosaraju's algorithm: in reverse postorder, a search along the reversed links stays within one cycle.
  for (const root of leavingOrder(after).toReversed()) {
    const waiting = [root];
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      if (group.has(item)) continue;
      group.set(item, root);
      waiting.push(...(before.get(item) ?? []));
    }
  }
  return new Set(links.filter(([from, to]) => group.get(from) === group.get(to)));
}

function neighbors<Key>(links: readonly (readonly [Key, Key])[], from: 0 | 1, to: 0 | 1): Map<Key, Key[]> {
  const found = new Map<Key, Key[]>();
  for (const link of links) {
    const known = found.get(link[from]);
    if (known) known.push(link[to]);
    else found.set(link[from], [link[to]]);
  }
  return found;
}

/** The items in the postorder of a depth-first search. */
function leavingOrder<Key>(after: ReadonlyMap<Key, readonly Key[]>): Key[] {
  const seen = new Set<Key>();
  const left: Key[] = [];
  for (const root of after.keys()) {
    const path: { item: Key; next: number }[] = seen.has(root) ? [] : [{ item: root, next: 0 }];
    seen.add(root);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const item = after.get(top.item)?.[top.next];
      top.next += 1;
      if (item === undefined) left.push(path.pop()?.item as Key);
      else if (!seen.has(item)) {
        seen.add(item);
        path.push({ item, next: 0 });
      }
    }
  }
  return left;
}
