import { Type } from 'typebox';
import { pageRequest, pagingInput, RestPage } from '../../platform/rest/paging.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../platform/rest/times.ts';
import { addReactionRoutes } from '../reactions/rest.ts';
import { changeComment, comment } from './commands/comment.ts';
import { deleteNote } from './commands.ts';
import { addDiscussionRoutes } from './rest/discussions.ts';
import { addEventRoutes } from './rest/events.ts';
import { noteablePaths, noteAt, type NoteablePath } from './rest/paths.ts';
import { presentComment, presentNote } from './rest/presenters.ts';
import { countNotes, notesOnPage, type NoteListing, type NotesFilter } from './store.ts';
import { presentUser } from '../users/rest/presenters.ts';
import { usersById } from '../users/store.ts';
import { participantsOfWorkItem } from './commands/participants.ts';

const tags = ['notes'];

const listed = Type.Object({
  ...pagingInput,
  activity_filter: Type.Optional(
    Type.Union([Type.Literal('all_notes'), Type.Literal('only_comments'), Type.Literal('only_activity')]),
  ),
  order_by: Type.Optional(Type.Union([Type.Literal('created_at'), Type.Literal('updated_at')])),
  sort: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
});
const newNote = Type.Object({
  body: Type.String(),
  internal: Type.Optional(Type.Boolean()),
  confidential: Type.Optional(Type.Boolean({ description: 'The older name of internal' })),
  created_at: timeInput('Accepted from owners only'),
});
const changedNote = Type.Object({ body: Type.String() });

const filters: Readonly<Record<string, NotesFilter>> = { only_comments: 'comments', only_activity: 'activity' };

export function addRoutes(routes: Routes): void {
  for (const noteable of noteablePaths) {
    addNoteRoutes(routes, noteable);
    addDiscussionRoutes(routes, noteable);
    addEventRoutes(routes, noteable);
    addParticipantRoutes(routes, noteable);
    addReactionRoutes(routes, {
      noun: `a note of ${noteable.noun}`,
      path: `${noteable.path}/notes/:note_id`,
      type: 'Note',
      find: async (ctx, params) => {
        const item = await noteable.find(ctx, params);
        const note = await noteAt(ctx, item, params);
        return { target: { noteId: note.id }, item, isSystem: note.isSystem };
      },
    });
  }
}

function addNoteRoutes(routes: Routes, { noun, path, find }: NoteablePath): void {
  const list = `${path}/notes`;

  routes.get(list, { summary: `Notes of ${noun}`, tags, input: listed }, async ({ params, input }, ctx) => {
    const item = await find(ctx, params);
    const listing: NoteListing = {
      workItemId: item.id,
      filter: filters[input.activity_filter ?? ''] ?? 'all',
      orderBy: input.order_by ?? 'created_at',
      isDescending: input.sort !== 'asc',
    };
    const page = pageRequest(input);
    const [notes, total] = await Promise.all([notesOnPage(ctx, listing, page), countNotes(ctx, listing)]);
    return new RestPage(await Promise.all(notes.map((note) => presentNote(ctx, note, item))), total, page);
  });

  routes.get(`${list}/:note_id`, { summary: `One note of ${noun}`, tags }, async ({ params }, ctx) => {
    const item = await find(ctx, params);
    return presentNote(ctx, await noteAt(ctx, item, params), item);
  });

  routes.post(
    list,
    { summary: `Comment on ${noun}`, tags, signedIn: true, input: newNote },
    async ({ params, input, reply }, ctx) => {
      const item = await find(ctx, params);
      const written = await comment(ctx, {
        workItemId: item.id,
        body: input.body,
        isInternal: input.internal ?? input.confidential ?? false,
        createdAt: timeOf('created_at', input.created_at),
      });
      return presentComment(ctx, written, item, reply);
    },
  );

  routes.put(
    `${list}/:note_id`,
    { summary: `Change a note of ${noun}`, tags, signedIn: true, input: changedNote },
    async ({ params, input, reply }, ctx) => {
      const item = await find(ctx, params);
      const { id } = await noteAt(ctx, item, params);
      return presentComment(ctx, await changeComment(ctx, id, input.body), item, reply);
    },
  );

  routes.delete(
    `${list}/:note_id`,
    { summary: `Remove a note of ${noun}`, tags, signedIn: true },
    async ({ params }, ctx) => {
      const item = await find(ctx, params);
      await deleteNote(ctx, (await noteAt(ctx, item, params)).id);
    },
  );
}

/** The participants of a work item. */
export function addParticipantRoutes(routes: Routes, { noun, path, find }: NoteablePath): void {
  routes.get(
    `${path}/participants`,
    { summary: `People who took part in ${noun}`, tags: ['notes'] },
    async ({ params }, ctx) => {
      const item = await find(ctx, params);
      const users = await ctx.loadMany(usersById, (await ctx.load(participantsOfWorkItem, item.id)) ?? []);
      return users.map((user) => presentUser(user, ctx.baseUrl));
    },
  );
}
