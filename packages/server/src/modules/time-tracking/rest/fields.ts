import { formatDuration } from '@milepost/core/dates/durations';
import type { Context } from '../../../platform/context.ts';
import { plugInRest } from '../../work-items/rest/plugs.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { timeSpentOn } from '../store.ts';

/** Estimate and time spent, in seconds and as text. */
export async function presentTimeStats(ctx: Context, { id, timeEstimate }: Pick<WorkItem, 'id' | 'timeEstimate'>) {
  const spent = (await ctx.load(timeSpentOn, id)) ?? 0;
  return {
    time_estimate: timeEstimate,
    total_time_spent: spent,
    human_time_estimate: formatDuration(timeEstimate),
    human_total_time_spent: formatDuration(spent),
  };
}

/** The time tracking fields of issues in REST. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'time-tracking',
    faces: ['issue'],
    show: async (ctx, item) => ({ time_stats: await presentTimeStats(ctx, item) }),
  });
}
