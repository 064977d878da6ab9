import {
  analyticsIntervals,
  readDayRange,
  threeMonthsBefore,
  type AnalyticsInterval,
} from '@milepost/core/dates/analytics';
import { formatDay, utcDayOf, type Day } from '@milepost/core/days';
import { environmentTiers } from '@milepost/core/deployments/environments';
import { Type } from 'typebox';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findDeployableProject } from '../deployments/commands.ts';
import { findVisibleGroup } from '../namespaces/commands.ts';
import type { Namespace } from '../namespaces/store.ts';
import { addCodeReview } from './rest/code-review.ts';
import { deploymentFrequency, doraPeriods, type DoraPeriod } from './store/deployments.ts';
import { countCreated } from './store/issues.ts';
import { countNewMembers } from './store/members.ts';
import { countCreatedRequests } from './store/merge-requests.ts';

const tags = ['analytics'];
const allProjects = { projectIds: null };

const day = (description: string) => Type.Optional(Type.String({ description }));
const range = {
  from: day('The first day, in UTC; 90 days up to `to` by default'),
  to: day('The last day; today by default'),
};
const interval = Type.Optional(Type.Enum(analyticsIntervals.filter((each) => each !== 'weekly')));

const today = () => utcDayOf(new Date());

export function addRoutes(routes: Routes): void {
  addGroupActivity(routes);
  addCodeReview(routes);
  addDeploymentFrequency(routes);
  addDora(routes);
}

const groupActivity = {
  issues_count: {
    summary: 'The number of issues created in a group and below it',
    count: (ctx, namespace, days) =>
      countCreated(ctx, { namespace, range: days, ...allProjects, filter: { is: {}, not: {}, or: {} } }),
  },
  merge_requests_count: {
    summary: 'The number of merge requests created in a group and below it',
    count: (ctx, namespace, days) => countCreatedRequests(ctx, { namespace, filters: [], ...allProjects }, days),
  },
  new_members_count: {
    summary: 'The number of people who became members of a group or of anything below it',
    count: countNewMembers,
  },
} as const satisfies Record<
  string,
  { summary: string; count: (ctx: Context, group: Namespace, days: ReturnType<typeof readDayRange>) => Promise<number> }
>;

function addGroupActivity(routes: Routes): void {
  for (const [name, { summary, count }] of Object.entries(groupActivity)) {
    routes.get(
      `/analytics/group_activity/${name}`,
      { summary, tags, input: Type.Object({ group_path: Type.String({ minLength: 1 }), ...range }) },
      async ({ input }, ctx) => {
        const days = readDayRange(input, today());
        return { [name]: await count(ctx, await findVisibleGroup(ctx, input.group_path), days) };
      },
    );
  }
}

function addDeploymentFrequency(routes: Routes): void {
  routes.get(
    '/projects/:id/analytics/deployment_frequency',
    {
      summary: 'The number of successful deployments in each period; `to` of a period is the day after it',
      tags,
      input: Type.Object({
        environment: Type.Optional(
          Type.String({ description: 'The name of an environment; those of the tier production by default' }),
        ),
        ...range,
        interval,
      }),
    },
    async ({ params, input }, ctx) => {
      const days = readDayRange(input, today());
      const namespace = await findDeployableProject(ctx, params['id'] ?? '');
      const environments = input.environment ? { name: input.environment } : { tiers: ['production'] as const };
      const selection = { namespace, range: days, ...allProjects, environments };
      const periods = await deploymentFrequency(ctx, selection, input.interval ?? 'all');
      return periods.map(({ from, to, deployments }) => ({
        from: formatDay(from),
        to: formatDay((to + 1) as Day),
        value: deployments,
      }));
    },
  );
}

const doraMetrics = {
  deployment_frequency: 'deploymentFrequency',
  lead_time_for_changes: 'leadTimeForChanges',
  time_to_restore_service: 'timeToRestoreService',
  change_failure_rate: 'changeFailureRate',
} as const satisfies Record<string, keyof DoraPeriod>;
const doraNames = Object.keys(doraMetrics) as (keyof typeof doraMetrics)[];

function addDora(routes: Routes): void {
  const input = Type.Object({
    metric: Type.Enum(doraNames),
    start_date: day('The first day, in UTC; three months before `end_date` by default'),
    end_date: day('The last day; today by default'),
    interval,
    environment_tiers: Type.Optional(
      Type.Array(Type.Enum([...environmentTiers]), { description: '`production` by default' }),
    ),
  });
  for (const kind of ['project', 'group'] as const) {
    routes.get(
      `/${kind}s/:id/dora/metrics`,
      { summary: `A DORA metric of a ${kind}; times are medians in seconds`, tags, input },
      async ({ params, input: given }, ctx) => {
        const names = { from: 'start_date', to: 'end_date' };
        const days = { from: given.start_date, to: given.end_date };
        const found = readDayRange(days, today(), names, threeMonthsBefore);
        const find = kind === 'project' ? findDeployableProject : findVisibleGroup;
        const namespace = await find(ctx, params['id'] ?? '');
        const tiers = given.environment_tiers?.length ? given.environment_tiers : (['production'] as const);
        const selection = { namespace, range: found, ...allProjects, environments: { tiers } };
        const used: AnalyticsInterval = given.interval ?? 'daily';
        const periods = await doraPeriods(ctx, selection, used);
        return periods.map((period) => ({
          date: used === 'all' ? null : formatDay(period.from),
          value: period[doraMetrics[given.metric]],
        }));
      },
    );
  }
}
