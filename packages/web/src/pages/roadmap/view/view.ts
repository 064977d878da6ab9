import type { Day } from '@milepost/core/days';
import type { Column } from '@milepost/core/roadmap/columns';
import { columnsOf } from '@milepost/core/roadmap/columns';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import { windowOf } from '@milepost/core/roadmap/ranges';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { session } from '../../../platform/session/session.ts';

export interface View {
  columns: Column[];
  /** The days of the range: used for requests and for clipping bars. The first and last week may extend beyond it. */
  timeframe: Timeframe;
}

/** The columns of these settings on `today`. */
export function viewOf(
  {
    timeframeRangeType,
    customRange,
    presetType,
  }: Pick<RoadmapSettings, 'timeframeRangeType' | 'customRange' | 'presetType'>,
  today: Day,
): View {
  const timeframe = customRange ?? windowOf(timeframeRangeType, today, presetType);
  return { columns: columnsOf(timeframe, presetType, session().firstWeekday), timeframe };
}
