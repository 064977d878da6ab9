import { isAtMostAsVisible } from '@milepost/core/namespaces';
import type { Visibility } from '@milepost/core/roles';
import type { VisibilityBelow } from './api.ts';

/** What a change of visibility means for the groups and projects below. */
export interface VisibilityEffect {
  /** Those that are more visible than this, and have to be lowered with it. */
  lowered: { count: number; paths: readonly string[] };
  /** Those that are less visible, and stay so. */
  kept: readonly { visibility: Visibility; groups: number; projects: number }[];
}

export function visibilityEffect(chosen: Visibility, below: readonly VisibilityBelow[]): VisibilityEffect {
  const higher = below.filter(({ visibility }) => !isAtMostAsVisible(visibility, chosen));
  return {
    lowered: {
      count: higher.reduce((sum, { groups, projects }) => sum + groups + projects, 0),
      paths: higher.flatMap(({ paths }) => paths).toSorted(),
    },
    kept: below.filter(({ visibility }) => visibility !== chosen && isAtMostAsVisible(visibility, chosen)),
  };
}
