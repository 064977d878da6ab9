import { queryOptions } from '@tanstack/react-query';
import { extentOf } from '@milepost/core/roadmap/zoom';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { requestRoadmap } from './request.ts';
import { childExtent, groupExtent } from '../operations/extents.ts';
import { readDay } from '../../../ui/field/days.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';

interface Ends {
  firstStart?: Dated | null;
  lastStart?: Dated | null;
  firstDue?: Dated | null;
  lastDue?: Dated | null;
}
interface Dated {
  nodes?: readonly ({ startDate?: string | null; dueDate?: string | null } | null)[] | null;
}

/** From the first to the last date of all matching epics, at any depth; null when none has a date. */
export function extentQuery(args: EpicArguments, epicIid: string | null) {
  const { sort: _sort, timeframe: _timeframe, topLevelHierarchyOnly: _top, ...filters } = args;
  return queryOptions({
    queryKey: ['roadmapExtent', filters, epicIid],
    queryFn: async ({ signal }): Promise<Timeframe | null> => {
      const ends: Ends | null | undefined =
        epicIid === null
          ? (await requestRoadmap(groupExtent, filters, signal)).group
          : (await requestRoadmap(childExtent, { fullPath: args.fullPath, iid: epicIid, state: args.state }, signal))
              .group?.epic;
      const nodes = [ends?.firstStart, ends?.lastStart, ends?.firstDue, ends?.lastDue].flatMap(
        (connection) => connection?.nodes ?? [],
      );
      return extentOf(nodes.map((node) => ({ start: readDay(node?.startDate), due: readDay(node?.dueDate) })));
    },
    staleTime: 30_000,
    refetchOnWindowFocus: false,
  });
}
