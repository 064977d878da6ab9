import type { NamespaceId, StatusId, UserId, WorkItemId } from '@milepost/core/ids';
import { webPathOf as namespacePathOf } from '@milepost/core/namespaces';
import type { WebhookEvent } from '@milepost/core/webhooks';
import { selectValuesOf } from '@milepost/core/fields/select-fields';
import { hasFeature } from '@milepost/core/settings/features';
import { severityOf, webPathOf } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { labelsOfWorkItem } from '../../labels/store/items.ts';
import type { Label } from '../../labels/store.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import type { Note } from '../../notes/store.ts';
import type { StatusUpdate } from '../../status-updates/store.ts';
import { ghost, type User, usersById } from '../../users/store.ts';
import { lifecyclesOfRoot, presentStatus, type Status } from '../../work-items/store/statuses.ts';
import { nameOfType } from '../../work-items/store.ts';
import { assigneeIdsOn, workItemRow } from '../../work-items/store/writing.ts';
import type { WorkItemRow } from '../../work-items/table.ts';

/** The event names, in the log and in headers. */
export const eventNames: Readonly<Record<WebhookEvent, { trigger: string; event: string }>> = {
  issues_events: { trigger: 'issue_hooks', event: 'Issue Hook' },
  confidential_issues_events: { trigger: 'confidential_issue_hooks', event: 'Confidential Issue Hook' },
  note_events: { trigger: 'note_hooks', event: 'Note Hook' },
  confidential_note_events: { trigger: 'confidential_note_hooks', event: 'Confidential Note Hook' },
  status_update_events: { trigger: 'status_update_hooks', event: 'Status Update Hook' },
  deployment_events: { trigger: 'deployment_hooks', event: 'Deployment Hook' },
  merge_requests_events: { trigger: 'merge_request_hooks', event: 'Merge Request Hook' },
};

/** The published name of a change of an item. */
export type ItemAction = 'open' | 'update' | 'close' | 'reopen';

/** Fields by name, each with its previous and current value. */
export type PayloadChanges = Record<string, { previous: unknown; current: unknown }>;

const visibilityLevels = { private: 0, internal: 10, public: 20 } as const;
const typeNames = { epic: 'Epic', issue: 'Issue', incident: 'Incident', task: 'Task' } as const;

/** The current item data that every payload contains. */
export interface PayloadSource {
  item: WorkItemRow;
  namespace: Namespace;
  labels: readonly Label[];
  assigneeIds: readonly UserId[];
  /** All statuses of the lifecycles of the top-level group. */
  statuses: readonly Status[];
}

/** Reads the item data of a payload within this transaction. */
export async function readPayloadSource(ctx: Context, id: WorkItemId): Promise<PayloadSource | null> {
  const item = await workItemRow(ctx.db, id);
  const namespace = await ctx.load(namespacesById, item.namespaceId);
  if (!namespace) return null;
  const [labels, assigneeIds, lifecycles] = await Promise.all([
    ctx.load(labelsOfWorkItem, id),
    assigneeIdsOn(ctx.db, id),
    ctx.load(lifecyclesOfRoot, item.rootId),
  ]);
  const statuses = (lifecycles ?? []).flatMap((lifecycle) => lifecycle.statuses);
  return { item, namespace, labels: labels ?? [], assigneeIds, statuses };
}

/** The payload of an item that was created, changed, closed or reopened. */
export async function itemPayload(
  ctx: Context,
  source: PayloadSource,
  action: ItemAction,
  changes: PayloadChanges,
): Promise<Record<string, unknown>> {
  const { item, labels, assigneeIds } = source;
  const kind = item.type === 'issue' ? 'issue' : 'work_item';
  return {
    object_kind: kind,
    event_type: item.isConfidential ? `confidential_${kind}` : kind,
    user: await actor(ctx),
    ...namespaceFields(ctx, source.namespace),
    object_attributes: { ...attributesOf(ctx, source), action },
    labels: labels.map(labelPayload),
    changes,
    assignees: await peoplePayload(ctx, assigneeIds),
  };
}

/** The payload of a comment on an item that was created or changed. */
export async function notePayload(
  ctx: Context,
  source: PayloadSource,
  note: Note,
  action: 'create' | 'update',
): Promise<Record<string, unknown>> {
  const { item, namespace } = source;
  return commentPayload(ctx, namespace, note, {
    type: nameOfType(item.type),
    key: nameOfType(item.type).toLowerCase(),
    id: item.id,
    path: webPathOf({ ...item, namespacePath: namespace.fullPath }),
    isConfidential: item.isConfidential,
    attributes: attributesOf(ctx, source),
    action,
  });
}

/** What a comment is about, and what happened to it. */
interface CommentSubject {
  type: string;
  /** The name of the subject's attributes in the payload. */
  key: string;
  id: number;
  path: string;
  isConfidential: boolean;
  attributes: object;
  action: 'create' | 'update';
}

type Comment = Pick<
  Note,
  'body' | 'authorId' | 'discussionId' | 'isThread' | 'isInternal' | 'createdAt' | 'updatedAt'
> & { id: number };

