import { ForbiddenError, NotFoundError } from '@milepost/core/errors';
import { Type } from 'typebox';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { issueAt } from './issues.ts';

const tags = ['issues'];

/** Published resources of an issue that Milepost does not have: merge requests and user agent details. Their responses are empty. */
export function addUnsupportedRoutes(routes: Routes): void {
  const path = '/projects/:id/issues/:issue_iid';
  for (const [name, title] of [
    ['related_merge_requests', 'Merge requests that name an issue'],
    ['closed_by', 'Merge requests that close an issue'],
  ] as const) {
    routes.get(
      `${path}/${name}`,
      { summary: `${title}: always none`, tags, input: Type.Object(pagingInput) },
      async ({ params, input }, ctx) => {
        await issueAt(ctx, params);
        return new RestPage([], 0, pageRequest(input));
      },
    );
  }
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
