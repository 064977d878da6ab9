import { readDayRange, threeMonthsBefore, type DayRange } from '@milepost/core/dates/analytics';
import { formatDay, utcDayOf } from '@milepost/core/days';
import { builder } from '../../platform/graphql/builder.ts';
import { environmentPolicy } from '../deployments/policy.ts';
import { GroupRef, ProjectRef } from '../namespaces/graphql.ts';
import type { Namespace } from '../namespaces/store.ts';
import { AnalyticsRef, describeAnalytics } from './graphql/charts.ts';
import { describeFlowMetrics, GroupFlowRef, ProjectFlowRef } from './graphql/flow.ts';
import { COST } from './graphql/selection.ts';
import { doraPeriods, type DoraPeriod } from './store/deployments.ts';

const DoraRef = builder.objectRef<Namespace>('Dora');
const GroupDoraRef = builder.objectRef<Namespace>('GroupDora');
const DoraMetricRef = builder.objectRef<DoraPeriod & { isAll: boolean }>('DoraMetric');
const BucketingInterval = builder.enumType('DoraMetricBucketingInterval', {
  values: { ALL: { value: 'all' }, MONTHLY: { value: 'monthly' }, DAILY: { value: 'daily' } } as const,
});

export function extendSchema(): void {
  describeDora();
  describeFlowMetrics();
  describeAnalytics();
  for (const ref of [GroupRef, ProjectRef]) {
    builder.objectField(ref, 'analytics', (t) =>
      t.field({ type: AnalyticsRef, description: 'Milepost extension. Series for charts', resolve: (it) => it }),
    );
  }
  builder.objectFields(GroupRef, (t) => ({
    flowMetrics: t.field({ type: GroupFlowRef, nullable: true, resolve: (group) => group }),
    dora: t.field({ type: GroupDoraRef, nullable: true, resolve: (group) => group }),
  }));
  builder.objectFields(ProjectRef, (t) => ({
    flowMetrics: t.field({ type: ProjectFlowRef, nullable: true, resolve: (project) => project }),
    dora: t.field({
      type: DoraRef,
      nullable: true,
      description: 'Null for those who may not read environments',
      resolve: (project, _args, ctx) => (ctx.can(environmentPolicy.read, project) ? project : null),
    }),
  }));
}

function describeDora(): void {
  DoraMetricRef.implement({
    description: 'DORA metrics of a period',
    fields: (t) => ({
      date: t.string({
        nullable: true,
        description: 'The first day; null for the interval ALL',
        resolve: ({ from, isAll }) => (isAll ? null : formatDay(from)),
      }),
      deploymentFrequency: t.exposeFloat('deploymentFrequency', {
        nullable: true,
        description: 'The number of successful deployments',
      }),
      changeFailureRate: t.exposeFloat('changeFailureRate', {
        nullable: true,
        description: 'Incidents per deployment; null without deployments',
      }),
      leadTimeForChanges: t.exposeFloat('leadTimeForChanges', {
        nullable: true,
        description: 'The median of seconds from merging to deployment',
      }),
      timeToRestoreService: t.exposeFloat('timeToRestoreService', {
        nullable: true,
        description: 'The median of seconds that incidents were open',
      }),
    }),
  });
  for (const ref of [DoraRef, GroupDoraRef]) {
    ref.implement({
      description: 'DORA metrics of the tier production',
      fields: (t) => ({
        metrics: t.field({
          type: [DoraMetricRef],
          nullable: true,
          complexity: COST,
          args: {
            startDate: t.arg({ type: 'Date', description: 'Three months before the end date by default' }),
            endDate: t.arg({ type: 'Date', description: 'Today by default' }),
            interval: t.arg({ type: BucketingInterval, defaultValue: 'daily' }),
          },
          resolve: async (namespace, { startDate, endDate, interval }, ctx) => {
            const range = doraRange(startDate, endDate);
            const environments = { tiers: ['production'] as const };
            const selection = { namespace, range, projectIds: null, environments };
            const periods = await doraPeriods(ctx, selection, interval ?? 'daily');
            return periods.map((period) => ({ ...period, isAll: interval === 'all' }));
          },
        }),
      }),
    });
  }
}

function doraRange(from: string | null | undefined, to: string | null | undefined): DayRange {
  return readDayRange({ from, to }, utcDayOf(new Date()), { from: 'startDate', to: 'endDate' }, threeMonthsBefore);
}
