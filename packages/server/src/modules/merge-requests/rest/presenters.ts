import { mergeRequestPath, mergeRequestReference, type MergeStatus } from '@milepost/core/merge-requests/rules';
import type { UserId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { presentLabelOfItem } from '../../labels/rest/fields.ts';
import { presentMilestone } from '../../milestones/rest.ts';
import { milestonesById } from '../../milestones/store.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { presentPerson } from '../../work-items/rest/presenters.ts';
import { presentUser } from '../../users/rest/presenters.ts';
import { usersById } from '../../users/store.ts';
import { comparisonOf, countChangedFiles, type FoundRequest } from '../commands/find.ts';
import { mergeabilityOf } from '../commands/status.ts';
import { noteCountsOfRequest } from '../store/notes.ts';
import { isDraft, originOf, labelsOfMergeRequest, peopleOfMergeRequest } from '../store.ts';

const mergeStatusNames: Partial<Record<MergeStatus, string>> = {
  checking: 'checking',
  conflict: 'cannot_be_merged',
  commits_status: 'cannot_be_merged',
  not_open: 'unchecked',
};

export interface Showing {
  /** A single one has more fields than in a list. */
  isAlone?: boolean;
  /** The requested group or project, to which `references.relative` is relative. */
  from?: Pick<Namespace, 'fullPath'> | null;
  /** Labels with their fields instead of their titles. */
  hasLabelDetails?: boolean | undefined;
}

/** A merge request in the shape of the published API. */
export async function presentMergeRequest(
  ctx: Context,
  found: FoundRequest,
  { isAlone = false, from, hasLabelDetails }: Showing = {},
) {
  const { request, code } = found;
  const { project } = code;
  const [author, people, labels, milestone, merger, closer, counts, mergeability] = await Promise.all([
    presentPerson(ctx, request.authorId),
    ctx.load(peopleOfMergeRequest, request.id),
    ctx.load(labelsOfMergeRequest, request.id),
    request.milestoneId === null ? null : ctx.load(milestonesById, request.milestoneId),
    request.state === 'merged' ? presentPerson(ctx, request.mergedById) : null,
    request.state === 'closed' ? presentPerson(ctx, request.closedById) : null,
    ctx.load(noteCountsOfRequest, request.id),
    mergeabilityOf(ctx, found, { isQuick: !isAlone }),
  ]);
  const [assignees, reviewers] = await Promise.all([
    peopleNamed(ctx, people?.assignees ?? []),
    peopleNamed(ctx, people?.reviewers ?? []),
  ]);
  const full = mergeRequestReference(project.fullPath, request.iid);
  const short = mergeRequestReference(null, request.iid);
  return {
    id: request.id,
    iid: request.iid,
    project_id: project.id,
    title: request.title,
    description: request.description || null,
    state: request.state,
    created_at: request.createdAt,
    updated_at: request.updatedAt,
    merged_by: merger,
    merge_user: merger,
    merged_at: request.mergedAt,
    closed_by: closer,
    closed_at: request.closedAt,
    target_branch: request.targetBranch,
    source_branch: request.sourceBranch,
    user_notes_count: counts?.notes ?? 0,
    upvotes: 0,
    downvotes: 0,
    author,
    assignees,
    assignee: assignees[0] ?? null,
    reviewers,
    source_project_id: project.id,
    target_project_id: project.id,
    labels: (labels ?? []).map((label) => (hasLabelDetails ? presentLabelOfItem(label) : label.title)),
    draft: isDraft(request),
    work_in_progress: isDraft(request),
    milestone: milestone && presentMilestone(ctx, milestone),
    merge_when_pipeline_succeeds: false,
    merge_status: mergeStatusNames[mergeability.status] ?? 'can_be_merged',
    detailed_merge_status: mergeability.status,
    has_conflicts: mergeability.hasConflicts ?? false,
    sha: mergeability.head,
    merge_commit_sha: request.mergeCommitSha,
    squash_commit_sha: request.squashCommitSha,
    discussion_locked: request.isDiscussionLocked,
    should_remove_source_branch: request.removesSourceBranch,
    force_remove_source_branch: request.removesSourceBranch,
    squash: request.squash,
    squash_on_merge: request.squash,
    prepared_at: request.createdAt,
    imported: false,
    imported_from: request.forge ?? 'none',
    reference: short,
    references: { short, relative: from?.fullPath === project.fullPath ? short : full, full },
    web_url: ctx.baseUrl + mergeRequestPath(project.fullPath, request.iid),
    origin: originOf(request),
    time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
    task_completion_status: { count: 0, completed_count: 0 },
    blocking_discussions_resolved: true,
    ...(isAlone && (await fieldsAlone(ctx, found))),
  };
}

/** Only what names it, as `view=simple` of the published API. */
export function presentSimpleRequest(ctx: Context, { request, code }: Pick<FoundRequest, 'request' | 'code'>) {
  return {
    id: request.id,
    iid: request.iid,
    project_id: code.project.id,
    title: request.title,
    description: request.description || null,
    state: request.state,
    created_at: request.createdAt,
    updated_at: request.updatedAt,
    web_url: ctx.baseUrl + mergeRequestPath(code.project.fullPath, request.iid),
  };
}

/** What a list leaves out, because it runs git. */
async function fieldsAlone(ctx: Context, found: FoundRequest) {
  const [range, files] = await Promise.all([comparisonOf(found), countChangedFiles(ctx, found)]);
  return {
    diff_refs: range && { base_sha: range.base, head_sha: range.head, start_sha: range.start },
    changes_count: files === null ? null : String(files),
    merge_error: null,
    diverged_commits_count: 0,
    first_contribution: false,
  };
}

async function peopleNamed(ctx: Context, ids: readonly UserId[]) {
  const users = await ctx.loadMany(usersById, ids);
  return users.map((user) => presentUser(user, ctx.baseUrl));
}
