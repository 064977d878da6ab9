import { ForbiddenError, NotFoundError } from '@milepost/core/errors';
import type { Routes } from '../../../platform/rest/routes.ts';
import { issueAt } from './issues.ts';

const tags = ['issues'];

/** A published resource of an issue that Milepost does not have: user agent details. */
export function addUnsupportedRoutes(routes: Routes): void {
  const path = '/projects/:id/issues/:issue_iid';
  routes.get(
    `${path}/user_agent_detail`,
    { summary: 'The user agent of an issue’s author, for administrators: never available', tags, signedIn: true },
    async ({ params }, ctx) => {
      await issueAt(ctx, params);
      if (!ctx.viewer.isAdmin) throw new ForbiddenError();
      throw new NotFoundError('User agent detail');
    },
  );
}
