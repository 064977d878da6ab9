import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { isBehindLink } from './request.ts';

/** Public links name no people, and no parents that they do not show. */
const hiddenBehindLinks: ReadonlySet<string | null> = new Set(['ASSIGNEE', 'AUTHOR', 'PARENT']);

/** Whether the roadmap of these settings has lanes. */
export function isGroupedRoadmap({
  groupBy,
  thenBy,
  epicIid,
}: Pick<RoadmapSettings, 'groupBy' | 'thenBy' | 'epicIid'>): boolean {
  if (groupBy === null) return false;
  if (!isBehindLink()) return true;
  return epicIid === null && ![groupBy, thenBy].some((key) => hiddenBehindLinks.has(key));
}
