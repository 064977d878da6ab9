import { randomUUID } from 'node:crypto';
import { webPathOf } from '@milepost/core/namespaces';
import { mergeRequestPath } from '@milepost/core/merge-requests/rules';
import type { AnyAnnouncement, Context, Trx } from '../../../platform/context.ts';
import { addJob } from '../../../platform/queue/add-job.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { usersById } from '../../users/store.ts';
import { SEND_WEBHOOKS } from '../../webhooks/commands/send.ts';
import { insertDeliveries } from '../../webhooks/store/deliveries.ts';
import { checksOfProject, saveCheckResult, type StatusCheck } from '../store/checks.ts';
import { isDraft, labelsOfMergeRequest, mergeRequestsById, type MergeRequest } from '../store.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'mergeRequest.checked': { mergeRequestId: MergeRequest['id'] };
  }
}

type Action = 'open' | 'update' | 'close' | 'reopen' | 'merge';

const actions: { readonly [Name in AnyAnnouncement['name']]?: Action } = {
  'mergeRequest.created': 'open',
  'mergeRequest.updated': 'update',
  'mergeRequest.pushed': 'update',
  'mergeRequest.closed': 'close',
  'mergeRequest.reopened': 'reopen',
  'mergeRequest.merged': 'merge',
};

/** Merge requests that a transaction has already sent: each change is sent once. */
const sent = new WeakMap<Trx, Set<MergeRequest['id']>>();

/** Calls the status checks of a changed merge request; a new commit sets them back. */
export async function callChecks(ctx: Context, trx: Trx, announcement: AnyAnnouncement): Promise<void> {
  const action = actions[announcement.name];
  if (!action) return;
  const { mergeRequestId } = announcement.data as { mergeRequestId: MergeRequest['id'] };
  const known = sent.get(trx) ?? new Set();
  sent.set(trx, known);
  if (known.has(mergeRequestId)) return;
  known.add(mergeRequestId);
  const within = ctx.within(trx);
  const checks = await checksOfProject(trx, announcement.namespaceId);
  const request = checks.length === 0 ? null : await within.load(mergeRequestsById, mergeRequestId);
  const project = request && (await within.load(namespacesById, request.projectId));
  if (!request || !project || request.forge !== null) return;
  const isNewHead = announcement.name === 'mergeRequest.created' || announcement.name === 'mergeRequest.pushed';
  if (isNewHead && request.headSha !== null) {
    for (const { id } of checks) {
      const result = { mergeRequestId, statusCheckId: id, sha: request.headSha, status: 'pending' } as const;
      await saveCheckResult(trx, result);
    }
  }
  await callCheck(within, trx, project, request, checks, action);
}

/** Writes the calls of checks into the outbox. */
export async function callCheck(
  ctx: Context,
  trx: Trx,
  project: Namespace,
  request: MergeRequest,
  checks: readonly StatusCheck[],
  action: Action,
): Promise<void> {
  const payload = await payloadOf(ctx, project, request, action);
  for (const { id, name, url, webhookId } of checks) {
    await insertDeliveries(trx, [webhookId], {
      eventUuid: randomUUID(),
      trigger: 'merge_requests_events',
      event: 'Merge Request Hook',
      payload: JSON.stringify({ ...payload, external_approval_rule: { id, name, external_url: url } }),
    });
  }
  if (checks.length > 0) await addJob(trx, SEND_WEBHOOKS, {}, { maxAttempts: 1 });
}

async function payloadOf(ctx: Context, project: Namespace, request: MergeRequest, action: Action): Promise<object> {
  const [actor, labels] = await Promise.all([
    ctx.viewer.id === null ? null : ctx.load(usersById, ctx.viewer.id),
    ctx.load(labelsOfMergeRequest, request.id),
  ]);
  const address = ctx.baseUrl + webPathOf(project);
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: actor && { id: actor.id, name: actor.name, username: actor.username, avatar_url: actor.avatarUrl },
    project: {
      id: project.id,
      name: project.name,
      description: project.description || null,
      web_url: address,
      path_with_namespace: project.fullPath,
    },
    object_attributes: {
      id: request.id,
      iid: request.iid,
      action,
      title: request.title,
      description: request.description,
      state: request.state,
      draft: isDraft(request),
      author_id: request.authorId,
      source_branch: request.sourceBranch,
      target_branch: request.targetBranch,
      source_project_id: project.id,
      target_project_id: project.id,
      last_commit: request.headSha && { id: request.headSha },
      merge_commit_sha: request.mergeCommitSha,
      created_at: request.createdAt,
      updated_at: request.updatedAt,
      url: ctx.baseUrl + mergeRequestPath(project.fullPath, request.iid),
    },
    labels: (labels ?? []).map(({ id, title, color }) => ({ id, title, color })),
    changes: {},
  };
}
