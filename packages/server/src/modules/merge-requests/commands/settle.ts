import type { Context, Trx } from '../../../platform/context.ts';
import type { MovedBranch } from '../../repositories/commands/receive.ts';
import { listCommits } from '../../repositories/store/commits.ts';
import { mergeBase } from '../../repositories/store/diffs.ts';
import { earlierMerge } from '../store/merging.ts';
import { closingIssueIds } from '../store/issues.ts';
import { lockMergeRequest, openRequestsOf, saveMergeRequest, type MergeRequest } from '../store.ts';
import type { FoundRequest } from './find.ts';
import { causeOfRequest, closeIssues } from './issues.ts';
import { writeRequestNote } from './system.ts';
import { keepSnapshot } from './webhooks.ts';

/** Commits of one push among which the heads of merge requests are looked for. */
const MAX_COMMITS = 10_000;

export interface MergedColumns {
  headSha: string;
  baseSha: string | null;
  mergeCommitSha?: string;
  squashCommitSha?: string;
}

/** Marks an open merge request as merged by the viewer, and closes the issues that it closes. */
export async function markMerged(
  ctx: Context,
  trx: Trx,
  found: FoundRequest,
  request: MergeRequest,
  merged: MergedColumns,
): Promise<MergeRequest> {
  const { project, repository } = found.code;
  const columns = { state: 'merged', ...merged, mergedAt: new Date(), mergedById: ctx.viewer.id } as const;
  await keepSnapshot(ctx, trx, request);
  await saveMergeRequest(trx, request.id, columns);
  await writeRequestNote(ctx.within(trx), trx, project, request, 'merged');
  if (request.targetBranch === repository?.defaultBranch) await closeNamedIssues(ctx, trx, found);
  trx.announce({ name: 'mergeRequest.merged', namespaceId: project.id, data: { mergeRequestId: request.id } });
  return { ...request, ...columns };
}

async function closeNamedIssues(ctx: Context, trx: Trx, { request, code }: FoundRequest): Promise<void> {
  const ids = await closingIssueIds(ctx.within(trx), request.id);
  await closeIssues(ctx, trx, ids, (item) => causeOfRequest(ctx, code.project, request, item));
}

/** Marks the requests into a branch as merged whose newest commit came into it by a push: somebody merged them with git. */
export async function settleMerged(
  ctx: Context,
  trx: Trx,
  { code, repo }: Pick<FoundRequest, 'code' | 'repo'>,
  { name, before, after }: MovedBranch,
): Promise<void> {
  if (before === null || after === null) return;
  const open = await openRequestsOf(trx, code.project.id, 'targetBranch', name);
  if (open.length === 0) return;
  const gained = new Set(await listCommits(repo, `${before}..${after}`, { offset: 0, limit: MAX_COMMITS }));
  for (const { id, headSha } of open) {
    if (headSha === null || !gained.has(headSha)) continue;
    const request = await lockMergeRequest(trx, id);
    if (request?.state !== 'opened' || request.headSha !== headSha) continue;
    const earlier = await earlierMerge(repo, after, headSha);
    await markMerged(ctx, trx, { request, code, repo }, request, {
      headSha,
      baseSha: await mergeBase(repo, before, headSha),
      ...(earlier && { mergeCommitSha: earlier.mergeId }),
    });
  }
}
