import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { NoteId, TimelineEventId, WorkItemId } from '@milepost/core/ids';
import {
  MAX_TIMELINE_EVENTS,
  timelineLimits,
  timelineProblems,
  timelineTagsOf,
} from '@milepost/core/text/incident-timeline';
import type { Insertable } from 'kysely';
import type { Context, Trx } from '../../../platform/context.ts';
import { visibleNote } from '../../notes/commands.ts';
import { visibleWorkItem, type WorkItem } from '../../work-items/store.ts';
import { timelinePolicy } from '../policy.ts';
import {
  countTimelineEvents,
  insertTimelineEvent,
  removeTimelineEvent,
  saveTimelineEvent,
  timelineEventById,
  timelineOf,
  type TimelineEvent,
} from '../store/timeline.ts';
import type { TimelineEventTable } from '../table.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'timelineEvent.created': { timelineEventId: TimelineEventId };
    'timelineEvent.updated': { timelineEventId: TimelineEventId };
    'timelineEvent.deleted': { timelineEventId: TimelineEventId };
  }
}

export interface TimelineFields {
  note: string;
  occurredAt: Date;
  tags?: readonly string[] | undefined;
}

/** The entries of an item that is visible to the viewer. */
export function listTimeline(ctx: Context, item: WorkItem): Promise<TimelineEvent[]> {
  ctx.require(timelinePolicy.read, item);
  return timelineOf(ctx.db, item.id);
}

/** Throws ForbiddenError unless the viewer may write the timeline, ValidationError for an invalid text, time or tag. */
export function addTimelineEvent(ctx: Context, item: WorkItem, fields: TimelineFields): Promise<TimelineEvent> {
  ctx.require(timelinePolicy.write, item);
  const note = fields.note.trim();
  check(note, fields.occurredAt);
  const tags = timelineTagsOf(fields.tags ?? []);
  return add(ctx, item, { note, tags, occurredAt: toMinute(fields.occurredAt) });
}

/** Copies a comment into the timeline of its incident, at the time of the comment. */
export async function promoteNote(ctx: Context, id: NoteId): Promise<TimelineEvent> {
  const found = await visibleNote(ctx, id);
  if (!found) throw new NotFoundError('Note');
  const { note, item } = found;
  ctx.require(timelinePolicy.write, item);
  // Everyone who reads the incident reads its timeline, but not its internal notes.
  if (note.isInternal || note.isSystem)
    throw new ValidationError({ base: ['Only comments that are not internal can be added to the timeline'] });
  if (Array.from(note.body).length > timelineLimits.comment)
    throw new ValidationError({ note: [`is too long (maximum is ${timelineLimits.comment} characters)`] });
  return add(ctx, item, { note: note.body, occurredAt: note.createdAt, promotedFromNoteId: note.id });
}

/** Omitted fields stay. Throws ForbiddenError for entries that were added by a change of the incident. */
export async function updateTimelineEvent(
  ctx: Context,
  id: TimelineEventId,
  { note, occurredAt, tags }: Partial<TimelineFields>,
): Promise<TimelineEvent> {
  const { event, item } = await eventToWrite(ctx, id);
  if (event.action !== 'comment') throw new ForbiddenError();
  const text = note?.trim();
  // A promoted comment may be longer than an entry, as long as its text is unchanged.
  check(text === event.note ? undefined : text, occurredAt);
  const change = {
    ...(text !== undefined && { note: text }),
    ...(occurredAt && { occurredAt: toMinute(occurredAt) }),
    ...(tags && { tags: timelineTagsOf(tags) }),
    updatedById: ctx.viewer.id,
  };
  return ctx.transaction(async (trx) => {
    const saved = await saveTimelineEvent(trx, id, change);
    if (!saved) throw new NotFoundError('Timeline event');
    announce(trx, item, 'timelineEvent.updated', id);
    return saved;
  });
}

export async function deleteTimelineEvent(ctx: Context, id: TimelineEventId): Promise<TimelineEvent> {
  const { event, item } = await eventToWrite(ctx, id);
  if (event.action !== 'comment') throw new ForbiddenError();
  await ctx.transaction(async (trx) => {
    await removeTimelineEvent(trx, id);
    announce(trx, item, 'timelineEvent.deleted', id);
  });
  return event;
}

async function eventToWrite(ctx: Context, id: TimelineEventId): Promise<{ event: TimelineEvent; item: WorkItem }> {
  const event = await timelineEventById(ctx.db, id);
  const item = event && (await visibleWorkItem(ctx, event.workItemId));
  if (!item) throw new NotFoundError('Timeline event');
  ctx.require(timelinePolicy.write, item);
  return { event, item };
}

type Added = Omit<Insertable<TimelineEventTable>, 'workItemId' | 'authorId'>;

function add(ctx: Context, item: WorkItem, row: Added): Promise<TimelineEvent> {
  return ctx.transaction(async (trx) => {
    if ((await countTimelineEvents(trx, item.id)) >= MAX_TIMELINE_EVENTS)
      throw new ValidationError({ base: [`A timeline has at most ${MAX_TIMELINE_EVENTS} entries`] });
    const event = await insertTimelineEvent(trx, { ...row, workItemId: item.id, authorId: ctx.viewer.id });
    announce(trx, item, 'timelineEvent.created', event.id);
    return event;
  });
}

function check(note: string | undefined, occurredAt: Date | undefined): void {
  const problems = timelineProblems(note, occurredAt);
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
}

/** Drops the seconds: times are entered to the minute. */
const toMinute = (time: Date): Date => new Date(Math.floor(time.getTime() / 60_000) * 60_000);

function announce(
  trx: Trx,
  { namespaceId, id }: { namespaceId: WorkItem['namespaceId']; id: WorkItemId },
  name: 'timelineEvent.created' | 'timelineEvent.updated' | 'timelineEvent.deleted',
  timelineEventId: TimelineEventId,
): void {
  trx.announce({ name, namespaceId, workItemId: id, data: { timelineEventId } });
}
