import type { WorkItemId } from '@milepost/core/ids';
import { namedIssues } from '@milepost/core/text/closing-words';
import type { Announcement, Context, Trx } from '../../../platform/context.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { findCode } from '../../repositories/commands.ts';
import { repoOf } from '../../repositories/commands/refs.ts';
import type { MovedBranch } from '../../repositories/commands/receive.ts';
import type { CommitMessage, Repo } from '../../repositories/store/commits.ts';
import { mergeBase } from '../../repositories/store/diffs.ts';
import { mayChangeState } from '../../work-items/commands/status.ts';
import { workItemsById, type WorkItem } from '../../work-items/store.ts';
import { insertCommitMentions, issuesNamed } from '../store/issues.ts';
import { lockMergeRequest, openRequestsOf, removeApprovals, saveMergeRequest, type MergeRequest } from '../store.ts';
import { headOf } from './find.ts';
import { causeOfCommit, closeIssues, commitsOf, noteMentions, storeNamedIssues } from './issues.ts';
import { settleMerged } from './settle.ts';
import { writeRequestNote } from './system.ts';
import { keepSnapshot } from './webhooks.ts';

/** Updates the merge requests of moved branches, closes issues that commits on the default branch close, and notes mentions. */
export async function handlePush(
  ctx: Context,
  trx: Trx,
  { namespaceId, data }: Announcement<'repository.pushed'>,
): Promise<void> {
  const within = ctx.within(trx);
  const code = await findCode(within, namespaceId);
  const { project, repository } = code;
  const repo = repoOf(ctx, code);
  const defaultBranch = repository?.defaultBranch ?? null;
  for (const branch of data.branches) {
    const { name, after } = branch;
    if (after === null) continue;
    const commits = await newCommits(repo, branch, defaultBranch);
    for (const { id } of await openRequestsOf(trx, namespaceId, 'sourceBranch', name)) {
      // Merging and closing hold the lock: a push after them does not belong to the request.
      const request = await lockMergeRequest(trx, id);
      if (request?.state !== 'opened') continue;
      await followSource(within, trx, repo, project, request, after);
    }
    await settleMerged(within, trx, { code, repo }, branch);
    for (const commit of commits) await readCommit(within, trx, project, commit, name === defaultBranch);
  }
}

/** The commits that a branch gained, oldest first: of a new branch those that the default branch lacks. */
async function newCommits(
  repo: Repo,
  { name, before, after }: MovedBranch,
  defaultBranch: string | null,
): Promise<CommitMessage[]> {
  if (after === null) return [];
  const isDefault = name === defaultBranch;
  const from = before ?? (isDefault || defaultBranch === null ? null : await headOf(repo, defaultBranch));
  return commitsOf(repo, from === null ? after : `${from}..${after}`);
}

async function followSource(
  ctx: Context,
  trx: Trx,
  repo: Repo,
  project: Namespace,
  request: MergeRequest,
  head: string,
): Promise<void> {
  // It was opened after the branch had moved: its approvals are of this commit.
  if (request.headSha === head) return;
  await keepSnapshot(ctx, trx, request);
  await saveMergeRequest(trx, request.id, { headSha: head });
  await removeApprovals(trx, request.id);
  const target = await headOf(repo, request.targetBranch);
  const base = target === null ? null : await mergeBase(repo, target, head);
  const commits = base === null ? [] : await commitsOf(repo, `${base}..${head}`);
  await storeNamedIssues(ctx, trx, project, request, commits);
  await writeRequestNote(ctx, trx, project, request, `pushed \`${head.slice(0, 8)}\` to the source branch`);
  trx.announce({ name: 'mergeRequest.pushed', namespaceId: project.id, data: { mergeRequestId: request.id } });
}

/** A commit that names issues. */
export interface NamingCommit {
  id: string;
  message: string;
  /** Its page, of one on another forge. */
  href?: string | null;
}

/**
 * Issues that the viewer may not see are left alone, and so are those that a commit would close and the viewer may not. With `limits`, one
 * of these viewers has to be allowed the same.
 */
export async function readCommit(
  ctx: Context,
  trx: Trx,
  project: Namespace,
  commit: NamingCommit,
  isOnDefault: boolean,
  limits: readonly Context[] = [ctx],
): Promise<void> {
  const named = namedIssues(commit.message);
  if (named.length === 0) return;
  const issues = await issuesNamed(ctx, project, named);
  const mentioned: WorkItemId[] = [];
  const closing: WorkItemId[] = [];
  const allowed = await Promise.all(limits.map((limit) => issuesNamed(limit, project, named)));
  for (const item of await ctx.loadMany(workItemsById, [...issues.keys()])) {
    const allowing = limits.filter((_, index) => allowed[index]?.has(item.id));
    if (allowing.length === 0) continue;
    if (!isOnDefault || !issues.get(item.id)) mentioned.push(item.id);
    else if (await mayAllChangeState(ctx, allowing, item)) closing.push(item.id);
  }
  const causeFor = (item: WorkItem) => causeOfCommit(ctx, project, commit, item);
  await closeIssues(ctx, trx, closing, causeFor);
  const added = await insertCommitMentions(trx, project.id, commit.id, mentioned);
  await noteMentions(ctx, trx, project, added, causeFor);
}

/** Whether the viewer and one of the others may close and reopen an item. */
async function mayAllChangeState(ctx: Context, others: readonly Context[], item: WorkItem): Promise<boolean> {
  if (!(await mayChangeState(ctx, item))) return false;
  for (const other of others) if (other === ctx || (await mayChangeState(other, item))) return true;
  return false;
}
