import { queryOptions } from '@tanstack/react-query';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { graphql } from '../../../gen/gql.ts';
import { readDay } from '../../../ui/field/days.ts';
import { requestRoadmap } from '../data/request.ts';

const roadmapDensity = graphql(`
  query roadmapDensity($fullPath: ID!, $state: EpicState, $iid: ID, $includeDescendantGroups: Boolean = true) {
    group(fullPath: $fullPath) {
      id
      epicDensity(state: $state, iid: $iid, includeDescendantGroups: $includeDescendantGroups, parts: 120)
        @filtered(list: epics) {
        startDate
        dueDate
        counts
      }
    }
  }
`);

export interface Density {
  /** From the first to the last date of the epics that match. */
  whole: Timeframe;
  /** Epics that run in each of equal parts of it. */
  counts: readonly number[];
}

/** The density of all matching epics, whatever the range; null when none has a date. */
export function densityQuery({
  sort: _sort,
  timeframe: _dates,
  topLevelHierarchyOnly: _top,
  ...filters
}: EpicArguments) {
  return queryOptions({
    queryKey: ['roadmapDensity', filters],
    queryFn: async ({ signal }): Promise<Density | null> => {
      const density = (await requestRoadmap(roadmapDensity, filters, signal)).group?.epicDensity;
      const [from, to] = [readDay(density?.startDate), readDay(density?.dueDate)];
      return density && from !== null && to !== null ? { whole: { from, to }, counts: density.counts } : null;
    },
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}
