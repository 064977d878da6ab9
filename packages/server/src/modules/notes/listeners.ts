import type { IterationId, MilestoneId, StatusId, UserId, WorkItemId } from '@milepost/core/ids';
import { iterationName } from '@milepost/core/timeboxes/iteration-name';
import { selectFieldNames } from '@milepost/core/fields/select-fields';
import {
  assigneesNote,
  childNote,
  closedNote,
  closedViaNote,
  colorNote,
  confidentialityNote,
  createdNote,
  customFieldNote,
  dateNote,
  descriptionNote,
  estimateNote,
  healthNote,
  iterationNote,
  labelsNote,
  linkNote,
  lockNote,
  milestoneNote,
  parentNote,
  reopenedNote,
  selectNote,
  severityNote,
  spentNote,
  spentResetNote,
  statusNote,
  timelogDeletedNote,
  titleNote,
  typeNote,
  unlinkNote,
  weightNote,
  type Relative,
  type SystemNote,
} from '@milepost/core/text/system-notes';
import type { Announcement, AnyAnnouncement, Context, Listener, Preload, Trx } from '../../platform/context.ts';
import { spanOf } from '../iterations/commands.ts';
import { iterationsById } from '../iterations/store.ts';
import { milestoneTitle, milestonesById } from '../milestones/store.ts';
import { usersById } from '../users/store.ts';
import { statusesById } from '../work-items/store/statuses.ts';
import { workItemsById, type WorkItem } from '../work-items/store.ts';
import { relativeItem, writeSystemNote } from './commands/system.ts';
import { storeMentions } from './commands/mentions.ts';
import { mentionsSomebody } from './store/mentions.ts';
import { notesById } from './store.ts';

/** The items, people and milestones that notes about several changes name. */
export const preloadNotes: Preload = async (ctx, announcements) => {
  const [itemIds, createdIds] = [new Set<WorkItemId>(), new Set<WorkItemId>()];
  const [userIds, milestoneIds] = [new Set<UserId>(), new Set<MilestoneId>()];
  for (const announcement of announcements) {
    const { workItemId } = announcement;
    if (workItemId === undefined) continue;
    itemIds.add(workItemId);
    switch (announcement.name) {
      case 'workItem.created':
        createdIds.add(workItemId);
        break;
      case 'workItem.parentChanged':
        for (const id of [announcement.data.from, announcement.data.to]) if (id !== null) itemIds.add(id);
        break;
      case 'workItem.assigneesChanged':
        for (const id of [...announcement.data.added, ...announcement.data.removed]) userIds.add(id);
        break;
      case 'workItem.milestoneChanged':
        for (const id of [announcement.data.fromId, announcement.data.toId]) if (id !== null) milestoneIds.add(id);
        break;
      default:
    }
  }
  await Promise.all([
    ctx.preload(workItemsById, [...itemIds]),
    ctx.preload(mentionsSomebody, [...createdIds]),
    ctx.preload(usersById, [...userIds]),
    ctx.preload(milestonesById, [...milestoneIds]),
  ]);
};

/** Writes system notes in the transaction of the change. */
export const writeSystemNotes: Listener = async (ctx, trx, announcement) => {
  const { workItemId } = announcement;
  if (workItemId === undefined) return;
  const item = await ctx.load(workItemsById, workItemId);
  if (!item) return;
  const aboutId = otherIn(announcement);
  const cause = announcement.name === 'workItem.closed' ? announcement.data.cause : undefined;
  for (const note of await notesFor(ctx, item, announcement)) {
    writeSystemNote(ctx, trx, item, note, aboutId, cause?.projectId);
  }
  if (announcement.name === 'workItem.parentChanged') await writeParentNotes(ctx, trx, item, announcement);
};

/** The other item of an announcement. */
function otherIn(announcement: AnyAnnouncement): WorkItemId | null {
  switch (announcement.name) {
    case 'workItem.parentChanged':
      return announcement.data.to ?? announcement.data.from;
    case 'workItem.linked':
    case 'workItem.unlinked':
      return announcement.data.otherId;
    default:
      return null;
  }
}

