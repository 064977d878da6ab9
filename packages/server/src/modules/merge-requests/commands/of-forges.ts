import { baseOfNamespace } from '@milepost/core/text/references';
import type { Forge } from '@milepost/core/merge-requests/forges';
import type { Context, Trx } from '../../../platform/context.ts';
import { renderText } from '../../../platform/markdown/sockets.ts';
import { nextIid, type Namespace } from '../../namespaces/store.ts';
import { closingIssueIds } from '../store/issues.ts';
import { insertMergeRequest, lockRequestOfForge, saveMergeRequest, type MergeRequest } from '../store.ts';
import { causeOfRequest, closeIssues, storeNamedIssues } from './issues.ts';
import { keepSnapshot } from './webhooks.ts';

/** A pull or merge request of another forge, as one of its events describes it. */
export interface RequestOfForge {
  forge: Forge;
  /** The repository there, `acme/app`. */
  project: string;
  number: number;
  title: string;
  description: string;
  state: MergeRequest['state'];
  /** Null: unknown. */
  author: string | null;
  url: string | null;
  sourceBranch: string;
  targetBranch: string;
  isIntoDefault: boolean;
  headSha: string | null;
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
}

/** Creates or updates the linked request; an event older than the stored one changes nothing. */
export async function saveRequestOfForge(
  ctx: Context,
  trx: Trx,
  project: Namespace,
  wanted: RequestOfForge,
): Promise<void> {
  const before = await lockRequestOfForge(trx, project.id, wanted);
  const updatedAt = new Date(wanted.updatedAt);
  if (before?.forgeUpdatedAt && before.forgeUpdatedAt > updatedAt) return;
  const within = ctx.within(trx);
  const descriptionHtml = await renderText(within, wanted.description, baseOfNamespace(project));
  const endedAt = wanted.state === 'opened' ? null : new Date(wanted.closedAt ?? wanted.updatedAt);
  const columns = {
    title: wanted.title,
    description: wanted.description,
    descriptionHtml,
    state: wanted.state,
    sourceBranch: wanted.sourceBranch,
    targetBranch: wanted.targetBranch,
    headSha: wanted.headSha ?? before?.headSha ?? null,
    mergedAt: wanted.state === 'merged' ? endedAt : null,
    closedAt: wanted.state === 'closed' ? endedAt : null,
    forgeUrl: wanted.url ?? before?.forgeUrl ?? null,
    forgeAuthor: wanted.author ?? before?.forgeAuthor ?? null,
    forgeUpdatedAt: updatedAt,
  };
  const request = before ? { ...before, ...columns } : await insert(trx, project, wanted, columns);
  if (before) {
    await keepSnapshot(ctx, trx, before);
    await saveMergeRequest(trx, before.id, columns);
  }
  await storeNamedIssues(ctx, trx, project, request, []);
  const isMergedNow = wanted.state === 'merged' && before?.state !== 'merged';
  if (isMergedNow && wanted.isIntoDefault) {
    const issueIds = await closingIssueIds(within, request.id);
    await closeIssues(ctx, trx, issueIds, (item) => causeOfRequest(ctx, project, request, item));
  }
  trx.announce({ name: eventOf(before, wanted), namespaceId: project.id, data: { mergeRequestId: request.id } });
}

async function insert(
  trx: Trx,
  project: Namespace,
  { forge, project: forgeProject, number, createdAt }: RequestOfForge,
  columns: Pick<MergeRequest, 'title' | 'sourceBranch' | 'targetBranch'> & Partial<MergeRequest>,
): Promise<MergeRequest> {
  const row = await insertMergeRequest(trx, {
    ...columns,
    projectId: project.id,
    iid: await nextIid(trx, project.id, 'merge_requests'),
    forge,
    forgeProject,
    forgeNumber: number,
    createdAt: new Date(createdAt),
  });
  if (!row) throw new TypeError('A request of another forge has no twin');
  return row;
}

function eventOf(before: MergeRequest | null, { state }: RequestOfForge) {
  if (!before) return 'mergeRequest.created';
  if (before.state === state) return 'mergeRequest.updated';
  if (state === 'opened') return 'mergeRequest.reopened';
  return state === 'merged' ? 'mergeRequest.merged' : 'mergeRequest.closed';
}
