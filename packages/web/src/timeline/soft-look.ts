import type { Day } from '@milepost/core/days';
import { isSoft, type Appearance } from '@milepost/core/roadmap/appearance';
import type { ProgressTracking } from '@milepost/core/roadmap/progress';
import { colorClassOf, type ColorSource } from './coloring.ts';
import { softBarOf, withShortOpenEnd, type SoftLook } from './soft-bar.ts';

export interface SoftLookSource {
  /** The full paths of the drawn groups, in order: they share the palette. */
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

/** The full paths of their groups, in order. */
export function groupsOf(epics: readonly Pick<ColorSource, 'group'>[]): string[] {
  return [...new Set(epics.map(({ group }) => group.fullPath))].toSorted();
}
