import { digitsOf } from '@milepost/core/global-ids';
import { headerOf, type ListRow } from '../data/rows.ts';
import type { PlacedEpics } from './hidden-dependencies.ts';

/** Where epics are, with or without rows of their own. */
export interface Placement {
  /** The row of an epic by its number; -1 if it has none. */
  indexOf: (itemId: string) => number;
  /** The header of a folded lane by its key; -1 if it is not listed. */
  indexOfLane: (lane: string) => number;
  /** All epics, including those inside folded rows; undefined while unknown. */
  placed: PlacedEpics | undefined;
  /** The folded lane of a top row, by the number of its epic. */
  laneOf: ReadonlyMap<string, string>;
}

/** The row of the nearest ancestor that has one, or the folded lane that holds the epic; -1 if there is none. */
export function holderOf({ indexOf, indexOfLane, placed, laneOf }: Placement, itemId: string): number {
  for (const holder of [itemId, ...(placed?.get(itemId)?.ancestors ?? [])]) {
    const index = indexOf(holder);
    if (index !== -1) return index;
    const lane = laneOf.get(holder);
    if (lane !== undefined) return indexOfLane(lane);
  }
  return -1;
}

/** The number of dependencies both of whose ends are inside one row or folded lane. */
export function countInside(placement: Placement, index: number): number {
  const inside = new Set<string>();
  for (const [itemId, { links }] of placement.placed ?? []) {
    if (links.length === 0 || holderOf(placement, itemId) !== index) continue;
    for (const { linkId, itemId: other } of links) if (holderOf(placement, other) === index) inside.add(linkId);
  }
  return inside.size;
}

/** Finds rows of epics and headers of folded lanes; the indexes are built when first used. */
export function rowFinder(rows: readonly ListRow[]): Pick<Placement, 'indexOf' | 'indexOfLane'> {
  let epics: Map<string, number> | null = null;
  let lanes: Map<string, number> | null = null;
  return {
    indexOf: (itemId) => {
      epics ??= new Map(rows.flatMap(({ epic }, index) => (epic ? [[digitsOf(epic.id), index] as const] : [])));
      return epics.get(itemId) ?? -1;
    },
    indexOfLane: (lane) => {
      lanes ??= new Map(
        rows.flatMap((row, index) => {
          const lane = headerOf(row);
          return lane ? [[lane.key, index] as const] : [];
        }),
      );
      return lanes.get(lane) ?? -1;
    },
  };
}
