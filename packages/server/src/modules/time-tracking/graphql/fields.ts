import { formatDuration, parseDuration } from '@milepost/core/dates/durations';
import { ValidationError } from '@milepost/core/errors';
import { builder } from '../../../platform/graphql/builder.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { addWidget, type Registered } from '../../work-items/graphql/widgets.ts';
import { issueFaces } from '../../work-items/graphql.ts';

const HumanTimeRef = builder.objectRef<{ timeEstimate: number }>('WorkItemWidgetTimeTrackingHumanReadableAttributes');

/** The time tracking inputs of work item mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, { timeEstimate?: string | null }>({
    name: 'time tracking',
    write: {
      fields: (t, mutation) =>
        mutation === 'updateIssue'
          ? { timeEstimate: t.string({ description: 'A duration such as `1w 2d 3h 4m`' }) }
          : {},
      read: ({ timeEstimate }) => ({ timeEstimate: secondsOf(timeEstimate) }),
    },
  });
}

function secondsOf(text: string | null | undefined): number | undefined {
  if (text === null || text === undefined) return undefined;
  const seconds = text.trim() === '' ? 0 : parseDuration(text);
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
