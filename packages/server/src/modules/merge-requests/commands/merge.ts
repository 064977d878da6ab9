import {
  ConflictError,
  ForbiddenError,
  NotAllowedError,
  NotFoundError,
  UnauthenticatedError,
  UnprocessableError,
} from '@milepost/core/errors';
import { mergeRequestReference } from '@milepost/core/merge-requests/rules';
import type { Context } from '../../../platform/context.ts';
import type { NamespaceKey } from '../../namespaces/commands.ts';
import { isOpen } from '../../namespaces/policy.ts';
import { requireNoMirror } from '../../repositories/commands.ts';
import { afterPush } from '../../repositories/commands/receive.ts';
import type { RefUpdate } from '../../repositories/commands/push.ts';
import { mergeBase } from '../../repositories/store/diffs.ts';
import { removeRef } from '../../repositories/store/refs.ts';
import { INITIAL_BRANCH } from '../../repositories/store/folders.ts';
import { moveBranch, writeCommit } from '../../repositories/store/writing.ts';
import { lockRepository } from '../../repositories/store.ts';
import { usersById, type User } from '../../users/store.ts';
import { mergePolicy } from '../policy.ts';
import { isDraft, lockMergeRequest, type MergeRequest } from '../store.ts';
import { earlierMerge, previewMerge } from '../store/merging.ts';
import { syncHead } from './approvals.ts';
import { findMergeRequest, headOf, type FoundRequest } from './find.ts';
import { markMerged } from './settle.ts';
import { approvalsLeft, isHeldByChecks } from './status.ts';

const NO_OBJECT = '0'.repeat(40);
/** The target may move between the check and the update of the branch. */
const MAX_ATTEMPTS = 5;

export interface MergeOptions {
  /** The newest commit of the source that the caller has seen. */
  sha?: string | undefined;
  squash?: boolean | undefined;
  removesSourceBranch?: boolean | undefined;
  /** The message of the merge commit. */
  message?: string | undefined;
  squashMessage?: string | undefined;
}

/**
 * Merges with a merge commit, or with one commit where commits are squashed. Throws UnauthenticatedError for those who may not push to the
 * target branch, NotAllowedError where the state does not allow it, ConflictError for another `sha` and for a target that keeps moving,
 * and UnprocessableError for conflicts.
 */
export async function mergeRequest(
  ctx: Context,
  key: NamespaceKey,
  iid: number,
  options: MergeOptions,
): Promise<MergeRequest> {
  const found = await findMergeRequest(ctx, key, iid);
  const { project, repository } = found.code;
  const defaultBranch = repository?.defaultBranch ?? INITIAL_BRANCH;
  return ctx.transaction(async (trx) => {
    // In the order of pushes: a deadlock with one would repeat the transaction after the branch has moved.
    await lockRepository(trx, project.id);
    // The lock makes the second of two merges wait, and find the request merged.
    const request = await lockMergeRequest(trx, found.request.id);
    if (!request) throw new NotFoundError('Merge request');
    // In an open project a missing permission is answered with 401, as in the published API.
    if (!isOpen(project)) throw new ForbiddenError();
    const isIntoDefault = request.targetBranch === defaultBranch;
    if (!ctx.can(mergePolicy.merge, { project, authorId: request.authorId, isIntoDefault })) {
      throw new UnauthenticatedError();
    }
    await requireNoMirror(ctx.within(trx), project.id);
    if (request.state !== 'opened' || request.forge !== null || isDraft(request))
      throw new NotAllowedError('Not mergeable');
    const head = await syncHead(trx, found, request);
    if (options.sha !== undefined && options.sha !== '' && options.sha !== head) {
      throw new ConflictError('SHA does not match HEAD of source branch');
    }
    if (head === null || (await approvalsLeft(ctx.within(trx), found)) > 0) throw new NotAllowedError('Not mergeable');
    if (await isHeldByChecks(ctx.within(trx), found, head)) throw new NotAllowedError('Not mergeable');
    const merged = await moveTarget(ctx, found, request, head, options);
    const after = await markMerged(ctx, trx, found, request, {
      headSha: head,
      baseSha: merged.base,
      ...merged.commits,
    });
    const removed = await removeSource(found, request, head, defaultBranch, options);
    await afterPush(ctx.within(trx), project, found.repo.folder, [merged.update, ...removed]);
    return after;
  });
}

/** Writes the commit and moves the target branch to it; starts again on a target that moved. */
async function moveTarget(
  ctx: Context,
  { repo, code }: FoundRequest,
  request: MergeRequest,
  head: string,
  options: MergeOptions,
) {
  const squash = options.squash ?? request.squash;
  const [merger, author] = await Promise.all([userOf(ctx, ctx.viewer.id), userOf(ctx, request.authorId)]);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const target = await headOf(repo, request.targetBranch);
    if (target === null) throw new NotAllowedError('Not mergeable');
    const base = await mergeBase(repo, target, head);
    if (base === head) {
      // A merge that failed, or was repeated, after the branch had moved.
      const earlier = await earlierMerge(repo, target, head);
      if (!earlier) throw new NotAllowedError('Not mergeable');
      const update: RefUpdate = { ref: `refs/heads/${request.targetBranch}`, before: earlier.targetId, after: target };
      return {
        base: await mergeBase(repo, earlier.targetId, head),
        update,
        commits: { mergeCommitSha: earlier.mergeId },
      };
    }
    const { treeId } = await previewMerge(repo, target, head);
    if (treeId === null || base === null) throw new UnprocessableError('Branch cannot be merged');
    const reference = mergeRequestReference(code.project.fullPath, request.iid);
    const commitId = squash
      ? await writeCommit(repo, {
          treeId,
          parentIds: [target],
          message: options.squashMessage || `${request.title}\n\nSee merge request ${reference}`,
          author: author ?? merger,
        })
      : await writeCommit(repo, {
          treeId,
          parentIds: [target, head],
          message: options.message || mergeMessage(request, reference),
          author: merger,
        });
    if (!(await moveBranch(repo, request.targetBranch, target, commitId))) continue;
    const update: RefUpdate = { ref: `refs/heads/${request.targetBranch}`, before: target, after: commitId };
    return { base, update, commits: squash ? { squashCommitSha: commitId } : { mergeCommitSha: commitId } };
  }
  throw new ConflictError('The target branch keeps moving. Merge again.');
}

/** The message of a merge commit unless one is given. */
export function mergeMessage(
  { sourceBranch, targetBranch, title }: Pick<MergeRequest, 'sourceBranch' | 'targetBranch' | 'title'>,
  reference: string,
): string {
  return `Merge branch '${sourceBranch}' into '${targetBranch}'\n\n${title}\n\nSee merge request ${reference}`;
}

async function userOf(ctx: Context, id: User['id'] | null): Promise<{ name: string; email: string }> {
  const user = id === null ? null : await ctx.load(usersById, id);
  return user ?? { name: 'Milepost', email: '' };
}

/** Does not remove the default branch, nor a branch that moved meanwhile. */
async function removeSource(
  { repo }: FoundRequest,
  request: MergeRequest,
  head: string,
  defaultBranch: string,
  options: MergeOptions,
): Promise<RefUpdate[]> {
  const isWanted = options.removesSourceBranch ?? request.removesSourceBranch;
  if (!isWanted || request.sourceBranch === defaultBranch) return [];
  const isRemoved = await removeRef(repo, 'heads', request.sourceBranch, head);
  return isRemoved ? [{ ref: `refs/heads/${request.sourceBranch}`, before: head, after: NO_OBJECT }] : [];
}
