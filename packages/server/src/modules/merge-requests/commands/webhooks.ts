import type { NamespaceId } from '@milepost/core/ids';
import { mergeRequestPath } from '@milepost/core/merge-requests/rules';
import { webPathOf } from '@milepost/core/namespaces';
import type { AnyAnnouncement, Context, Trx } from '../../../platform/context.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { repositoriesByProject } from '../../repositories/store.ts';
import {
  actor,
  labelPayload,
  namespaceFields,
  peoplePayload,
  type PayloadChanges,
} from '../../webhooks/commands/payload.ts';
import { queueEvent } from '../../webhooks/commands/queue.ts';
import { hooksAbove } from '../../webhooks/store.ts';
import { newestMergeRequest } from '../store/lists.ts';
import {
  isDraft,
  labelsOfMergeRequest,
  mergeRequestsById,
  peopleOfMergeRequest,
  settingsOfProject,
  type MergeRequest,
  type People,
} from '../store.ts';
import type { Label } from '../../labels/store.ts';
import { validApprovals } from './status.ts';

/** The published name of a change. `approved` and `unapproved`: all required approvals are there, or no longer. */
export type RequestAction =
  | 'open'
  | 'update'
  | 'close'
  | 'reopen'
  | 'merge'
  | 'approval'
  | 'approved'
  | 'unapproval'
  | 'unapproved';

/** A merge request with what a payload shows of it. */
interface Snapshot extends People {
  request: MergeRequest;
  labels: readonly Label[];
}

type RequestId = MergeRequest['id'];

/** How merge requests were before the changes of a transaction, where a webhook is subscribed to them. */
const before = new WeakMap<Trx, Map<RequestId, Snapshot>>();
/** Merge requests that a transaction has already sent: each change is sent once. */
const sent = new WeakMap<Trx, Set<RequestId>>();

const subscribed = async (trx: Trx, projectId: NamespaceId) =>
  (await hooksAbove(trx, projectId)).filter(({ mergeRequestsEvents }) => mergeRequestsEvents).map(({ id }) => id);

/** Called before a merge request is changed: the payload names previous values. */
export async function keepSnapshot(ctx: Context, trx: Trx, request: MergeRequest): Promise<void> {
  const known = before.get(trx) ?? new Map<RequestId, Snapshot>();
  if (known.has(request.id) || (await subscribed(trx, request.projectId)).length === 0) return;
  before.set(trx, known.set(request.id, await snapshotOf(ctx.within(trx), request)));
}

async function snapshotOf(ctx: Context, request: MergeRequest): Promise<Snapshot> {
  const [labels, people] = await Promise.all([
    ctx.load(labelsOfMergeRequest, request.id),
    ctx.load(peopleOfMergeRequest, request.id),
  ]);
  return { request, labels: labels ?? [], assignees: people?.assignees ?? [], reviewers: people?.reviewers ?? [] };
}

/** Writes a changed merge request into the outbox of webhooks. */
export async function queueRequest(ctx: Context, trx: Trx, announcement: AnyAnnouncement): Promise<void> {
  const id = requestIdOf(announcement);
  const known = sent.get(trx) ?? new Set<RequestId>();
  if (id === null || known.has(id)) return;
  const hookIds = await subscribed(trx, announcement.namespaceId);
  const within = ctx.within(trx);
  const request = hookIds.length === 0 ? null : await within.load(mergeRequestsById, id);
  const project = request && (await within.load(namespacesById, request.projectId));
  if (!request || !project) return;
  const action = await actionOf(within, announcement, request);
  const earlier = before.get(trx)?.get(id) ?? null;
  const now = await snapshotOf(within, request);
  const changes = earlier ? changesBetween(earlier, now) : {};
  if (action === null || (action === 'update' && Object.keys(changes).length === 0)) return;
  sent.set(trx, known.add(id));
  const pushedFrom = announcement.name === 'mergeRequest.pushed' ? (earlier?.request.headSha ?? null) : null;
  const payload = await payloadOf(within, project, now, { action, changes, pushedFrom });
  await queueEvent(trx, hookIds, 'merge_requests_events', payload);
}

/** The payload of the newest merge request of a project, or of a group and everything below it; null without one. */
export async function samplePayload(ctx: Context, traversalIds: readonly NamespaceId[]): Promise<object | null> {
  const request = await newestMergeRequest(ctx.db, traversalIds);
  const project = request && (await ctx.load(namespacesById, request.projectId));
  return project && requestPayload(ctx, project, request, 'update');
}

/** The payload of a merge request without its changes. */
export async function requestPayload(ctx: Context, project: Namespace, request: MergeRequest, action: RequestAction) {
  return payloadOf(ctx, project, await snapshotOf(ctx, request), { action, changes: {}, pushedFrom: null });
}

function requestIdOf({ name, data }: AnyAnnouncement): RequestId | null {
  return name in actions || name === 'mergeRequest.approved' || name === 'mergeRequest.unapproved'
    ? (data as { mergeRequestId: RequestId }).mergeRequestId
    : null;
}

