import {
  analyticsIntervals,
  mergeRequestAges,
  readDayRange,
  type AnalyticsInterval,
  type DayRange,
} from '@milepost/core/dates/analytics';
import { formatDay, utcDayOf } from '@milepost/core/days';
import { builder } from '../../../platform/graphql/builder.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { doraPeriods } from '../store/deployments.ts';
import { issueActivity, issueCompletion, type IssueActivity, type IssueCompletion } from '../store/issues.ts';
import { openRequestAges } from '../store/merge-requests.ts';
import { COST, issuesOf, projectIdsOf, requestsOf } from './selection.ts';

export const AnalyticsRef = builder.objectRef<Namespace>('NamespaceAnalytics');

const ActivityRef = builder.objectRef<IssueActivity>('IssueActivity');
const CompletionRef = builder.objectRef<IssueCompletion>('IssueCompletion');
interface Delivery extends DayRange {
  deployments: number;
  changeFailureRate: number | null;
}
const DeliveryRef = builder.objectRef<Delivery>('DeploymentActivity');
interface RequestAge {
  fromDays: number;
  untilDays: number | null;
  count: number;
}
const AgeRef = builder.objectRef<RequestAge>('MergeRequestAge');

const IntervalEnum = builder.enumType('AnalyticsInterval', {
  values: Object.fromEntries(analyticsIntervals.map((value) => [value.toUpperCase(), { value }])) as Record<
    Uppercase<AnalyticsInterval>,
    { value: AnalyticsInterval }
  >,
});

const periodFields = [
  ['from', 'The first day'],
  ['to', 'The last day'],
] as const;

type Fields = Parameters<Parameters<typeof ActivityRef.implement>[0]['fields'] & object>[0];
const periodIn = (t: Fields) =>
  Object.fromEntries(
    periodFields.map(([name, description]) => [
      name,
      t.field({ type: 'Date', description, resolve: (period: DayRange) => formatDay(period[name]) }),
    ]),
  ) as Record<'from' | 'to', ReturnType<typeof t.string>>;

/** What the charts of the analytics page show. */
export function describeAnalytics(): void {
  ActivityRef.implement({
    description: 'Milepost extension. The issues of a period',
    fields: (t) => ({ ...periodIn(t), opened: t.exposeInt('opened'), closed: t.exposeInt('closed') }),
  });
  describePeriods();
  AnalyticsRef.implement({
    description: 'Milepost extension. Counts and times of what the viewer may see, of whole days in UTC',
    fields: (t) => {
      const range = {
        from: t.arg({ type: 'Date', description: '90 days up to `to` by default' }),
        to: t.arg({ type: 'Date', description: 'Today by default' }),
        interval: t.arg({ type: IntervalEnum, defaultValue: 'weekly' }),
      };
      const projects = { projectIds: t.arg.idList() };
      const items = {
        ...projects,
        labelNames: t.arg.stringList(),
        authorUsername: t.arg.string(),
        assigneeUsernames: t.arg.stringList(),
        milestoneTitle: t.arg.string(),
      };
      return {
        issueActivity: t.field({
          type: [ActivityRef],
          complexity: COST,
          args: { ...range, ...items },
          resolve: (namespace, { interval, ...args }, ctx) =>
            issueActivity(ctx, issuesOf(namespace, args, rangeOf(args)), interval ?? 'weekly'),
        }),
        issueCompletion: t.field({
          type: [CompletionRef],
          complexity: COST,
          args: { ...range, ...items },
          resolve: (namespace, { interval, ...args }, ctx) =>
            issueCompletion(ctx, issuesOf(namespace, args, rangeOf(args)), interval ?? 'weekly'),
        }),
        deploymentActivity: t.field({
          type: [DeliveryRef],
          complexity: COST,
          description: 'Of the tier production',
          args: { ...range, ...projects },
          resolve: async (namespace, { interval, ...args }, ctx) => {
            const environments = { tiers: ['production'] as const };
            const selection = { namespace, range: rangeOf(args), projectIds: projectIdsOf(args), environments };
            const periods = await doraPeriods(ctx, selection, interval ?? 'weekly');
            return periods.map(({ deploymentFrequency: deployments, ...period }) => ({ ...period, deployments }));
          },
        }),
        openMergeRequestAges: t.field({
          type: [AgeRef],
          complexity: COST,
          args: items,
          resolve: async (namespace, args, ctx) => {
            const counts = await openRequestAges(ctx, requestsOf(namespace, args));
            return mergeRequestAges.map(({ from, until }, index) => ({
              fromDays: from,
              untilDays: until,
              count: counts[index] ?? 0,
            }));
          },
        }),
      };
    },
  });
}

function describePeriods(): void {
  CompletionRef.implement({
    description: 'Milepost extension. The issues closed in a period. Times are medians in days',
    fields: (t) => ({
      ...periodIn(t as never),
      completed: t.exposeInt('completed'),
      leadTime: t.exposeFloat('leadTime', { nullable: true, description: 'From creation to closing' }),
      cycleTime: t.exposeFloat('cycleTime', { nullable: true, description: 'From the start of work to closing' }),
    }),
  });
  DeliveryRef.implement({
    description: 'Milepost extension. The successful deployments of a period',
    fields: (t) => ({
      ...periodIn(t as never),
      deployments: t.exposeInt('deployments'),
      changeFailureRate: t.exposeFloat('changeFailureRate', {
        nullable: true,
        description: 'Incidents per deployment; null without deployments',
      }),
    }),
  });
  AgeRef.implement({
    description: 'Milepost extension. The open merge requests of an age',
    fields: (t) => ({
      fromDays: t.exposeInt('fromDays'),
      untilDays: t.exposeInt('untilDays', { nullable: true, description: 'Less than this' }),
      count: t.exposeInt('count'),
    }),
  });
}

function rangeOf(given: { from?: string | null; to?: string | null }): DayRange {
  return readDayRange(given, utcDayOf(new Date()));
}
