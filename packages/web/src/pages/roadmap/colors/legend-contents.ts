import type { Day } from '@milepost/core/days';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { colorClassesOf } from '../../../timeline/color-classes.ts';
import { colorClassOf, type ColorClass } from '../../../timeline/coloring.ts';
import { coloredGroupsOf, type GroupsAhead } from '../../../timeline/soft-look.ts';
import type { RoadmapEpic } from '../data/epic.ts';

export type LegendSign = 'overdue' | 'noEnd' | 'closed' | 'snapshot';

/** What stands in the legend: classes of the chosen color, and signs. */
export interface LegendContents {
  colorBy: RoadmapSettings['colorBy'];
  classes: readonly ColorClass[];
  signs: readonly LegendSign[];
}

/** The contents for the epics that are drawn. */
export function legendContentsOf(
  epics: readonly RoadmapEpic[],
  settings: Pick<RoadmapSettings, 'colorBy' | 'progressTracking' | 'compare'>,
  today: Day,
  ahead: GroupsAhead | null,
): LegendContents {
  const { colorBy, progressTracking: tracking, compare } = settings;
  const open = epics.filter(({ isClosed }) => !isClosed);
  const signs: readonly [LegendSign, boolean][] = [
    ['overdue', open.some(({ span }) => span.due !== null && span.due < today)],
    ['noEnd', open.some(({ span }) => span.due === null)],
    ['closed', open.length < epics.length],
    ['snapshot', compare !== null],
  ];
  return {
    colorBy,
    classes: colorClassesOf(epics, { colorBy, tracking, groups: coloredGroupsOf(epics, ahead) }),
    signs: signs.flatMap(([sign, isThere]) => (isThere ? [sign] : [])),
  };
}

/** How many of the epics that are drawn each entry stands for, by the key of its class or by its sign. */
export function legendCountsOf(
  epics: readonly RoadmapEpic[],
  { colorBy, progressTracking: tracking }: Pick<RoadmapSettings, 'colorBy' | 'progressTracking'>,
  today: Day,
  ahead: GroupsAhead | null,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  const choice = { colorBy, tracking, groups: coloredGroupsOf(epics, ahead) };
  for (const epic of epics) {
    if (epic.isClosed) add('closed');
    else {
      add(colorClassOf(epic, choice).key);
      if (epic.span.due === null) add('noEnd');
      else if (epic.span.due < today) add('overdue');
    }
  }
  return counts;
}
