import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { formatDay, type Day } from '@milepost/core/days';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { withoutSummaryFilters } from '@milepost/core/roadmap/toggles';
import { NotFoundError } from '../../../platform/api/errors.ts';
import { requestRoadmap } from '../data/request.ts';
import { roadmapSummary } from '../operations/summary.ts';

/** The counts of the roadmap that these settings show, without the filters that the counts set themselves. */
export function summaryQuery(fullPath: string, settings: RoadmapSettings, timeframe: Timeframe, today: Day) {
  const { sort: _sort, ...args } = argumentsOf(fullPath, withoutSummaryFilters(settings), timeframe);
  const variables = { ...args, today: formatDay(today), progress: settings.progressTracking };
  return queryOptions({
    queryKey: ['roadmapSummary', variables],
    queryFn: async ({ signal }) => {
      const { group } = await requestRoadmap(roadmapSummary, variables, signal);
      if (!group?.epicSummary) throw new NotFoundError('There is no such group');
      return group.epicSummary;
    },
    // Another range or filter replaces the counts once, when the new ones are known.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
