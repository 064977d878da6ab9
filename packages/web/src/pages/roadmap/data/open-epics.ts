import type { LevelChoice } from '@milepost/core/roadmap/settings';
import type { RoadmapEpic } from './epic.ts';

/** Epics nest this deep at most. */
const MAX_LEVEL = 7;

export type Children = ReadonlyMap<string, readonly RoadmapEpic[] | undefined>;

/** The epics whose rows are open: those above the chosen level, as far as they are known, and those opened by hand. */
export function openEpics(
  topLevel: readonly RoadmapEpic[],
  levels: LevelChoice,
  turned: ReadonlyMap<string, { epic: RoadmapEpic; isOpen: boolean }>,
  children: Children,
  canExpand: (epic: RoadmapEpic) => boolean = ({ hasChildrenWithinTimeframe }) => hasChildrenWithinTimeframe,
): RoadmapEpic[] {
  const open = new Map<string, RoadmapEpic>();
  for (const { epic, isOpen } of turned.values()) if (isOpen) open.set(epic.id, epic);
  const last = levels === 'ALL' ? MAX_LEVEL : Number(levels);
  function add(epics: readonly RoadmapEpic[], level: number): void {
    if (level >= last) return;
    for (const epic of epics) {
      if (!canExpand(epic) || turned.get(epic.id)?.isOpen === false) continue;
      open.set(epic.id, epic);
      add(children.get(epic.id) ?? [], level + 1);
    }
  }
  add(topLevel, 1);
  return [...open.values()];
}
