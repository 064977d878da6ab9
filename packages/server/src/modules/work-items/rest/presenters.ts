import type { UserId } from '@milepost/core/ids';
import { textColorOn } from '@milepost/core/labels';
import { fullReference, relativeReference, shortReference } from '@milepost/core/text/references';
import { defaultEpicColor, severityOf, webPathOf } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { presentUser } from '../../users/rest/presenters.ts';
import { ghost, usersById } from '../../users/store.ts';
import { workItemPolicy } from '../policy.ts';
import { withPluggedFields, type RestFields, type RestPresentation } from './plugs.ts';
import { addressShownOf } from '../commands/heads.ts';
import { replyAddressesById } from '../store/heads.ts';
import { assigneesOf } from '../store/people.ts';
import { descriptionsById, visibleWorkItem, type WorkItem } from '../store.ts';

export type PresentationOptions = Omit<RestPresentation, 'face'>;

/** An epic in REST. */
export function presentEpic(ctx: Context, epic: WorkItem, how: PresentationOptions = {}): Promise<RestFields> {
  const showing: RestPresentation = { ...how, face: 'epic' };
  return withPluggedFields(ctx, epic, showing, ownEpicFields(ctx, epic, showing));
}

/** An issue, incident or task in REST. */
export function presentIssue(ctx: Context, issue: WorkItem, how: PresentationOptions = {}): Promise<RestFields> {
  const showing: RestPresentation = { ...how, face: 'issue' };
  return withPluggedFields(ctx, issue, showing, ownIssueFields(ctx, issue, showing));
}

/** A single item has an additional field: whether the viewer is subscribed. */
export function presentAlone(ctx: Context, item: WorkItem, how: PresentationOptions = {}): Promise<RestFields> {
  const present = item.type === 'epic' ? presentEpic : presentIssue;
  return present(ctx, item, { ...how, isAlone: true });
}

async function ownEpicFields(ctx: Context, epic: WorkItem, showing: RestPresentation): Promise<RestFields> {
  const self = addressOf(ctx, epic);
  const color = epic.color ?? defaultEpicColor;
  return {
    ...(await sharedFields(ctx, epic, showing)),
    // Clients read either id; in Milepost they are equal.
    work_item_id: epic.id,
    color,
    text_color: textColorOn(color),
    group_id: epic.namespaceId,
    parent_id: null,
    parent_iid: null,
    reference: shortReference(referenceOf(epic)),
    start_date: epic.startDate,
    end_date: epic.dueDate,
    due_date: epic.dueDate,
    ...(ctx.can(workItemPolicy.plan, epic) && dateSources(epic)),
    _links: {
      self,
      epic_issues: `${self}/issues`,
      group: `${ctx.baseUrl}/api/v4/groups/${epic.namespaceId}`,
      parent: null,
    },
  };
}

/** The sources of the dates: for those who may change them. */
function dateSources(epic: WorkItem): RestFields {
  const inheritedStart = epic.startDateIsFixed ? null : epic.startDate;
  const inheritedDue = epic.dueDateIsFixed ? null : epic.dueDate;
  return {
    start_date_is_fixed: epic.startDateIsFixed,
    start_date_fixed: epic.startDateFixed,
    start_date_from_inherited_source: inheritedStart,
    start_date_from_milestones: inheritedStart,
    due_date_is_fixed: epic.dueDateIsFixed,
    due_date_fixed: epic.dueDateFixed,
    due_date_from_inherited_source: inheritedDue,
    due_date_from_milestones: inheritedDue,
  };
}

async function ownIssueFields(ctx: Context, issue: WorkItem, showing: RestPresentation): Promise<RestFields> {
  const self = addressOf(ctx, issue);
  const [shared, assignees, closer, original, moved, replyTo] = await Promise.all([
    sharedFields(ctx, issue, showing),
    presentAssignees(ctx, issue),
    issue.state === 'closed' && issue.closedById !== null ? ctx.load(usersById, issue.closedById) : null,
    visibleWorkItem(ctx, issue.duplicatedToId),
    visibleWorkItem(ctx, issue.movedToId),
    ctx.load(replyAddressesById, issue.id),
  ]);
  return {
    ...shared,
    project_id: issue.namespaceId,
    closed_by: closer && presentUser(closer, ctx.baseUrl),
    assignees,
    assignee: assignees[0] ?? null,
    type: issue.type.toUpperCase(),
    issue_type: issue.type,
    severity: severityOf(issue).toUpperCase(),
    start_date: issue.startDate,
    due_date: issue.dueDate,
    weight: issue.weight,
    health_status: issue.healthStatus,
    discussion_locked: issue.isDiscussionLocked,
    has_tasks: issue.taskCount > 0,
    task_status: `${issue.taskCompletedCount} of ${issue.taskCount} checklist items completed`,
    task_completion_status: { count: issue.taskCount, completed_count: issue.taskCompletedCount },
    moved_to_id: moved?.id ?? null,
    service_desk_reply_to: addressShownOf(ctx, issue, replyTo),
    _links: {
      self,
      notes: `${self}/notes`,
      award_emoji: `${self}/award_emoji`,
      project: `${ctx.baseUrl}/api/v4/projects/${issue.namespaceId}`,
      closed_as_duplicate_of: original && addressOf(ctx, original),
    },
  };
}

async function sharedFields(ctx: Context, item: WorkItem, { from }: RestPresentation): Promise<RestFields> {
  const [author, texts] = await Promise.all([presentPerson(ctx, item.authorId), ctx.load(descriptionsById, item.id)]);
  const reference = referenceOf(item);
  const base = from ? { path: from.fullPath, kind: from.kind } : { path: item.namespacePath, kind: item.namespaceKind };
  return {
    id: item.id,
    iid: item.iid,
    title: item.title,
    description: texts?.description || null,
    state: item.state,
    confidential: item.isConfidential,
    author,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    closed_at: item.closedAt,
    imported: item.isImported,
    imported_from: item.isImported ? 'gitlab_migration' : 'none',
    web_url: ctx.baseUrl + webPathOf(item),
    references: {
      short: shortReference(reference),
      relative: relativeReference(reference, base),
      full: fullReference(reference),
    },
  };
}

/** The URL of an item in the REST API. */
function addressOf(ctx: Context, { type, namespaceId, iid }: WorkItem): string {
  const path = type === 'epic' ? `groups/${namespaceId}/epics` : `projects/${namespaceId}/issues`;
  return `${ctx.baseUrl}/api/v4/${path}/${iid}`;
}

function referenceOf(item: WorkItem) {
  const kind = item.type === 'epic' ? 'epic' : 'issue';
  return { kind, path: item.namespacePath, name: String(item.iid) } as const;
}

async function presentAssignees(ctx: Context, issue: WorkItem) {
  const users = (await ctx.load(assigneesOf, issue.id)) ?? [];
  return users.map((user) => presentUser(user, ctx.baseUrl));
}

/** A person inside other objects; the ghost user if the account was deleted. */
export async function presentPerson(ctx: Context, id: UserId | null) {
  const user = (id === null ? null : await ctx.load(usersById, id)) ?? ghost;
  return presentUser(user, ctx.baseUrl);
}
