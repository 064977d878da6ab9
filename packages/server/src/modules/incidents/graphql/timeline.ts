import { formatGlobalId, type TimelineEventId, type UserId } from '@milepost/core/ids';
import { timelineTags, type TimelineTag } from '@milepost/core/text/incident-timeline';
import { builder } from '../../../platform/graphql/builder.ts';
import { connectionType, costOfShortList, pageArguments, pageOfWhole } from '../../../platform/graphql/connections.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { defineLoader, type Context } from '../../../platform/context.ts';
import { renderTexts } from '../../../platform/markdown/sockets.ts';
import { presentHtml } from '../../../platform/remote-images/present.ts';
import { ProjectRef } from '../../namespaces/graphql.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { NoteRef, readNoteId } from '../../notes/graphql.ts';
import { visibleNote } from '../../notes/commands.ts';
import { UserCoreRef } from '../../users/graphql.ts';
import { ghost, usersById } from '../../users/store.ts';
import { readItemId } from '../../work-items/graphql/item-mutations.ts';
import { IssuePermissionsRef } from '../../work-items/graphql/issues.ts';
import { IssueRef } from '../../work-items/graphql.ts';
import { findVisibleWorkItemById, issueTypes, visibleWorkItem, type WorkItem } from '../../work-items/store.ts';
import {
  addTimelineEvent,
  deleteTimelineEvent,
  listTimeline,
  promoteNote,
  updateTimelineEvent,
} from '../commands/timeline.ts';
import { timelinePolicy } from '../policy.ts';
import type { TimelineEvent } from '../store/timeline.ts';

const TagRef = builder.objectRef<TimelineTag>('TimelineEventTagType');
const TagConnection = connectionType('TimelineEventTagType', TagRef);
const EventRef = builder.objectRef<TimelineEvent>('TimelineEventType');
const EventConnection = connectionType('TimelineEventType', EventRef);

/** The HTML of texts: one pass for all entries. */
const htmlOf = defineLoader<string, string>('timelineHtml', async (ctx, texts) => {
  const html = await renderTexts(
    ctx,
    texts.map((text) => ({ text, base: null })),
  );
  return new Map(texts.map((text, at) => [text, html[at] ?? '']));
});

const personOf = async (ctx: Context, id: UserId | null) =>
  (id === null ? null : await ctx.load(usersById, id)) ?? ghost;

const readEventId = (id: string): TimelineEventId =>
  readGlobalId<'TimelineEvent'>(id, 'IncidentManagement::TimelineEvent');

/** The timeline of incidents, in the shape of the published API. */
export function addTimeline(): void {
  describeEvent();
  listEvents();
  mutateEvents();
  builder.objectField(IssuePermissionsRef, 'adminTimelineEvent', (t) =>
    t.boolean({
      description: 'Milepost extension. Whether the viewer may write the timeline of the incident',
      resolve: (issue, _args, ctx) => ctx.can(timelinePolicy.write, issue),
    }),
  );
}

function describeEvent(): void {
  TagRef.implement({
    description: 'A tag of entries of the timeline',
    fields: (t) => ({
      id: t.field({
        type: 'IncidentManagementTimelineEventTagID',
        resolve: (tag) => formatGlobalId('IncidentManagement::TimelineEventTag', timelineTags.indexOf(tag) + 1),
      }),
      name: t.string({ resolve: (tag) => tag }),
    }),
  });
  EventRef.implement({
    description: 'An entry of the timeline of an incident',
    fields: (t) => ({
      id: t.field({
        type: 'IncidentManagementTimelineEventID',
        resolve: ({ id }) => formatGlobalId('IncidentManagement::TimelineEvent', id),
      }),
      action: t.exposeString('action'),
      author: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ authorId }, _args, ctx) => personOf(ctx, authorId),
      }),
      createdAt: t.field({ type: 'Time', resolve: ({ createdAt }) => createdAt }),
      editable: t.boolean({ resolve: isEditable }),
      incident: t.field({
        type: IssueRef,
        resolve: ({ workItemId }, _args, ctx) => findVisibleWorkItemById(ctx, workItemId),
      }),
      note: t.exposeString('note', { nullable: true }),
      noteHtml: t.string({
        nullable: true,
        resolve: async ({ note }, _args, ctx) => presentHtml(ctx.services, await ctx.load(htmlOf, note)),
      }),
      occurredAt: t.field({ type: 'Time', resolve: ({ occurredAt }) => occurredAt }),
      promotedFromNote: t.field({
        type: NoteRef,
        nullable: true,
        resolve: async ({ promotedFromNoteId: id }, _args, ctx) =>
          id === null ? null : ((await visibleNote(ctx, id))?.note ?? null),
      }),
      timelineEventTags: t.field({
        type: TagConnection,
        nullable: true,
        args: pageArguments,
        complexity: costOfShortList,
        resolve: ({ tags }, args) => pageOfWhole(tags, args),
      }),
      updatedAt: t.field({ type: 'Time', resolve: ({ updatedAt }) => updatedAt }),
      updatedByUser: t.field({
        type: UserCoreRef,
        nullable: true,
        resolve: ({ updatedById }, _args, ctx) => (updatedById === null ? null : personOf(ctx, updatedById)),
      }),
    }),
  });
}

