import type { RoadmapEpicFragment } from '../../../gen/graphql.ts';
import { numberOfId } from '@milepost/core/global-ids';
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
  const end = hasMore ? (lists.at(-1)?.at(-1) ?? null) : 'none';
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
    const at = insert(lists, node, sort, end);
    if (at !== -1) touched.add(at);
  }
  return pages.map((page, at) => (touched.has(at) ? { ...page, nodes: lists[at] ?? [] } : page));
}

/** Inserts it at its position; returns the list it is in now, or -1 if it sorts after the `end` of the loaded part of a longer list. */
function insert(lists: Node[][], node: RoadmapEpicFragment, sort: Sort, end: Node | 'none'): number {
  const isBeforeOther = isBefore(node, sort);
  for (const [at, nodes] of lists.entries()) {
    const index = nodes.findIndex((other) => other !== null && isBeforeOther(other));
    if (index === -1) continue;
    nodes.splice(index, 0, node);
    return at;
  }
  const last = lists.length - 1;
  if (last === -1 || (end !== 'none' && !(end && isBeforeOther(end)))) return -1;
  lists[last]?.push(node);
  return last;
}

/** The server's order is kept as long as its sort keys are unchanged. */
function keepsPosition(before: RoadmapEpicFragment, now: RoadmapEpicFragment, sort: Sort): boolean {
  if (sort.startsWith('UPDATED_AT')) return false;
  const keys = keysOf(now, sort);
  return keysOf(before, sort).every((key, at) => key === keys[at]);
}

function isBefore(one: RoadmapEpicFragment, sort: Sort): (other: RoadmapEpicFragment) => boolean {
  const isDescending = sort.endsWith('_DESC');
  // Changed epics go to the end where recent changes are.
  if (sort.startsWith('UPDATED_AT')) return () => isDescending;
  const keys = keysOf(one, sort);
  return (other) => {
    const others = keysOf(other, sort);
    const at = keys.findIndex((key, index) => key !== others[index]);
    const [first = null, second = null] =
      at === -1 ? [numberOfId(one.id), numberOfId(other.id)] : [keys[at], others[at]];
    // Missing dates sort last in both directions.
    if (first === null || second === null) return second === null;
    const isSmaller = typeof first === 'string' ? first.localeCompare(String(second)) < 0 : first < Number(second);
    return first !== second && isSmaller !== isDescending;
  };
}

/** The sort key with its ties; null for a missing date. The id, in creation order, comes after them. */
function keysOf(node: RoadmapEpicFragment, sort: Sort): readonly (string | number | null)[] {
  const title = (node.title ?? '').toLowerCase();
  if (sort === 'START_DATE_ASC') return [dayIn(node.startDate), title, Number(node.iid)];
  if (sort === 'END_DATE_ASC') return [dayIn(node.dueDate), dayIn(node.startDate), title, Number(node.iid)];
  if (sort.startsWith('START_DATE')) return [dayIn(node.startDate)];
  if (sort.startsWith('END_DATE')) return [dayIn(node.dueDate)];
  if (sort.startsWith('TITLE')) return [title];
  return [];
}

/** The server sends timestamps; dates set here are days. As numbers, because comparing texts by locale takes longer. */
function dayIn(date: string | null | undefined): number | null {
  return date ? Number(date.slice(0, 10).replaceAll('-', '')) : null;
}
