import type { Day } from '@milepost/core/days';
import type { Column } from '@milepost/core/roadmap/columns';
import { columnsOf, timeframeOf } from '@milepost/core/roadmap/columns';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { windowOf } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';

/** Weeks begin on Sunday: the server's default. */
export const firstWeekday = 0;

export interface View {
  columns: Column[];
  /** All days of the columns: what is drawn is what is asked for. */
  timeframe: Timeframe;
}

/** The columns that these settings show on `today`. */
export function viewOf(settings: Pick<RoadmapSettings, 'timeframeRangeType' | 'presetType'>, today: Day): View {
  const columns = columnsOf(
    windowOf(settings.timeframeRangeType, today, settings.presetType),
    settings.presetType,
    firstWeekday,
  );
  return { columns, timeframe: timeframeOf(columns) };
}
