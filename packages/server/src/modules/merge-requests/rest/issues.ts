import { Type } from 'typebox';
import { InputError } from '../../../platform/rest/input.ts';
import { pagingInput } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { codeOf, commitOf } from '../../repositories/rest/code.ts';
import { descendantsOf, refsWith } from '../../repositories/store/refs.ts';
import { milestoneAt, milestoneParents } from '../../milestones/rest.ts';
import { issueAt } from '../../work-items/rest/issues.ts';
import { plugInRest } from '../../work-items/rest/plugs.ts';
import { findMergeRequest } from '../commands/find.ts';
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

/** Issues show how many merge requests mention them. A new one may take over threads of a merge request. */
export function plugInIssueFields(): void {
  plugInRest({
    name: 'merge-requests',
    faces: ['issue'],
    create: {
      properties: {
        merge_request_to_resolve_discussions_of: Type.Optional(
          Type.Integer({ description: 'IID of a merge request of the project whose open threads are resolved' }),
        ),
        discussion_to_resolve: Type.Optional(
          Type.String({ description: 'The only thread to resolve; needs merge_request_to_resolve_discussions_of' }),
        ),
      },
      async read(
        { merge_request_to_resolve_discussions_of: iid, discussion_to_resolve: discussionId },
        { ctx, namespace },
      ) {
        if (iid === undefined) {
          if (discussionId !== undefined) throw new InputError(['merge_request_to_resolve_discussions_of is missing']);
          return {};
        }
        const { request } = await findMergeRequest(ctx, namespace.id, iid);
        return { threads: { mergeRequestId: request.id, discussionId: discussionId ?? null } };
      },
    },
    show: async (ctx, item) => ({ merge_requests_count: (await ctx.load(mergeRequestCountOfIssue, item.id)) ?? 0 }),
  });
}
