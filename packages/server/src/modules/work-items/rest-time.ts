import { parseDuration } from '@milepost/core/durations';
import { Type } from 'typebox';
import { InputError } from '../../platform/rest/input.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { updateWorkItem } from './commands.ts';
import { issueAt } from './rest-issues.ts';
import { presentTimeStats } from './rest-presenters.ts';

const tags = ['issues'];

/** How long an issue should take. */
export function addTimeRoutes(routes: Routes): void {
  const path = '/projects/:id/issues/:issue_iid';

  routes.get(`${path}/time_stats`, { summary: 'How long an issue should take', tags }, async ({ params }, ctx) =>
    presentTimeStats(await issueAt(ctx, params)),
  );

  routes.post(
    `${path}/time_estimate`,
    {
      summary: 'Say how long an issue should take',
      tags,
      signedIn: true,
      status: 200,
      input: Type.Object({ duration: Type.String({ description: '3h30m' }) }),
    },
    async ({ params, input }, ctx) => {
      const { id } = await issueAt(ctx, params);
      const timeEstimate = parseDuration(input.duration);
      if (timeEstimate === null) throw new InputError(['duration is invalid']);
      return presentTimeStats(await updateWorkItem(ctx, id, { timeEstimate }));
    },
  );

  routes.post(
    `${path}/reset_time_estimate`,
    { summary: 'Forget how long an issue should take', tags, signedIn: true, status: 200 },
    async ({ params }, ctx) => {
      const { id } = await issueAt(ctx, params);
      return presentTimeStats(await updateWorkItem(ctx, id, { timeEstimate: 0 }));
    },
  );
}
