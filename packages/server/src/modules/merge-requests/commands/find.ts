import { NotFoundError } from '@milepost/core/errors';
import type { MergeRequestId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import type { NamespaceKey } from '../../namespaces/commands.ts';
import { findCode, findCodeOfList, type ProjectCode } from '../../repositories/commands.ts';
import { repoOf } from '../../repositories/commands/refs.ts';
import type { Repo } from '../../repositories/store/commits.ts';
import { mergeBase, readDiffs, type Diffs } from '../../repositories/store/diffs.ts';
import { isRefName } from '../../repositories/store/names.ts';
import { refTarget } from '../../repositories/store/refs.ts';
import { countFiles } from '../store/merging.ts';
import { countStoredFiles, storedDiffs } from '../store/stored-diffs.ts';
import { mergeRequestByIid, mergeRequestsById, type MergeRequest } from '../store.ts';

/** A merge request that the viewer may read, with its project and repository. */
export interface FoundRequest {
  request: MergeRequest;
  code: ProjectCode;
  repo: Repo;
}

/** Throws NotFoundError, and as `findCode` does. */
export async function findMergeRequest(ctx: Context, key: NamespaceKey, iid: number): Promise<FoundRequest> {
  const code = await findCode(ctx, key);
  const request = await mergeRequestByIid(ctx.db, code.project.id, iid);
  if (!request) throw new NotFoundError('Merge request');
  return { request, code, repo: repoOf(ctx, code) };
}

/** The same by the id of the request. */
export async function findMergeRequestById(ctx: Context, id: MergeRequestId): Promise<FoundRequest> {
  const request = Number.isSafeInteger(id) ? await ctx.load(mergeRequestsById, id) : null;
  if (!request) throw new NotFoundError('Merge request');
  return findMergeRequest(ctx, request.projectId, request.iid);
}

/** The same for one of a list, which a missing folder must not fail: it then has no commits. Throws NotFoundError. */
export async function foundRequest(ctx: Context, request: MergeRequest): Promise<FoundRequest> {
  const code = await findCodeOfList(ctx, request.projectId);
  return { request, code, repo: repoOf(ctx, code) };
}

/** The branch's newest commit; null if there is no such branch. */
export async function headOf(repo: Repo, branch: string): Promise<string | null> {
  return isRefName(branch) ? refTarget(repo, 'heads', branch) : null;
}

/** The newest commit of the source; null if the request has none. */
export async function newestCommitOf({
  request,
  repo,
}: Pick<FoundRequest, 'request' | 'repo'>): Promise<string | null> {
  const isFollowing = request.state === 'opened' && request.forge === null;
  return (isFollowing ? await headOf(repo, request.sourceBranch) : null) ?? request.headSha;
}

/** The commits that a merge request compares. */
export interface Comparison {
  /** The merge base. */
  base: string;
  /** The newest commit of the source. */
  head: string;
  /** The newest commit of the target; of a merged request the merge base. */
  start: string;
}

/** Null where a branch or its commits do not exist, or the request came from another forge. */
export async function comparisonOf({
  request,
  repo,
}: Pick<FoundRequest, 'request' | 'repo'>): Promise<Comparison | null> {
  if (request.forge !== null) return null;
  const { state, baseSha, headSha } = request;
  if (state === 'merged') {
    const isPresent = (await hasCommit(repo, baseSha)) && (await hasCommit(repo, headSha));
    return isPresent && baseSha && headSha ? { base: baseSha, head: headSha, start: baseSha } : null;
  }
  const [source, start] = await Promise.all([headOf(repo, request.sourceBranch), headOf(repo, request.targetBranch)]);
  const head = state === 'opened' ? (source ?? headSha) : headSha;
  if (head === null || start === null || !(await hasCommit(repo, head))) return null;
  const base = await mergeBase(repo, start, head);
  return base === null ? null : { base, head, start };
}

/** An archive may name commits that its repository does not have. */
async function hasCommit({ git, folder }: Repo, sha: string | null): Promise<boolean> {
  return sha !== null && (await git.objects.info(folder, sha))?.type === 'commit';
}

/** The changed files: of the repository, else those that an archive had. */
export async function diffsOf(ctx: Context, found: Pick<FoundRequest, 'request' | 'repo'>): Promise<Diffs> {
  const range = await comparisonOf(found);
  if (!range) return (await storedDiffs(ctx.db, found.request.id)) ?? { files: [], isCut: false };
  return range.base === range.head ? { files: [], isCut: false } : readDiffs(found.repo, range.base, range.head);
}

/** Null where they are unknown. */
export async function countChangedFiles(
  ctx: Context,
  { request, repo }: Pick<FoundRequest, 'request' | 'repo'>,
): Promise<number | null> {
  const range = await comparisonOf({ request, repo });
  return range ? countFiles(repo, range.base, range.head) : countStoredFiles(ctx.db, request.id);
}
