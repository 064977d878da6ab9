import { readDayRange, type DayRange } from '@milepost/core/dates/analytics';
import { utcDayOf } from '@milepost/core/days';
import type { Context } from '../../../platform/context.ts';
import { builder } from '../../../platform/graphql/builder.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { countDeployments } from '../store/deployments.ts';
import { countCreated, measureClosed } from '../store/issues.ts';
import { timeToMerge } from '../store/merge-requests.ts';
import { COST, issuesOf, projectIdsOf, requestsOf, type ItemArguments } from './selection.ts';

export const GroupFlowRef = builder.objectRef<Namespace>('GroupValueStreamAnalyticsFlowMetrics');
export const ProjectFlowRef = builder.objectRef<Namespace>('ProjectValueStreamAnalyticsFlowMetrics');

interface Metric {
  identifier: string;
  title: string;
  unit: string | null;
  value: number | null;
}
const MetricRef = builder.objectRef<Metric>('ValueStreamAnalyticsMetric');
interface MetricLink {
  docsLink: boolean | null;
  label: string;
  name: string;
  url: string;
}
const LinkRef = builder.objectRef<MetricLink>('ValueStreamMetricLinkType');

type Measure = (ctx: Context, namespace: Namespace, args: ItemArguments, range: DayRange) => Promise<number | null>;

interface FlowMetric extends Omit<Metric, 'value'> {
  measure: Measure;
}

const days = 'days';

const metrics: Readonly<Record<string, FlowMetric>> = {
  issueCount: {
    identifier: 'issues',
    title: 'New issues',
    unit: null,
    measure: (ctx, namespace, args, range) => countCreated(ctx, issuesOf(namespace, args, range)),
  },
  issuesCompletedCount: {
    identifier: 'issues_completed',
    title: 'Issues closed',
    unit: null,
    measure: (ctx, namespace, args, range) => measureClosed(ctx, issuesOf(namespace, args, range), 'count'),
  },
  deploymentCount: {
    identifier: 'deploys',
    title: 'Deploys',
    unit: null,
    measure: (ctx, namespace, args, range) =>
      countDeployments(ctx, {
        namespace,
        range,
        projectIds: projectIdsOf(args),
        environments: { tiers: ['production'] },
      }),
  },
  leadTime: {
    identifier: 'lead_time',
    title: 'Lead time',
    unit: days,
    measure: (ctx, namespace, args, range) => measureClosed(ctx, issuesOf(namespace, args, range), 'leadTime'),
  },
  cycleTime: {
    identifier: 'cycle_time',
    title: 'Cycle time',
    unit: days,
    measure: (ctx, namespace, args, range) => measureClosed(ctx, issuesOf(namespace, args, range), 'cycleTime'),
  },
  timeToMerge: {
    identifier: 'time_to_merge',
    title: 'Time to merge',
    unit: days,
    measure: (ctx, namespace, args, range) => timeToMerge(ctx, requestsOf(namespace, args), range),
  },
};

export function describeFlowMetrics(): void {
  LinkRef.implement({
    fields: (t) => ({
      docsLink: t.exposeBoolean('docsLink', { nullable: true }),
      label: t.exposeString('label'),
      name: t.exposeString('name'),
      url: t.exposeString('url'),
    }),
  });
  MetricRef.implement({
    description: 'A figure of a range of days',
    fields: (t) => ({
      identifier: t.exposeString('identifier'),
      title: t.exposeString('title'),
      unit: t.exposeString('unit', { nullable: true, description: 'Null for counts' }),
      value: t.exposeFloat('value', { nullable: true, description: 'Null for a time without data. Times are medians' }),
      links: t.field({ type: [LinkRef], description: 'Always empty', resolve: () => [] }),
    }),
  });
  describe(GroupFlowRef, true);
  describe(ProjectFlowRef, false);
}

function describe(ref: typeof GroupFlowRef, isGroup: boolean): void {
  ref.implement({
    description: 'Figures of the issues, merge requests and deployments that the viewer may see, of whole days in UTC',
    fields: (t) =>
      Object.fromEntries(
        Object.entries(metrics).map(([name, { measure, ...metric }]) => {
          const isOfItems = name !== 'deploymentCount';
          const hasLabels = isOfItems && (isGroup || name !== 'timeToMerge');
          const args = {
            from: t.arg({ type: 'Time', required: true }),
            to: t.arg({ type: 'Time', required: true, description: 'The last day' }),
            ...(hasLabels && { labelNames: t.arg.stringList({ description: 'All of these' }) }),
            ...(isGroup && { projectIds: t.arg.idList() }),
            ...(isOfItems && {
              authorUsername: t.arg.string(),
              assigneeUsernames: t.arg.stringList({ description: 'All of these' }),
              milestoneTitle: t.arg.string(),
            }),
          };
          const field = t.field({
            type: MetricRef,
            nullable: true,
            complexity: COST,
            args,
            resolve: async (namespace, { from, to, ...given }, ctx) => {
              const today = utcDayOf(new Date());
              const range = readDayRange({ from: from.toISOString(), to: to.toISOString() }, today);
              return { ...metric, value: await measure(ctx, namespace, given, range) };
            },
          });
          return [name, field];
        }),
      ),
  });
}