async function isEditable(event: TimelineEvent, _args: object, ctx: Context): Promise<boolean> {
  const item = event.action === 'comment' ? await visibleWorkItem(ctx, event.workItemId) : null;
  return item !== null && ctx.can(timelinePolicy.write, item);
}

/** The entries of an incident of this project; none if the viewer may not read it. */
async function eventsOf(ctx: Context, project: Namespace, incidentId: string): Promise<TimelineEvent[]> {
  const item = await visibleWorkItem(ctx, readItemId(incidentId));
  return item?.namespaceId === project.id ? listTimeline(ctx, item) : [];
}

function listEvents(): void {
  builder.objectFields(ProjectRef, (t) => ({
    incidentManagementTimelineEvents: t.field({
      type: EventConnection,
      nullable: true,
      args: { ...pageArguments, incidentId: t.arg({ type: 'IssueID', required: true }) },
      resolve: async (project, args, ctx) => pageOfWhole(await eventsOf(ctx, project, args.incidentId), args),
    }),
    incidentManagementTimelineEvent: t.field({
      type: EventRef,
      nullable: true,
      args: {
        id: t.arg({ type: 'IncidentManagementTimelineEventID', required: true }),
        incidentId: t.arg({ type: 'IssueID', required: true }),
      },
      resolve: async (project, { id, incidentId }, ctx) => {
        const wanted = readEventId(id);
        return (await eventsOf(ctx, project, incidentId)).find((event) => event.id === wanted) ?? null;
      },
    }),
    incidentManagementTimelineEventTags: t.field({
      type: [TagRef],
      nullable: true,
      resolve: () => timelineTags,
    }),
  }));
}

function mutateEvents(): void {
  const find = (ctx: Context, id: string): Promise<WorkItem> =>
    findVisibleWorkItemById(ctx, readItemId(id), issueTypes);
  mutation('timelineEventCreate', {
    description: 'Adds an entry to the timeline of an incident',
    input: (t) => ({
      incidentId: t.field({ type: 'IssueID', required: true }),
      note: t.string({ required: true }),
      occurredAt: t.field({ type: 'Time', required: true }),
      timelineEventTagNames: t.stringList(),
    }),
    resolve: async ({ incidentId, note, occurredAt, timelineEventTagNames }, ctx) =>
      addTimelineEvent(ctx, await find(ctx, incidentId), { note, occurredAt, tags: timelineEventTagNames ?? [] }),
    payload: (t) => ({ timelineEvent: t.field({ type: EventRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('timelineEventUpdate', {
    description: 'Changes an entry of a timeline; omitted fields stay',
    input: (t) => ({
      id: t.field({ type: 'IncidentManagementTimelineEventID', required: true }),
      note: t.string(),
      occurredAt: t.field({ type: 'Time' }),
      timelineEventTagNames: t.stringList(),
    }),
    resolve: ({ id, note, occurredAt, timelineEventTagNames: tags }, ctx) =>
      updateTimelineEvent(ctx, readEventId(id), {
        ...(typeof note === 'string' && { note }),
        ...(occurredAt && { occurredAt }),
        ...(tags && { tags }),
      }),
    payload: (t) => ({ timelineEvent: t.field({ type: EventRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('timelineEventDestroy', {
    description: 'Deletes an entry of a timeline',
    input: (t) => ({ id: t.field({ type: 'IncidentManagementTimelineEventID', required: true }) }),
    resolve: ({ id }, ctx) => deleteTimelineEvent(ctx, readEventId(id)),
    payload: (t) => ({ timelineEvent: t.field({ type: EventRef, nullable: true, resolve: ({ result }) => result }) }),
  });
  mutation('timelineEventPromoteFromNote', {
    description: 'Adds a comment to the timeline of its incident',
    input: (t) => ({ noteId: t.field({ type: 'NoteID', required: true }) }),
    resolve: ({ noteId }, ctx) => promoteNote(ctx, readNoteId(noteId)),
    payload: (t) => ({ timelineEvent: t.field({ type: EventRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}
