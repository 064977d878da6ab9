import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';

type Sort = EpicArguments['sort'];
type Node = RoadmapEpicFragment | null;

/** The current state of epics that changed. */
export interface Changed {
  /** The ids of all changed epics. */
  ids: ReadonlySet<string>;
  /** Those that are (still) in the list, in their current state. */
  fresh: ReadonlyMap<string, RoadmapEpicFragment>;
}

/**
 * A list of epics after some of them changed: removed, updated in place, moved to their new position, or added. Unchanged lists
 * and epics keep their identity. Epics that sort after the end of a list with more on the server are left to its next page.
 */
export function patchPages<Page extends { nodes: readonly Node[] }>(
  pages: readonly Page[],
  { ids, fresh }: Changed,
  sort: Sort,
  hasMore: boolean,
): Page[] {
  const lists = pages.map((page) => [...page.nodes]);
  const moving: RoadmapEpicFragment[] = [];
  const seen = new Set<string>();
  const touched = new Set<number>();
  for (const [at, nodes] of lists.entries()) {
    for (let index = nodes.length - 1; index >= 0; index--) {
      const node = nodes[index];
      if (!node || !ids.has(node.id)) continue;
      touched.add(at);
      const now = fresh.get(node.id);
      if (now && !seen.has(node.id) && keepsPosition(node, now, sort)) nodes[index] = now;
      else {
        nodes.splice(index, 1);
        if (now && !seen.has(node.id)) moving.push(now);
      }
      seen.add(node.id);
    }
  }
  for (const node of fresh.values()) if (!seen.has(node.id)) moving.push(node);
  for (const node of moving) {
    const at = insert(lists, node, sort, hasMore);
    if (at !== -1) touched.add(at);
  }
  return pages.map((page, at) => (touched.has(at) ? { ...page, nodes: lists[at] ?? [] } : page));
}

/** Inserts it at its position; returns the list it is in now, or -1. */
function insert(lists: Node[][], node: RoadmapEpicFragment, sort: Sort, hasMore: boolean): number {
  for (const [at, nodes] of lists.entries()) {
    const index = nodes.findIndex((other) => other !== null && isBefore(node, other, sort));
    if (index === -1) continue;
    nodes.splice(index, 0, node);
    return at;
  }
  const last = lists.length - 1;
  if (hasMore || last === -1) return -1;
  lists[last]?.push(node);
  return last;
}

/** The server's order is kept as long as its sort key is unchanged. */
function keepsPosition(before: RoadmapEpicFragment, now: RoadmapEpicFragment, sort: Sort): boolean {
  return !sort.startsWith('UPDATED_AT') && keyOf(before, sort) === keyOf(now, sort);
}

function isBefore(one: RoadmapEpicFragment, other: RoadmapEpicFragment, sort: Sort): boolean {
  const isDescending = sort.endsWith('_DESC');
  // Changed epics go to the end where recent changes are.
  if (sort.startsWith('UPDATED_AT')) return isDescending;
  const [first, second] = [keyOf(one, sort), keyOf(other, sort)];
  // Missing dates sort last in both directions.
  if (first === '' || second === '') {
    if (first !== second) return second === '';
  } else if (first !== second) {
    return isSmaller(first, second, sort) ? !isDescending : isDescending;
  }
  return isDescending ? numberIn(one.id) > numberIn(other.id) : numberIn(one.id) < numberIn(other.id);
}

function isSmaller(first: string, second: string, sort: Sort): boolean {
  return sort.startsWith('TITLE') ? first.localeCompare(second) < 0 : first < second;
}

/** The sort key, as a comparable string. Epics are numbered in creation order. */
function keyOf(node: RoadmapEpicFragment, sort: Sort): string {
  if (sort.startsWith('START_DATE')) return dayIn(node.startDate);
  if (sort.startsWith('END_DATE')) return dayIn(node.dueDate);
  if (sort.startsWith('TITLE')) return (node.title ?? '').toLowerCase();
  return String(numberIn(node.id)).padStart(16, '0');
}

/** The server sends timestamps; dates set here are days. */
function dayIn(date: string | null | undefined): string {
  return date?.slice(0, 10) ?? '';
}

function numberIn(id: string): number {
  return Number(id.slice(id.lastIndexOf('/') + 1));
}
