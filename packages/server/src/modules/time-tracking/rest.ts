import { parseDuration } from '@milepost/core/dates/durations';
import { Type } from 'typebox';
import { InputError } from '../../platform/rest/input.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { updateWorkItem } from '../work-items/commands.ts';
import { issueAt } from '../work-items/rest/issues.ts';
import { addSpentTime, resetSpentTime } from './commands.ts';
import { presentTimeStats } from './rest/fields.ts';

const tags = ['issues'];

/** Time estimate and time spent of issues. */
export function addRoutes(routes: Routes): void {
  const path = '/projects/:id/issues/:issue_iid';

  routes.get(
    `${path}/time_stats`,
    { summary: 'Time estimate and time spent of an issue', tags },
    async ({ params }, ctx) => presentTimeStats(ctx, await issueAt(ctx, params)),
  );

  routes.post(
    `${path}/time_estimate`,
    {
      summary: 'Set the time estimate of an issue',
      tags,
      signedIn: true,
      status: 200,
      input: Type.Object({ duration: Type.String({ description: 'A duration such as `3h30m`' }) }),
    },
    async ({ params, input }, ctx) => {
      const { id } = await issueAt(ctx, params);
      const timeEstimate = parseDuration(input.duration);
      if (timeEstimate === null) throw new InputError(['duration is invalid']);
      return presentTimeStats(ctx, await updateWorkItem(ctx, id, { timeEstimate }));
    },
  );

  routes.post(
    `${path}/reset_time_estimate`,
    { summary: 'Remove the time estimate of an issue', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      const { id } = await issueAt(ctx, params);
      return presentTimeStats(ctx, await updateWorkItem(ctx, id, { timeEstimate: 0 }));
    },
  );

  routes.post(
    `${path}/add_spent_time`,
    {
      summary: 'Log time spent on an issue; a negative duration subtracts',
      tags,
      signedIn: true,
      input: Type.Object({
        duration: Type.String({ description: 'A duration such as `3h30m`' }),
        summary: Type.Optional(Type.String({ description: 'A summary of the work' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const issue = await issueAt(ctx, params);
      await addSpentTime(ctx, { itemId: issue.id, ...input });
      return presentTimeStats(ctx, issue);
    },
  );

  routes.post(
    `${path}/reset_spent_time`,
    { summary: 'Remove all time spent on an issue', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      const issue = await issueAt(ctx, params);
      await resetSpentTime(ctx, issue.id);
      return presentTimeStats(ctx, issue);
    },
  );
}
