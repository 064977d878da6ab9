import type { Day } from '@milepost/core/days';
import type { Column } from '@milepost/core/roadmap/columns';
import { columnsOf } from '@milepost/core/roadmap/columns';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { windowOf } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';

/** Weeks begin on Sunday: the server's default. */
export const firstWeekday = 0;

export interface View {
  columns: Column[];
  /** The days of the range: what is asked for, and where bars are cut. The first and last week may reach beyond. */
  timeframe: Timeframe;
}

/** The columns that these settings show on `today`. */
export function viewOf(settings: Pick<RoadmapSettings, 'timeframeRangeType' | 'presetType'>, today: Day): View {
  const timeframe = windowOf(settings.timeframeRangeType, today, settings.presetType);
  return { columns: columnsOf(timeframe, settings.presetType, firstWeekday), timeframe };
}
