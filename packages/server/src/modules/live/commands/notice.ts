import type { LabelId, MilestoneId, NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import type { Visibility } from '@milepost/core/roles';
import type { WorkItemType } from '@milepost/core/work-items';
import type { AnyAnnouncement } from '../../../platform/context.ts';
import { MAX_BYTES } from '../../../platform/live/channel.ts';
import type { Notice } from '../../../platform/rooms/module.ts';

/** A changed work item, and restrictions on the recipients beyond its own policy. */
export interface ItemNotice {
  id: WorkItemId;
  /** Sent only to those who may also read this item: the change is about the relation of the two. */
  via?: WorkItemId;
  /** Only the discussion changed; `inner` if it may be an internal note. */
  discussion?: 'open' | 'inner';
  /** The item became confidential: pages of viewers who lost access must remove it. */
  hidden?: true;
}

/** A deleted work item, with the input of its policy. */
export interface DeletedItem {
  id: WorkItemId;
  type: WorkItemType;
  namespaceId: NamespaceId;
  isConfidential: boolean;
  isHidden: boolean;
  authorId: UserId | null;
  confidantIds: readonly UserId[];
  parentId: WorkItemId | null;
}

/**
 * A notice of a change between server processes: ids, and what is needed to decide who may receive them. It never leaves the
 * server. The triggers of migration 0013 send `people` and `everybody`.
 */
export interface LiveNotice {
  items?: ItemNotice[];
  gone?: DeletedItem[];
  labels?: { id: LabelId; namespaceId: NamespaceId }[];
  milestones?: { id: MilestoneId; namespaceId: NamespaceId }[];
  /** Groups and projects in which anything may have changed. */
  many?: NamespaceId[];
  /** Groups and projects that were deleted or changed visibility: their previous viewers must reload. */
  left?: { traversalIds: readonly NamespaceId[]; visibility: Visibility }[];
  /** Users whose roles, sessions or tokens changed. */
  people?: UserId[];
  everybody?: true;
  /** Groups of which a public link was revoked: streams opened through one must be checked again. */
  links?: NamespaceId[];
  /** Notices could not be sent: every page must reload. */
  lost?: true;
}

/** Maximum number of items in a notice, so that it stays below MAX_BYTES. */
const MAX_NAMED = 250;

/** Sends notices for work items that changed without an announcement of their own. */
export function noticesOf(ids: readonly WorkItemId[]): LiveNotice[] {
  const count = Math.ceil(ids.length / MAX_NAMED);
  return Array.from({ length: count }, (_, index) => ({
    items: ids.slice(index * MAX_NAMED, (index + 1) * MAX_NAMED).map((id) => ({ id })),
  }));
}

/** The notice of the events of a transaction; null if no page shows what changed. */
export function noticeOf(announcements: readonly AnyAnnouncement[]): Notice | null {
  const payload = payloadOf(announcements);
  return payload && { payload, isUrgent: !isHarmless(payload) };
}

/** Whether pages only have to read items, labels and milestones again that their viewers may still see. */
function isHarmless({ items = [], labels: _labels, milestones: _milestones, ...others }: LiveNotice): boolean {
  return Object.keys(others).length === 0 && !items.some(({ hidden }) => hidden);
}

function payloadOf(announcements: readonly AnyAnnouncement[]): LiveNotice | null {
  const notice: LiveNotice = {};
  const items = new Map<string, ItemNotice>();
  const add = (item: ItemNotice): void => {
    const key = `${item.id} ${item.via ?? ''} ${item.discussion ?? ''}`;
    items.set(key, { ...items.get(key), ...item });
  };
  for (const announcement of announcements) gather(announcement, notice, add);
  if (items.size > 0) notice.items = [...items.values()];
  if (Object.keys(notice).length === 0) return null;
  if (Buffer.byteLength(JSON.stringify(notice)) <= MAX_BYTES) return notice;
  return { many: [...new Set(announcements.map(({ namespaceId }) => namespaceId))].slice(0, 500) };
}

function gather(announcement: AnyAnnouncement, notice: LiveNotice, add: (item: ItemNotice) => void): void {
  const { namespaceId, workItemId: id } = announcement;
  switch (announcement.name) {
    case 'workItem.deleted': {
      const { id: deletedId, type, parentId, isConfidential, isHidden, authorId, confidantIds } = announcement.data;
      (notice.gone ??= []).push({
        id: deletedId,
        type,
        namespaceId,
        isConfidential,
        isHidden,
        authorId,
        confidantIds,
        parentId,
      });
      return;
    }
    case 'workItem.updated': {
      const { changes } = announcement.data;
      if (id) add({ id, ...(changes.isConfidential?.to && { hidden: true }) });
      return;
    }
    case 'workItem.hidden':
      if (id) add({ id, hidden: true });
      return;
    case 'workItem.shown':
      if (id) add({ id });
      return;
    case 'workItem.parentChanged':
      if (id) add({ id });
      if (id && announcement.data.from) add({ id: announcement.data.from, via: id });
      return;
    case 'workItem.linked':
    case 'workItem.lagChanged':
    case 'workItem.unlinked':
      if (id) add({ id, via: announcement.data.otherId });
      return;
    case 'note.created':
      if (id) add({ id, discussion: announcement.data.isInternal ? 'inner' : 'open' });
      return;
    case 'note.updated':
    case 'note.deleted':
    case 'discussion.resolved':
    case 'discussion.reopened':
      if (id) add({ id, discussion: 'inner' });
      return;
    case 'reaction.added':
    case 'reaction.removed':
      if (id) add({ id, discussion: announcement.data.noteId === null ? 'open' : 'inner' });
      return;
    case 'label.created':
    case 'label.updated':
    case 'label.deleted':
      (notice.labels ??= []).push({ id: announcement.data.labelId, namespaceId });
      return;
    case 'milestone.updated':
      // Everything that inherits its dates changed as well.
      if (announcement.data.datesChanged) (notice.many ??= []).push(namespaceId);
      (notice.milestones ??= []).push({ id: announcement.data.milestoneId, namespaceId });
      return;
    case 'milestone.created':
    case 'milestone.closed':
    case 'milestone.activated':
      (notice.milestones ??= []).push({ id: announcement.data.milestoneId, namespaceId });
      return;
    case 'board.changed':
    case 'environment.changed':
    case 'environment.protectionChanged':
    case 'deployment.statusChanged':
    case 'deployment.approvalsChanged':
    case 'deployment.deleted':
    case 'mergeRequest.created':
    case 'mergeRequest.updated':
    case 'mergeRequest.closed':
    case 'mergeRequest.reopened':
    case 'mergeRequest.merged':
    case 'mergeRequest.pushed':
    case 'mergeRequest.approved':
    case 'mergeRequest.unapproved':
    case 'mergeRequest.commented':
    case 'mergeRequest.commentChanged':
    case 'mergeRequest.deleted':
    case 'customField.created':
    case 'customField.updated':
    case 'customField.archived':
    case 'customField.unarchived':
    case 'label.promoted':
    case 'milestone.deleted':
    case 'milestone.promoted':
    case 'namespace.renamed':
    case 'namespace.archived':
    case 'namespace.unarchived':
    case 'namespace.restored':
    case 'namespace.created':
    case 'roadmap.staleLimitChanged':
      (notice.many ??= []).push(namespaceId);
      return;
    case 'namespace.updated': {
      const { traversalIds, visibility } = announcement.data.before;
      (notice.many ??= []).push(namespaceId);
      if (announcement.data.changed.includes('visibility')) (notice.left ??= []).push({ traversalIds, visibility });
      return;
    }
    case 'namespace.transferred': {
      (notice.many ??= []).push(namespaceId);
      (notice.left ??= []).push(announcement.data.before);
      return;
    }
    case 'namespace.scheduledForDeletion':
    case 'namespace.deleted': {
      const { traversalIds, visibility } = announcement.data;
      (notice.left ??= []).push({ traversalIds, visibility });
      return;
    }
    case 'workItem.mentioned':
      // The change of the text has its own announcement.
      return;
    default:
      if (id) add({ id });
  }
}