/** The actions of announcements that do not depend on approvals. */
export const actions: {
  readonly [Name in AnyAnnouncement['name']]?: 'open' | 'update' | 'close' | 'reopen' | 'merge';
} = {
  'mergeRequest.created': 'open',
  'mergeRequest.updated': 'update',
  'mergeRequest.pushed': 'update',
  'mergeRequest.closed': 'close',
  'mergeRequest.reopened': 'reopen',
  'mergeRequest.merged': 'merge',
};

async function actionOf(ctx: Context, { name }: AnyAnnouncement, request: MergeRequest): Promise<RequestAction | null> {
  if (name !== 'mergeRequest.approved' && name !== 'mergeRequest.unapproved') return actions[name] ?? null;
  const [approvals, settings] = await Promise.all([
    ctx.load(validApprovals, request.id),
    ctx.load(settingsOfProject, request.projectId),
  ]);
  const count = approvals?.length ?? 0;
  const needed = Math.max(1, settings?.approvalsRequired ?? 0);
  if (name === 'mergeRequest.approved') return count >= needed ? 'approved' : 'approval';
  return count === needed - 1 ? 'unapproved' : 'unapproval';
}

const stateIds = { opened: 1, closed: 2, merged: 3 } as const;

function changesBetween(one: Snapshot, other: Snapshot): PayloadChanges {
  const [previous, current] = [comparable(one), comparable(other)];
  const changes: PayloadChanges = {};
  for (const name of Object.keys(current) as (keyof typeof current)[]) {
    if (JSON.stringify(previous[name]) !== JSON.stringify(current[name])) {
      changes[name] = { previous: previous[name], current: current[name] };
    }
  }
  return changes;
}

function comparable({ request, labels, assignees, reviewers }: Snapshot) {
  return {
    title: request.title,
    description: request.description,
    draft: isDraft(request),
    state_id: stateIds[request.state],
    target_branch: request.targetBranch,
    last_commit: request.headSha,
    milestone_id: request.milestoneId,
    discussion_locked: request.isDiscussionLocked,
    squash: request.squash,
    merge_commit_sha: request.mergeCommitSha,
    labels: labels.map(labelPayload),
    assignees,
    reviewers,
  };
}

async function payloadOf(
  ctx: Context,
  project: Namespace,
  { request, labels, assignees, reviewers }: Snapshot,
  { action, changes, pushedFrom }: { action: RequestAction; changes: PayloadChanges; pushedFrom: string | null },
): Promise<Record<string, unknown>> {
  const attributes = await requestAttributes(ctx, project, { request, labels, assignees, reviewers });
  const people = await Promise.all([peoplePayload(ctx, assignees), peoplePayload(ctx, reviewers)]);
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: await actor(ctx),
    ...namespaceFields(ctx, project),
    project: attributes.source,
    object_attributes: { ...attributes, action, ...(pushedFrom !== null && { oldrev: pushedFrom }) },
    labels: attributes.labels,
    changes: Object.fromEntries(
      await Promise.all(Object.entries(changes).map(async ([name, change]) => [name, await named(ctx, name, change)])),
    ) as object,
    assignees: people[0],
    reviewers: people[1],
  };
}

/** The attributes of a merge request, as payloads of its comments show them. */
export async function attributesOfRequest(ctx: Context, project: Namespace, request: MergeRequest): Promise<object> {
  return requestAttributes(ctx, project, await snapshotOf(ctx, request));
}

async function requestAttributes(
  ctx: Context,
  project: Namespace,
  { request, labels, assignees, reviewers }: Snapshot,
) {
  const repository = await ctx.load(repositoriesByProject, project.id);
  const fields = namespaceFields(ctx, project)['project'] as object;
  const inProject = { ...fields, default_branch: repository?.defaultBranch ?? null };
  const { headSha, milestoneId, createdAt, updatedAt } = request;
  return {
    id: request.id,
    iid: request.iid,
    title: request.title,
    description: request.description,
    state: request.state,
    state_id: stateIds[request.state],
    draft: isDraft(request),
    work_in_progress: isDraft(request),
    author_id: request.authorId,
    assignee_ids: assignees,
    assignee_id: assignees[0] ?? null,
    reviewer_ids: reviewers,
    milestone_id: milestoneId,
    source_branch: request.sourceBranch,
    target_branch: request.targetBranch,
    source_project_id: project.id,
    target_project_id: project.id,
    source: inProject,
    target: inProject,
    // No git here: a missing or busy one must not stop a change.
    last_commit: headSha && { id: headSha, url: `${ctx.baseUrl}${webPathOf(project)}/-/commit/${headSha}` },
    merge_commit_sha: request.mergeCommitSha,
    discussion_locked: request.isDiscussionLocked,
    created_at: createdAt,
    updated_at: updatedAt,
    url: ctx.baseUrl + mergeRequestPath(project.fullPath, request.iid),
    labels: labels.map(labelPayload),
  };
}

/** People in changes are shown with their names. */
async function named(ctx: Context, field: string, { previous, current }: PayloadChanges[string]) {
  if (field !== 'assignees' && field !== 'reviewers') return { previous, current };
  const [from, to] = await Promise.all([
    peoplePayload(ctx, previous as People['assignees']),
    peoplePayload(ctx, current as People['assignees']),
  ]);
  return { previous: from, current: to };
}
