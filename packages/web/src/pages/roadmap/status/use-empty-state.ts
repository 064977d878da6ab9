import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Day } from '@milepost/core/days';
import { layoutFor } from '@milepost/core/roadmap/custom-range';
import { parsePresetType, rangeTypes } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { countOf, mayCreateEpic } from '../data/api.ts';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { extentQuery } from '../data/extent.ts';
import type { NearestRange } from './use-moved-range.ts';
import { viewOf } from '../view/view.ts';

export interface EmptyFacts {
  canCreateEpic: boolean;
  /** Matching epics outside the dates. */
  outside: number;
  nearest: NearestRange | null;
  /** Whether `nearest` is still loading. */
  isDeciding: boolean;
}

/** The suggestions of an empty roadmap: the nearest other range with epics, and whether the viewer may create some. */
export function useEmptyState(
  args: EpicArguments,
  settings: RoadmapSettings,
  today: Day,
  isEmpty: boolean,
): EmptyFacts {
  const others = rangeTypes.filter((range) => range !== settings.timeframeRangeType || settings.customRange !== null);
  const anyDepth = { ...args, topLevelHierarchyOnly: false };
  const total = useQuery({ ...countOf(anyDepth, null), enabled: isEmpty });
  const counts = useQueries({
    // Skip all of this while the roadmap has rows.
    queries: (isEmpty ? others : []).map((range) => {
      const { timeframe } = viewOf(
        { timeframeRangeType: range, customRange: null, presetType: parsePresetType(null, range) },
        today,
      );
      return {
        // The list's arguments: children of an epic outside the dates have no row.
        ...countOf(args, argumentsOf(args.fullPath, settings, timeframe).timeframe),
      };
    }),
  });
  const outside = total.data ?? 0;
  const found = others.find((_, index) => (counts[index]?.data ?? 0) > 0);
  const isCounted = !total.isPending && counts.every((count) => !count.isPending);
  const isFarOff = isCounted && outside > 0 && found === undefined;
  const extent = useQuery({ ...extentQuery(args, null), enabled: isEmpty && isFarOff });
  const permission = useQuery({ ...mayCreateEpic(args.fullPath), enabled: isEmpty });
  const nearest = useMemo<NearestRange | null>(() => {
    if (found) return { range: found };
    return extent.data ? { range: null, custom: extent.data, layout: layoutFor(extent.data) } : null;
  }, [found, extent.data]);
  return {
    canCreateEpic: permission.data ?? false,
    outside,
    nearest,
    isDeciding: isEmpty && (!isCounted || (isFarOff && extent.isPending)),
  };
}
