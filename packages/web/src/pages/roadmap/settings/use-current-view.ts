import { parseQuery } from '@milepost/core/query';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { printView, viewQueryOf } from '@milepost/core/roadmap/views';
import { useCurrentView as useCurrentViewOf, type CurrentView } from '../../../modules/views/use-current-view.ts';

/** The saved view that the URL names, and whether it was modified since. */
export function useCurrentView(settings: RoadmapSettings): CurrentView {
  return useCurrentViewOf({ query: queryOf(settings), canonical: canonicalQuery });
}

/** The query of a view in canonical form. */
export const canonicalQuery = (query: string): string => viewQueryOf(parseQuery(query));

/** What a view of these settings stores. */
export const queryOf = (settings: RoadmapSettings): string => printView(settings);
