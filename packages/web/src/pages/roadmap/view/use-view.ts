import { useMemo } from 'react';
import type { Day } from '@milepost/core/days';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { viewOf, type View } from './view.ts';

/** The view of these settings: a new object only when their range, their layout or the day changes. */
export function useView({ timeframeRangeType, customRange, presetType }: RoadmapSettings, today: Day): View {
  const from = customRange?.from;
  const to = customRange?.to;
  return useMemo(() => {
    const own = from === undefined || to === undefined ? null : { from, to };
    return viewOf({ timeframeRangeType, customRange: own, presetType }, today);
  }, [timeframeRangeType, from, to, presetType, today]);
}
