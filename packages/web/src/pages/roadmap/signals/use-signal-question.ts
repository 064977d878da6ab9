import { useMemo } from 'react';
import { formatDay, type Day } from '@milepost/core/days';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import type { SignalQuestion } from './api.ts';

/** The variables of the page's requests for signals; the same object until something in it changes. */
export function useSignalQuestion(
  { progressTracking: progress, asOf }: RoadmapSettings,
  fullPath: string,
  day: Day,
): SignalQuestion {
  return useMemo(
    () => ({ fullPath, today: formatDay(day), progress, ...(asOf !== null && { asOf }) }),
    [fullPath, day, progress, asOf],
  );
}
