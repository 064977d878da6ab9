import { mergeStatusOf, type MergeStatus } from '@milepost/core/merge-requests/rules';
import type { Context } from '../../../platform/context.ts';
import type { Repo } from '../../repositories/store/commits.ts';
import { mergeBase } from '../../repositories/store/diffs.ts';
import { checksOfRequest } from '../store/checks.ts';
import { GitTooOldToMergeError, knownPreview, previewMerge, type Preview } from '../store/merging.ts';
import { approversOfMergeRequest, isDraft, settingsOfProject } from '../store.ts';
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
    source !== null && target !== null && (isQuick || (await mergeBase(repo, target, source)) !== source);
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

/** The approvals that a merge request still needs. */
export async function approvalsLeft(ctx: Context, { request }: Pick<FoundRequest, 'request'>): Promise<number> {
  const settings = await ctx.load(settingsOfProject, request.projectId);
  const required = settings?.approvalsRequired ?? 0;
  if (required === 0) return 0;
  const given = (await ctx.load(approversOfMergeRequest, request.id))?.length ?? 0;
  return Math.max(0, required - given);
}
