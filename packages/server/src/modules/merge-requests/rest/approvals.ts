import { Type } from 'typebox';
import { MAX_APPROVALS_REQUIRED } from '@milepost/core/merge-requests/rules';
import type { Context } from '../../../platform/context.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import type { NamespaceId } from '@milepost/core/ids';
import { presentPerson } from '../../work-items/rest/presenters.ts';
import { approve, changeSettings, unapprove } from '../commands/approvals.ts';
import type { FoundRequest } from '../commands/find.ts';
import { approvalsLeft, mergeabilityOf, validApprovals } from '../commands/status.ts';
import { findCode } from '../../repositories/commands.ts';
import { mergeRequestPolicy } from '../policy.ts';
import { settingsOfProject } from '../store.ts';
import { iidOf, projectOf, requestAt, requestPath, tags } from './paths.ts';
import { refInput } from '../../repositories/rest/code.ts';

/** Approvals of merge requests, and how many a project requires. */
export function addApprovalRoutes(routes: Routes): void {
  routes.get(
    `${requestPath}/approvals`,
    { summary: 'The approvals of a merge request', tags },
    async ({ params }, ctx) => presentApprovals(ctx, await requestAt(ctx, params)),
  );
  routes.post(
    `${requestPath}/approve`,
    {
      summary: 'Approve a merge request',
      tags,
      signedIn: true,
      input: Type.Object({
        sha: Type.Optional(refInput('The newest commit of the source that you have seen')),
      }),
    },
    async ({ params, input }, ctx) =>
      presentApprovals(ctx, await approve(ctx, projectOf(params), iidOf(params), input.sha)),
  );
  routes.post(
    `${requestPath}/unapprove`,
    { summary: 'Revoke your approval of a merge request', tags, signedIn: true },
    async ({ params }, ctx) => presentApprovals(ctx, await unapprove(ctx, projectOf(params), iidOf(params))),
  );
  addSettingsRoutes(routes);
}

function addSettingsRoutes(routes: Routes): void {
  const path = '/projects/:id/approvals';
  routes.get(path, { summary: 'The merge request settings of a project', tags }, async ({ params }, ctx) =>
    presentSettings(ctx, (await findCode(ctx, projectOf(params))).project.id),
  );
  routes.post(
    path,
    {
      summary: 'Change the merge request settings of a project',
      tags,
      signedIn: true,
      input: Type.Object({
        approvals_before_merge: Type.Optional(
          Type.Integer({ description: `From 0 to ${MAX_APPROVALS_REQUIRED}: the approvals that merging needs` }),
        ),
      }),
    },
    async ({ params, input }, ctx) => {
      const changes = { approvalsRequired: input.approvals_before_merge };
      return presentSettings(ctx, (await changeSettings(ctx, projectOf(params), changes)).id);
    },
  );
}

async function presentSettings(ctx: Context, projectId: NamespaceId) {
  const settings = await ctx.load(settingsOfProject, projectId);
  return {
    approvals_before_merge: settings?.approvalsRequired ?? 0,
    reset_approvals_on_push: true,
    merge_requests_author_approval: false,
    disable_overriding_approvers_per_merge_request: true,
  };
}

async function presentApprovals(ctx: Context, found: FoundRequest) {
  const { request, code } = found;
  const [approvers, settings, left, { status }] = await Promise.all([
    ctx.load(validApprovals, request.id),
    ctx.load(settingsOfProject, request.projectId),
    approvalsLeft(ctx, found),
    mergeabilityOf(ctx, found),
  ]);
  const own = approvers?.some(({ userId }) => ctx.viewer.is(userId)) ?? false;
  const mayApprove =
    request.state === 'opened' &&
    ctx.can(mergeRequestPolicy.approve, { project: code.project, authorId: request.authorId });
  return {
    id: request.id,
    iid: request.iid,
    project_id: request.projectId,
    title: request.title,
    description: request.description || null,
    state: request.state,
    created_at: request.createdAt,
    updated_at: request.updatedAt,
    merge_status: status === 'conflict' ? 'cannot_be_merged' : 'can_be_merged',
    approved: left === 0,
    approvals_required: settings?.approvalsRequired ?? 0,
    approvals_left: left,
    approved_by: await Promise.all(
      (approvers ?? []).map(async ({ userId, createdAt }) => ({
        user: await presentPerson(ctx, userId),
        approved_at: createdAt,
      })),
    ),
    user_has_approved: own,
    user_can_approve: mayApprove && !own && !ctx.viewer.is(request.authorId),
  };
}
