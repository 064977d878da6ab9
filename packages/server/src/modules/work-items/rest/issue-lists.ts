import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup, projectWithIssues } from '../../namespaces/commands.ts';
import { issueListing, issueListInput, presentPage } from './lists.ts';
import type { WorkItemListing } from '../store/list-conditions.ts';
import { countByState } from '../store/lists.ts';

const tags = ['issues'];

/** Issues of a project, of a group and everything below it, and of all visible namespaces. */
export function addIssueListRoutes(routes: Routes): void {
  const listed = issueListInput({});
  const listedWidely = issueListInput({
    non_archived: Type.Optional(Type.Boolean({ default: true, description: 'Excludes archived projects' })),
  });

  routes.get(
    '/issues',
    {
      summary: 'Issues of all namespaces, by default those created by the current user',
      tags,
      signedIn: true,
      input: listedWidely,
    },
    ({ input }, ctx) => presentPage(ctx, issueListing(ctx, null, input, 'created_by_me'), input),
  );

  routes.get(
    '/groups/:id/issues',
    { summary: 'Issues of all projects in a group and below it', tags, input: listedWidely },
    async ({ params, input }, ctx) => {
      const scope = { of: await findVisibleGroup(ctx, params['id'] ?? ''), includeDescendants: true };
      return presentPage(ctx, issueListing(ctx, scope, input), input);
    },
  );

  routes.get(
    '/projects/:id/issues',
    { summary: 'Issues of a project', tags, input: listed },
    async ({ params, input }, ctx) => {
      const scope = { of: await projectWithIssues(ctx, params['id'] ?? '') };
      return presentPage(ctx, issueListing(ctx, scope, input), input);
    },
  );

  const statistics = async (ctx: Context, listing: WorkItemListing) => {
    const { opened, closed } = await countByState(ctx, listing);
    return { statistics: { counts: { all: opened + closed, closed, opened } } };
  };

  routes.get(
    '/issues_statistics',
    {
      summary: 'Numbers of open and closed issues of all namespaces, by default those created by the current user',
      tags,
      signedIn: true,
      input: listedWidely,
    },
    ({ input }, ctx) => statistics(ctx, issueListing(ctx, null, { ...input, state: 'all' }, 'created_by_me')),
  );

  routes.get(
    '/groups/:id/issues_statistics',
    { summary: 'Numbers of open and closed issues in a group and below it', tags, input: listedWidely },
    async ({ params, input }, ctx) => {
      const scope = { of: await findVisibleGroup(ctx, params['id'] ?? ''), includeDescendants: true };
      return statistics(ctx, issueListing(ctx, scope, { ...input, state: 'all' }));
    },
  );

  routes.get(
    '/projects/:id/issues_statistics',
    { summary: 'Numbers of open and closed issues of a project', tags, input: listed },
    async ({ params, input }, ctx) => {
      const scope = { of: await projectWithIssues(ctx, params['id'] ?? '') };
      return statistics(ctx, issueListing(ctx, scope, { ...input, state: 'all' }));
    },
  );
}
