import { mergeStatusOf, type MergeStatus } from '@milepost/core/merge-requests/rules';
import type { MergeRequestId } from '@milepost/core/ids';
import { defineLoader, type Context } from '../../../platform/context.ts';
import { viewersOfAccounts } from '../../members/commands/identify.ts';
import { namespacesById } from '../../namespaces/store.ts';
import type { Repo } from '../../repositories/store/commits.ts';
import { mergeBase } from '../../repositories/store/diffs.ts';
import { checksOfRequest } from '../store/checks.ts';
import { earlierMerge, GitTooOldToMergeError, knownPreview, previewMerge, type Preview } from '../store/merging.ts';
import { mergeRequestPolicy } from '../policy.ts';
import { approversOfMergeRequest, isDraft, mergeRequestsById, settingsOfProject, type Approval } from '../store.ts';
import { headOf, type FoundRequest } from './find.ts';

/** Whether and why a merge request can be merged. */
export interface Mergeability {
  status: MergeStatus;
  /** Null: not checked, or not applicable. */
  hasConflicts: boolean | null;
  conflicts: readonly string[];
  /** The newest commit of the source. */
  head: string | null;
}

/**
 * Checks whether a merge request can be merged. `isQuick`: for lists, which run no git for each row; what is not known then is
 * `checking`.
 */
export async function mergeabilityOf(
  ctx: Context,
  found: FoundRequest,
  { isQuick = false }: { isQuick?: boolean } = {},
): Promise<Mergeability> {
  const { request, repo } = found;
  if (request.state !== 'opened' || request.forge !== null) {
    return { status: 'not_open', hasConflicts: null, conflicts: [], head: request.headSha };
  }
  const [source, target] = await Promise.all([headOf(repo, request.sourceBranch), headOf(repo, request.targetBranch)]);
  const preview =
    source === null || target === null
      ? null
      : isQuick
        ? knownPreview(repo, target, source)
        : await previewIfPossible(repo, target, source);
  const hasCommits =
    source !== null &&
    target !== null &&
    (isQuick ||
      (await mergeBase(repo, target, source)) !== source ||
      // Merged in the repository by a merge that failed afterwards: merging again completes it.
      (await earlierMerge(repo, target, source)) !== null);
  const hasConflicts = preview && preview.treeId === null;
  const status = mergeStatusOf({
    state: request.state,
    isDraft: isDraft(request),
    hasCommits,
    hasConflicts,
    approvalsLeft: await approvalsLeft(ctx, found),
    isHeldByChecks: await isHeldByChecks(ctx, found, source),
  });
  return { status, hasConflicts, conflicts: preview?.conflicts ?? [], head: source ?? request.headSha };
}

/** Whether the project requires that all checks passed, and one has not. */
export async function isHeldByChecks(
  ctx: Context,
  { request }: Pick<FoundRequest, 'request'>,
  head: string | null,
): Promise<boolean> {
  const settings = await ctx.load(settingsOfProject, request.projectId);
  if (!settings?.needsPassedChecks) return false;
  const checks = await checksOfRequest(ctx.db, { ...request, headSha: head });
  return checks.some(({ status }) => status !== 'passed');
}

async function previewIfPossible(repo: Repo, target: string, source: string): Promise<Preview | null> {
  try {
    return await previewMerge(repo, target, source);
  } catch (error) {
    if (error instanceof GitTooOldToMergeError) return null;
    throw error;
  }
}

/** The approvals of those who may still approve: a person who lost their role, or was blocked, no longer counts. */
export const validApprovals = defineLoader<MergeRequestId, Approval[]>('validApprovals', async (ctx, ids) => {
  const requests = await ctx.loadMany(mergeRequestsById, ids);
  const given = await Promise.all(requests.map(async ({ id }) => (await ctx.load(approversOfMergeRequest, id)) ?? []));
  const people = await viewersOfAccounts(ctx.db, [...new Set(given.flat().map(({ userId }) => userId))]);
  const viewers = new Map(people.map((viewer) => [viewer.id, viewer]));
  const valid = await Promise.all(
    requests.map(async ({ id, projectId, authorId, state }, index): Promise<[MergeRequestId, Approval[]]> => {
      const project = await ctx.load(namespacesById, projectId);
      const approvals = (given[index] ?? []).filter(({ userId }) => {
        const viewer = viewers.get(userId);
        return viewer && project && mergeRequestPolicy.approve(viewer, { project, authorId });
      });
      // What was merged keeps the approvals that it was merged with.
      return [id, state === 'opened' ? approvals : (given[index] ?? [])];
    }),
  );
  return new Map(valid);
});

/** The approvals that a merge request still needs. */
export async function approvalsLeft(ctx: Context, { request }: Pick<FoundRequest, 'request'>): Promise<number> {
  const settings = await ctx.load(settingsOfProject, request.projectId);
  const required = settings?.approvalsRequired ?? 0;
  if (required === 0) return 0;
  const given = (await ctx.load(validApprovals, request.id))?.length ?? 0;
  return Math.max(0, required - given);
}
