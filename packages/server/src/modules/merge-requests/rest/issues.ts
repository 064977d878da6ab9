import { Type } from 'typebox';
import { pagingInput } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { codeOf, commitOf } from '../../repositories/rest/code.ts';
import { descendantsOf, refsWith } from '../../repositories/store/refs.ts';
import { milestoneAt, milestoneParents } from '../../milestones/rest.ts';
import { issueAt } from '../../work-items/rest/issues.ts';
import { plugInRest } from '../../work-items/rest/plugs.ts';
import { mergeRequestCountOfIssue } from '../store/lists.ts';
import { mergeRequestPage } from './lists.ts';
import { tags } from './paths.ts';

/** The merge requests of issues and of commits. */
export function addIssueRoutes(routes: Routes): void {
  const path = '/projects/:id/issues/:issue_iid';
  const input = Type.Object(pagingInput);
  routes.get(
    `${path}/related_merge_requests`,
    { summary: 'Merge requests that mention an issue', tags, input },
    async ({ params, input: paging }, ctx) => {
      const { id } = await issueAt(ctx, params);
      return mergeRequestPage(ctx, { issueId: id }, paging);
    },
  );
  routes.get(
    `${path}/closed_by`,
    { summary: 'Merge requests that close an issue when they are merged', tags, input },
    async ({ params, input: paging }, ctx) => {
      const { id } = await issueAt(ctx, params);
      return mergeRequestPage(ctx, { issueId: id, isClosing: true }, paging);
    },
  );
  routes.get(
    '/projects/:id/repository/commits/:sha/merge_requests',
    { summary: 'Merge requests that brought a commit, or would bring it', tags, input },
    async ({ params, input: paging }, ctx) => {
      const found = await codeOf(ctx, params);
      const sha = await commitOf(found, params['sha']);
      const [descendantIds, refs] = await Promise.all([descendantsOf(found.repo, sha), refsWith(found.repo, sha)]);
      const branches = refs.filter(({ type }) => type === 'branch').map(({ name }) => name);
      const commit = { id: sha, descendantIds, branches };
      return mergeRequestPage(ctx, { projectId: found.code.project.id, commit }, paging);
    },
  );
}

/** The merge requests of milestones. */
export function addMilestoneRoutes(routes: Routes): void {
  for (const { kind, path, find } of milestoneParents) {
    routes.get(
      `${path}/:milestone_id/merge_requests`,
      { summary: `Merge requests of a milestone of a ${kind}`, tags, input: Type.Object(pagingInput) },
      async ({ params, input }, ctx) => {
        const { id } = await milestoneAt(ctx, params, find);
        return mergeRequestPage(ctx, { milestoneId: id }, input);
      },
    );
  }
}

/** Issues show how many merge requests mention them. */
export function plugInIssueFields(): void {
  plugInRest({
    name: 'merge-requests',
    faces: ['issue'],
    show: async (ctx, item) => ({ merge_requests_count: (await ctx.load(mergeRequestCountOfIssue, item.id)) ?? 0 }),
  });
}