/** The payload of a comment on any object. */
export async function commentPayload(
  ctx: Context,
  namespace: Namespace,
  note: Comment,
  { type, key, id, path, isConfidential, attributes, action }: CommentSubject,
): Promise<Record<string, unknown>> {
  const projectId = namespace.kind === 'project' ? namespace.id : null;
  return {
    object_kind: 'note',
    event_type: isConfidential || note.isInternal ? 'confidential_note' : 'note',
    user: await actor(ctx),
    project_id: projectId,
    ...namespaceFields(ctx, namespace),
    object_attributes: {
      id: note.id,
      note: note.body,
      description: note.body,
      noteable_type: type,
      noteable_id: id,
      author_id: note.authorId,
      project_id: projectId,
      discussion_id: note.discussionId,
      type: note.isThread ? 'DiscussionNote' : null,
      internal: note.isInternal,
      system: false,
      created_at: note.createdAt,
      updated_at: note.updatedAt,
      url: `${ctx.baseUrl}${path}#note_${note.id}`,
      action,
    },
    [key]: attributes,
  };
}

/** The payload of a status update that was posted, changed or deleted. */
export async function statusUpdatePayload(
  ctx: Context,
  source: PayloadSource,
  update: StatusUpdate,
  action: 'create' | 'update' | 'delete',
): Promise<Record<string, unknown>> {
  return {
    object_kind: 'status_update',
    event_type: source.item.isConfidential ? 'confidential_status_update' : 'status_update',
    user: await actor(ctx),
    ...namespaceFields(ctx, source.namespace),
    object_attributes: {
      id: update.id,
      health: update.health,
      previous_health: update.previousHealth,
      text: update.body,
      author_id: update.authorId,
      start_date: update.startDate,
      due_date: update.dueDate,
      created_at: update.createdAt,
      edited_at: update.editedAt,
      action,
    },
    epic: attributesOf(ctx, source),
  };
}

/** The person who made the change. */
export async function actor(ctx: Context) {
  const user = (ctx.viewer.id === null ? null : await ctx.load(usersById, ctx.viewer.id)) ?? ghost;
  return personPayload(user, ctx.baseUrl);
}

export async function peoplePayload(ctx: Context, ids: readonly UserId[]) {
  return (await ctx.loadMany(usersById, ids)).map((user) => personPayload(user, ctx.baseUrl));
}

/** E-mail addresses are not sent to receivers. */
export function personPayload({ id, name, username, avatarUrl }: User, baseUrl: string) {
  const avatar = avatarUrl && new URL(avatarUrl, baseUrl).href;
  return { id, name, username, avatar_url: avatar, email: '[REDACTED]' };
}

export function namespaceFields(ctx: Context, namespace: Namespace): Record<string, unknown> {
  const url = ctx.baseUrl + namespacePathOf(namespace);
  const { id, name, path, description, fullPath } = namespace;
  const avatarUrl = namespace.avatarUrl && new URL(namespace.avatarUrl, ctx.baseUrl).href;
  if (namespace.kind === 'group') {
    return { group: { id, name, path, full_path: fullPath, web_url: url, description, avatar_url: avatarUrl } };
  }
  return {
    project: {
      id,
      name,
      description,
      web_url: url,
      homepage: url,
      url,
      avatar_url: avatarUrl,
      namespace: namespace.fullName.split(' / ').slice(0, -1).join(' / '),
      path_with_namespace: fullPath,
      visibility_level: visibilityLevels[namespace.scope.visibility],
      default_branch: null,
    },
    repository: { name, url, description, homepage: url },
  };
}

/** A status in payloads; null for one that no lifecycle contains any more. */
export function statusPayload(statuses: readonly Status[], id: StatusId): object | null {
  const status = statuses.find((each) => each.id === id);
  return status ? presentStatus(status) : null;
}

function attributesOf(
  ctx: Context,
  { item, namespace, labels, assigneeIds, statuses }: PayloadSource,
): Record<string, unknown> {
  const { id, iid, title, description, state, type } = item;
  return {
    id,
    iid,
    title,
    description,
    type: typeNames[type],
    state,
    state_id: state === 'opened' ? 1 : 2,
    status: hasFeature(namespace, 'statuses') ? statusPayload(statuses, item.statusId) : null,
    url: ctx.baseUrl + webPathOf({ ...item, namespacePath: namespace.fullPath }),
    [namespace.kind === 'project' ? 'project_id' : 'group_id']: namespace.id,
    author_id: item.authorId,
    assignee_ids: assigneeIds,
    assignee_id: assigneeIds[0] ?? null,
    milestone_id: item.milestoneId,
    iteration_id: item.iterationId,
    parent_id: item.parentId,
    confidential: item.isConfidential,
    discussion_locked: item.isDiscussionLocked,
    weight: item.weight,
    health_status: item.healthStatus,
    ...(type !== 'epic' && { severity: severityOf(item) }),
    ...selectValuesOf(type, item),
    start_date: item.startDate,
    due_date: item.dueDate,
    ...(type === 'epic' && { color: item.color, end_date: item.dueDate }),
    time_estimate: item.timeEstimate,
    relative_position: item.relativePosition,
    moved_to_id: item.movedToId,
    duplicated_to_id: item.duplicatedToId,
    updated_by_id: item.updatedById,
    last_edited_by_id: item.lastEditedById,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    closed_at: item.closedAt,
    last_edited_at: item.lastEditedAt,
    labels: labels.map(labelPayload),
  };
}

export function labelPayload(label: Label) {
  const isOfProject = label.namespaceKind === 'project';
  return {
    id: label.id,
    title: label.title,
    color: label.color,
    description: label.description,
    project_id: isOfProject ? label.namespaceId : null,
    group_id: isOfProject ? null : (label.namespaceId satisfies NamespaceId),
    type: isOfProject ? 'ProjectLabel' : 'GroupLabel',
    template: false,
    created_at: label.createdAt,
    updated_at: label.updatedAt,
  };
}
