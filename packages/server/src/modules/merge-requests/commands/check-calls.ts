import type { AnyAnnouncement, Context, Trx } from '../../../platform/context.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { queueEventOfEach } from '../../webhooks/commands/queue.ts';
import { checksOfProject, saveCheckResult, type StatusCheck } from '../store/checks.ts';
import { mergeRequestsById, type MergeRequest } from '../store.ts';
import { actions, requestPayload, type RequestAction } from './webhooks.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'mergeRequest.checked': { mergeRequestId: MergeRequest['id'] };
  }
}

/** Merge requests that a transaction has already sent: each change is sent once. */
const sent = new WeakMap<Trx, Set<MergeRequest['id']>>();

/** Calls the status checks of a changed merge request; a new commit makes them pending again. */
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
  await queueCheckCalls(within, trx, project, request, checks, action);
}

/** Writes the calls of status checks into the outbox of webhooks. `ctx` reads within the transaction. */
export async function queueCheckCalls(
  ctx: Context,
  trx: Trx,
  project: Namespace,
  request: MergeRequest,
  checks: readonly StatusCheck[],
  action: RequestAction,
): Promise<void> {
  const payload = await requestPayload(ctx, project, request, action);
  const payloads = checks.map(
    ({ id, name, url, webhookId }) =>
      [webhookId, { ...payload, external_approval_rule: { id, name, external_url: url } }] as const,
  );
  await queueEventOfEach(trx, 'merge_requests_events', new Map(payloads));
}
