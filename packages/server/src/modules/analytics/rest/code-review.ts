import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { idInput } from '../../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { comparisonOf } from '../../merge-requests/commands/find.ts';
import { labelsOf, milestoneOf, negationsOf } from '../../merge-requests/rest/filters.ts';
import { presentSimpleRequest } from '../../merge-requests/rest/presenters.ts';
import { countCommits, countLines } from '../../merge-requests/store/merging.ts';
import { approversOfMergeRequest } from '../../merge-requests/store.ts';
import { presentMilestone } from '../../milestones/rest.ts';
import { milestonesById } from '../../milestones/store.ts';
import { findCodeOfList, type ProjectCode } from '../../repositories/commands.ts';
import { repoOf } from '../../repositories/commands/refs.ts';
import { presentPerson } from '../../work-items/rest/presenters.ts';
import { requestsInReview, type ReviewedRequest } from '../store/merge-requests.ts';

const filters = {
  label_name: Type.Optional(Type.Array(Type.String(), { description: 'All of these titles; `None` or `Any`' })),
  milestone_title: Type.Optional(Type.String({ description: 'A title; `None` or `Any`' })),
};

export function addCodeReview(routes: Routes): void {
  routes.get(
    '/analytics/code_review',
    {
      summary: 'The open merge requests of a project with their time in review, the longest first',
      tags: ['analytics'],
      input: Type.Object({
        project_id: Type.Union([idInput(), Type.String({ minLength: 1 })], { description: 'An id or a full path' }),
        ...filters,
        not: Type.Optional(Type.Object(filters)),
        ...pagingInput,
      }),
    },
    async ({ input }, ctx) => {
      const code = await findCodeOfList(ctx, input.project_id);
      const filter = {
        labels: labelsOf(input.label_name),
        milestone: milestoneOf(input.milestone_title),
        not: negationsOf({ labels: input.not?.label_name, milestone: input.not?.milestone_title }),
      };
      const page = pageRequest(input);
      const { rows, total } = await requestsInReview(ctx, code.project.id, filter, page);
      return new RestPage(await Promise.all(rows.map((row) => present(ctx, code, row))), total, page);
    },
  );
}

async function present(ctx: Context, code: ProjectCode, request: ReviewedRequest): Promise<object> {
  const [milestone, author, approvers, stats] = await Promise.all([
    request.milestoneId === null ? null : ctx.load(milestonesById, request.milestoneId),
    presentPerson(ctx, request.authorId),
    ctx.load(approversOfMergeRequest, request.id),
    statsOf(ctx, code, request),
  ]);
  return {
    ...presentSimpleRequest(ctx, { request, code }),
    ...(request.forgeUrl !== null && { web_url: request.forgeUrl }),
    milestone: milestone && presentMilestone(ctx, milestone),
    author,
    approved_by: await Promise.all((approvers ?? []).map(({ userId }) => presentPerson(ctx, userId))),
    notes_count: request.notesCount,
    review_time: request.reviewTime,
    diff_stats: stats,
  };
}

/** Null for a request from another forge, and where a branch is gone. */
async function statsOf(ctx: Context, code: ProjectCode, request: ReviewedRequest): Promise<object | null> {
  if (code.repository === null) return null;
  const repo = repoOf(ctx, code);
  const range = await comparisonOf({ request, repo });
  if (range === null) return null;
  const [lines, commits] = await Promise.all([
    countLines(repo, range.base, range.head),
    countCommits(repo, `${range.base}..${range.head}`),
  ]);
  return { ...lines, commits_count: commits };
}
