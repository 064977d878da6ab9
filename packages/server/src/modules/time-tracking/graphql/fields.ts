import { formatDuration, parseDuration } from '@milepost/core/dates/durations';
import { ValidationError } from '@milepost/core/errors';
import { builder } from '../../../platform/graphql/builder.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { addWidget, type Registered } from '../../work-items/graphql/widgets.ts';
import { issueFaces } from '../../work-items/graphql.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { addSpentTime } from '../commands.ts';
import { timeSpentOn } from '../store.ts';

const HumanTimeRef = builder.objectRef<Pick<WorkItem, 'id' | 'timeEstimate'>>(
  'WorkItemWidgetTimeTrackingHumanReadableAttributes',
);

const ESTIMATE = 'A duration such as `1w 2d 3h 4m`; null or 0 removes the estimate';
const TimelogInput = builder.inputType('WorkItemWidgetTimeTrackingTimelogInput', {
  fields: (t) => ({
    timeSpent: t.string({ required: true, description: 'A duration such as `1h 30m`; a leading minus subtracts' }),
    spentAt: t.field({ type: 'Time', description: 'Now by default' }),
    summary: t.string(),
  }),
});
const TimeTrackingInput = builder.inputType('WorkItemWidgetTimeTrackingInput', {
  fields: (t) => ({
    timeEstimate: t.string({ description: ESTIMATE }),
    timelog: t.field({ type: TimelogInput, description: 'Time that is logged' }),
  }),
});

interface Estimate {
  timeEstimate?: string | null;
}
interface TimeTracking extends Estimate {
  timelog?: { timeSpent: string; spentAt?: Date | null; summary?: string | null } | null;
}

/** The time tracking inputs of work item mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, Estimate & { timeTrackingWidget?: TimeTracking | null }>({
    name: 'time tracking',
    write: {
      fields(t, mutation) {
        if (mutation === 'updateIssue') return { timeEstimate: t.string({ description: ESTIMATE }) };
        return mutation === 'workItemUpdate' ? { timeTrackingWidget: t.field({ type: TimeTrackingInput }) } : {};
      },
      read: ({ timeTrackingWidget, ...input }) => ({
        timeEstimate: secondsOf((timeTrackingWidget ?? input).timeEstimate),
      }),
      beside({ timeTrackingWidget }) {
        const timelog = timeTrackingWidget?.timelog;
        if (!timelog) return null;
        const { timeSpent: duration, ...spent } = timelog;
        return (ctx, item) => addSpentTime(ctx, { ...spent, duration, itemId: item.id });
      },
    },
  });
}

function secondsOf(text: string | null | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = text === null || text.trim() === '' ? 0 : parseDuration(text);
  if (seconds === null)
    throw new ValidationError({ time_estimate: ['must be formatted correctly. For example: 1h 30m'] });
  return seconds;
}

/** The estimate on every face of a work item; returns the widget, to which spent time is added. */
export function showEstimates(): Registered {
  HumanTimeRef.implement({
    description: 'Durations in human-readable form',
    fields: (t) => ({
      timeEstimate: t.string({ nullable: true, resolve: ({ timeEstimate }) => formatDuration(timeEstimate) }),
      totalTimeSpent: t.string({
        nullable: true,
        resolve: async ({ id }, _args, ctx) => formatDuration((await ctx.load(timeSpentOn, id)) ?? 0),
      }),
    }),
  });
  for (const face of issueFaces) {
    builder.objectFields(face, (t) => ({
      timeEstimate: t.exposeInt('timeEstimate'),
      humanTimeEstimate: t.string({ nullable: true, resolve: (issue) => formatDuration(issue.timeEstimate) }),
    }));
  }
  return addWidget('TIME_TRACKING', {
    name: 'TimeTracking',
    fields: (t) => ({
      timeEstimate: t.int({ nullable: true, resolve: ({ item }) => item.timeEstimate }),
      humanReadableAttributes: t.field({ type: HumanTimeRef, nullable: true, resolve: ({ item }) => item }),
    }),
  });
}
