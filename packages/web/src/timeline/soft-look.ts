import type { Day } from '@milepost/core/days';
import { isSoft, MAX_COLORED_GROUPS, type Appearance } from '@milepost/core/roadmap/appearance';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import { colorClassOf, type ColorSource } from './coloring.ts';
import { softBarOf, withShortOpenEnd, type SoftLook } from './soft-bar.ts';

export interface SoftLookSource {
  /** The full paths of the groups that have colors: see `coloredGroupsOf`. */
  groups: readonly string[];
  today: Day;
  overdueText: (days: number) => string;
}

/** The soft look of these settings; null for solid bars: rows of full height in the colors of the epics. */
export function softLookOf(
  {
    density,
    colorBy,
    progressTracking,
  }: Pick<Appearance, 'density' | 'colorBy'> & { progressTracking: ProgressTracking },
  { groups, today, overdueText }: SoftLookSource,
): SoftLook | null {
  if (!isSoft({ density, colorBy })) return null;
  const isCompact = density === 'COMPACT';
  const choice = { colorBy, tracking: progressTracking, groups };
  const options = { isCompact, today, overdueText };
  return {
    isCompact,
    shapeOf: withShortOpenEnd,
    barOf: (epic, shape, scale, progress) =>
      softBarOf(epic, colorClassOf(epic, choice).tone, shape, options, scale, progress),
  };
}

/** What is known about groups before all rows have loaded. */
export interface GroupsAhead {
  /** The full paths of those that come first. */
  groups: readonly string[];
  /** Whether they keep their colors until their rows load, so that no color changes while more rows do. */
  isReserved: boolean;
}

/** More than any number of epics. */
const ABOVE_ANY_COUNT = 1e9;

/**
 * The full paths of the groups that have colors of their own, in order: those known ahead, then those of most open epics. Others share
 * a neutral one.
 */
export function coloredGroupsOf(
  epics: readonly Pick<ColorSource, 'group' | 'isClosed'>[],
  ahead: GroupsAhead | null = null,
): string[] {
  const counts = new Map<string, number>();
  for (const { group, isClosed } of epics)
    counts.set(group.fullPath, (counts.get(group.fullPath) ?? 0) + Number(!isClosed));
  for (const path of ahead?.groups ?? []) if (ahead?.isReserved || counts.has(path)) counts.set(path, ABOVE_ANY_COUNT);
  const mostFirst = [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return mostFirst
    .slice(0, MAX_COLORED_GROUPS)
    .map(([path]) => path)
    .toSorted();
}
