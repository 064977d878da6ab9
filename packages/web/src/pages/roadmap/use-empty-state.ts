import { useQueries, useQuery } from '@tanstack/react-query';
import type { Day } from '@milepost/core/days';
import type { RangeType } from '@milepost/core/roadmap/ranges';
import { parsePresetType, rangeTypes } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { countOf, mayCreateEpic } from './api.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { viewOf } from './view.ts';

export interface EmptyFacts {
  canCreateEpic: boolean;
  outside: number;
  nearest: RangeType | null;
}

/** What an empty roadmap can offer: the nearest other range with epics, and whether one may create some. */
export function useEmptyState(
  args: EpicArguments,
  settings: RoadmapSettings,
  today: Day,
  isEmpty: boolean,
): EmptyFacts {
  const others = rangeTypes.filter((range) => range !== settings.timeframeRangeType);
  const anyDepth = { ...args, topLevelHierarchyOnly: false };
  const total = useQuery({ ...countOf(anyDepth, null), enabled: isEmpty });
  const counts = useQueries({
    queries: others.map((range) => {
      const { timeframe } = viewOf(
        { timeframeRangeType: range, customRange: null, presetType: parsePresetType(null, range) },
        today,
      );
      return {
        ...countOf(anyDepth, argumentsOf(args.fullPath, settings, timeframe).timeframe),
        enabled: isEmpty && (total.data ?? 0) > 0,
      };
    }),
  });
  const permission = useQuery({ ...mayCreateEpic(args.fullPath), enabled: isEmpty });
  const found = others.findIndex((_, index) => (counts[index]?.data ?? 0) > 0);
  return {
    canCreateEpic: permission.data ?? false,
    outside: total.data ?? 0,
    nearest: others[found] ?? null,
  };
}
