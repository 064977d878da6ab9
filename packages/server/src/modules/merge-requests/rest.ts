import type { MilestoneId, UserId } from '@milepost/core/ids';
import { Type } from 'typebox';
import { idInput } from '../../platform/rest/input.ts';
import type { RouteRequest, Routes } from '../../platform/rest/routes.ts';
import type { Context } from '../../platform/context.ts';
import { findCode } from '../repositories/commands.ts';
import { repoOf } from '../repositories/commands/refs.ts';
import { mergeRequest } from './commands/merge.ts';
import { createMergeRequest, deleteMergeRequest, updateMergeRequest } from './commands.ts';
import type { MergeRequestFields } from './commands/parts.ts';
import { addApprovalRoutes } from './rest/approvals.ts';
import { addChangeRoutes } from './rest/changes.ts';
import { addCheckRoutes } from './rest/checks.ts';
import { addIssueRoutes, addMilestoneRoutes } from './rest/issues.ts';
import { addNoteRoutes } from './rest/notes.ts';
import { addListRoutes } from './rest/lists.ts';
import { iidOf, projectOf, requestAt, requestPath, tags } from './rest/paths.ts';
import { presentMergeRequest } from './rest/presenters.ts';
import type { MergeRequest } from './store.ts';
import { refInput } from '../repositories/rest/code.ts';

const ids = Type.Optional(
  Type.Array(idInput(), {
    description:
      'Replaces all; `0` or an empty value for none. People who may not read the code are left out; if nobody is left, the list stays',
  }),
);
const titles = Type.Optional(Type.Array(Type.String(), { description: 'Titles separated by commas, or a list' }));
const fields = {
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  assignee_id: Type.Optional(Type.Union([idInput(), Type.Null()])),
  assignee_ids: ids,
  reviewer_ids: ids,
  labels: titles,
  milestone_id: Type.Optional(Type.Union([idInput(), Type.Null()])),
  squash: Type.Optional(Type.Boolean()),
  remove_source_branch: Type.Optional(Type.Boolean()),
};
const created = Type.Object({
  source_branch: refInput(),
  target_branch: refInput(),
  title: Type.String(),
  target_project_id: Type.Optional(idInput({ description: 'Only this project' })),
  ...fields,
});
const changed = Type.Object({
  title: Type.Optional(Type.String()),
  target_branch: Type.Optional(refInput()),
  state_event: Type.Optional(Type.Enum(['close', 'reopen'])),
  add_labels: titles,
  remove_labels: titles,
  discussion_locked: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], { description: 'Whether only members may comment' }),
  ),
  lock_version: Type.Optional(
    Type.Integer({ description: 'Milepost extension. The `lockVersion` that was read; 409 if it is another one now' }),
  ),
  ...fields,
});
const merged = Type.Object({
  sha: Type.Optional(refInput('The newest commit of the source that you have seen')),
  squash: Type.Optional(Type.Boolean()),
  should_remove_source_branch: Type.Optional(Type.Boolean()),
  merge_commit_message: Type.Optional(Type.String()),
  squash_commit_message: Type.Optional(Type.String()),
});

export function addRoutes(routes: Routes): void {
  addListRoutes(routes);
  addChangeRoutes(routes);
  addNoteRoutes(routes);
  addApprovalRoutes(routes);
  addIssueRoutes(routes);
  addMilestoneRoutes(routes);
  addCheckRoutes(routes);
  routes.post(
    '/projects/:id/merge_requests',
    { summary: 'Create a merge request', tags, signedIn: true, input: created },
    async ({ params, input }, ctx) => {
      const wanted = {
        ...fieldsOf(input),
        title: input.title,
        sourceBranch: input.source_branch,
        targetBranch: input.target_branch,
      };
      return presented(ctx, params, await createMergeRequest(ctx, projectOf(params), wanted));
    },
  );
  routes.get(requestPath, { summary: 'One merge request', tags }, async ({ params }, ctx) => {
    const found = await requestAt(ctx, params);
    return presentMergeRequest(ctx, found, { isAlone: true, from: found.code.project });
  });
  routes.put(
    requestPath,
    { summary: 'Change, close or reopen a merge request', tags, signedIn: true, input: changed },
    async ({ params, input }, ctx) => {
      const change = {
        ...fieldsOf(input),
        title: input.title,
        targetBranch: input.target_branch,
        stateEvent: input.state_event,
        addLabelNames: input.add_labels,
        removeLabelNames: input.remove_labels,
        isDiscussionLocked: input.discussion_locked === undefined ? undefined : (input.discussion_locked ?? false),
        lockVersion: input.lock_version,
      };
      return presented(ctx, params, await updateMergeRequest(ctx, projectOf(params), iidOf(params), change));
    },
  );
  routes.delete(requestPath, { summary: 'Delete a merge request', tags, signedIn: true }, ({ params }, ctx) =>
    deleteMergeRequest(ctx, projectOf(params), iidOf(params)),
  );
  routes.put(
    `${requestPath}/merge`,
    { summary: 'Merge a merge request', tags, signedIn: true, input: merged },
    async ({ params, input }, ctx) => {
      const options = {
        sha: input.sha,
        squash: input.squash,
        removesSourceBranch: input.should_remove_source_branch,
        message: input.merge_commit_message,
        squashMessage: input.squash_commit_message,
      };
      return presented(ctx, params, await mergeRequest(ctx, projectOf(params), iidOf(params), options));
    },
  );
}

async function presented(ctx: Context, params: RouteRequest<typeof created>['params'], request: MergeRequest) {
  const code = await findCode(ctx, projectOf(params));
  const found = { request, code, repo: repoOf(ctx, code) };
  return presentMergeRequest(ctx, found, { isAlone: true, from: code.project });
}

interface GivenFields {
  description?: string | null;
  assignee_id?: number | null;
  assignee_ids?: number[];
  reviewer_ids?: number[];
  labels?: string[];
  milestone_id?: number | null;
  squash?: boolean;
  remove_source_branch?: boolean;
}

function fieldsOf(input: GivenFields): MergeRequestFields {
  const { assignee_id: assigneeId, milestone_id: milestoneId } = input;
  const assigneeIds = input.assignee_ids ?? (assigneeId === undefined ? undefined : [assigneeId ?? 0]);
  return {
    description: input.description === undefined ? undefined : (input.description ?? ''),
    assigneeIds: usersOf(assigneeIds),
    reviewerIds: usersOf(input.reviewer_ids),
    labelNames: input.labels,
    milestoneId: milestoneId === undefined ? undefined : milestoneId ? (milestoneId as MilestoneId) : null,
    squash: input.squash,
    removesSourceBranch: input.remove_source_branch,
  };
}

/** Zero means nobody. */
function usersOf(given: readonly number[] | undefined): UserId[] | undefined {
  return given?.filter((id) => id > 0) as UserId[] | undefined;
}