async function notesFor(ctx: Context, item: WorkItem, announcement: AnyAnnouncement): Promise<SystemNote[]> {
  switch (announcement.name) {
    case 'workItem.created':
      return ctx.via === null ? [] : [createdNote];
    case 'workItem.statusChanged':
      return statusNotes(ctx, announcement.data);
    case 'workItem.closed':
      if (announcement.data.cause) return [closedViaNote(announcement.data.cause.text)];
      return announcement.data.isByStatus ? statusNotes(ctx, announcement.data.status) : [closedNote];
    case 'workItem.reopened':
      return announcement.data.isByStatus ? statusNotes(ctx, announcement.data.status) : [reopenedNote];
    case 'workItem.updated':
      return notesForFields(item, announcement);
    case 'workItem.assigneesChanged': {
      const { added, removed } = announcement.data;
      return [assigneesNote(await usernames(ctx, added), await usernames(ctx, removed))];
    }
    case 'workItem.labelsChanged': {
      const { added, removed } = announcement.data;
      return [
        labelsNote(
          added.map(({ title }) => title),
          removed.map(({ title }) => title),
        ),
      ];
    }
    case 'workItem.milestoneChanged': {
      const { fromId, toId } = announcement.data;
      return [milestoneNote(await milestoneTitle(ctx, fromId), await milestoneTitle(ctx, toId))];
    }
    case 'workItem.milestoneDeleted':
      return [milestoneNote(announcement.data.title, null)];
    case 'workItem.iterationChanged': {
      const { fromId, toId } = announcement.data;
      return [iterationNote(await nameOfIteration(ctx, fromId), await nameOfIteration(ctx, toId))];
    }
    case 'workItem.timeSpent':
      return [spentNote(announcement.data.timeSpent)];
    case 'workItem.timelogDeleted':
      return [timelogDeletedNote(announcement.data.timeSpent)];
    case 'workItem.timeSpentReset':
      return [spentResetNote];
    case 'workItem.customFieldChanged':
      return [customFieldNote(announcement.data.name, announcement.data.to)];
    case 'workItem.parentChanged': {
      const { from, to } = announcement.data;
      return [parentNote(await relativeOf(ctx, from), await relativeOf(ctx, to))];
    }
    case 'workItem.linked': {
      const other = await relativeOf(ctx, announcement.data.otherId);
      return other ? [linkNote(item.type, announcement.data.linkType, other)] : [];
    }
    case 'workItem.unlinked': {
      const other = await relativeOf(ctx, announcement.data.otherId);
      return other ? [unlinkNote(other)] : [];
    }
    default:
      return [];
  }
}

async function statusNotes(ctx: Context, change: { toId: StatusId } | undefined): Promise<SystemNote[]> {
  const status = change && (await ctx.load(statusesById, change.toId));
  return status ? [statusNote(status.name)] : [];
}

function notesForFields(item: WorkItem, { data }: Announcement<'workItem.updated'>): SystemNote[] {
  const {
    type,
    title,
    isConfidential,
    isDiscussionLocked,
    startDate,
    dueDate,
    weight,
    healthStatus,
    severity,
    color,
    timeEstimate,
  } = data.changes;
  const notes: (SystemNote | undefined | false)[] = [
    title && titleNote(title.from, title.to),
    data.isDescriptionChanged && descriptionNote,
    type && typeNote(type.from, type.to),
    isConfidential && confidentialityNote(item.type, isConfidential.to),
    isDiscussionLocked && lockNote(item.type, isDiscussionLocked.to),
    startDate && dateNote('start', startDate.to),
    dueDate && dateNote('due', dueDate.to),
    weight && weightNote(weight.to),
    healthStatus && healthNote(healthStatus.from, healthStatus.to),
    severity && severityNote(severity.to),
    color && colorNote(color.to),
    timeEstimate && estimateNote(timeEstimate.to),
    ...selectFieldNames.map((name) => data.changes[name] && selectNote(name, data.changes[name].to)),
  ];
  return notes.filter((note) => note !== undefined && note !== false);
}

/** Adding or removing a child writes a note on the parents as well. */
async function writeParentNotes(
  ctx: Context,
  trx: Trx,
  child: WorkItem,
  { data }: Announcement<'workItem.parentChanged'>,
): Promise<void> {
  const [from, to] = [await itemOf(ctx, data.from), await itemOf(ctx, data.to)];
  if (from) writeSystemNote(ctx, trx, from, childNote(relativeItem(child), false), child.id);
  if (to) writeSystemNote(ctx, trx, to, childNote(relativeItem(child), true), child.id);
}

async function usernames(ctx: Context, ids: readonly UserId[]): Promise<string[]> {
  return (await ctx.loadMany(usersById, ids)).map(({ username }) => username);
}

async function nameOfIteration(ctx: Context, id: IterationId | null): Promise<string | null> {
  const iteration = id === null ? null : await ctx.load(iterationsById, id);
  return iteration && iterationName(iteration.title, spanOf(iteration));
}

async function itemOf(ctx: Context, id: WorkItemId | null): Promise<WorkItem | null> {
  return id === null ? null : ctx.load(workItemsById, id);
}

async function relativeOf(ctx: Context, id: WorkItemId | null): Promise<Relative | null> {
  const item = await itemOf(ctx, id);
  return item && relativeItem(item);
}

/** Stores the mentions of descriptions and comments in the transaction of their change. */
export const followMentions: Listener = async (ctx, trx, announcement) => {
  const { workItemId } = announcement;
  if (workItemId === undefined) return;
  const isText =
    announcement.name === 'workItem.created' ||
    (announcement.name === 'workItem.updated' && announcement.data.isDescriptionChanged);
  const isNote = announcement.name === 'note.created' || announcement.name === 'note.updated';
  if (!isText && !isNote) return;
  // As in most cases: nothing to look for, and nothing stored that it no longer mentions.
  if (announcement.name === 'workItem.created' && !(await ctx.load(mentionsSomebody, workItemId))) return;
  if (announcement.name === 'note.created') {
    const note = await ctx.load(notesById, announcement.data.noteId);
    if (!note?.body.includes('@')) return;
  }
  const item = await ctx.load(workItemsById, workItemId);
  if (item) await storeMentions(ctx, trx, item, isNote ? announcement.data.noteId : null);
};
