import { NotFoundError } from '@milepost/core/errors';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { changeComment, comment } from '../commands/comment.ts';
import { deleteNote, resolveDiscussion } from '../commands.ts';
import { noteAt, type NoteablePath, type Params } from './paths.ts';
import { presentComment, presentDiscussion } from './presenters.ts';
import { countDiscussions, discussionsOnPage } from '../store/discussions.ts';
import { notesOfDiscussion, type Note } from '../store.ts';

const tags = ['discussions'];
const newNote = Type.Object({
  body: Type.String(),
  created_at: timeInput('Accepted from owners only'),
});

/** The routes of the discussions below a work item. */
export function addDiscussionRoutes(routes: Routes, { noun, path, find }: NoteablePath): void {
  const list = `${path}/discussions`;
  const one = `${list}/:discussion_id`;

  routes.get(
    list,
    { summary: `Discussions of ${noun}`, tags, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const item = await find(ctx, params);
      const listing = { workItemId: item.id };
      const page = pageRequest(input);
      const [discussions, total] = await Promise.all([
        discussionsOnPage(ctx, listing, page),
        countDiscussions(ctx, listing),
      ]);
      const rows = await Promise.all(
        discussions.map(async ({ id }) =>
          presentDiscussion(ctx, id, (await ctx.load(notesOfDiscussion, id)) ?? [], item),
        ),
      );
      return new RestPage(rows, total, page);
    },
  );

  routes.get(one, { summary: `One discussion of ${noun}`, tags }, async ({ params }, ctx) => {
    const item = await find(ctx, params);
    return presentDiscussion(ctx, idOf(params), await notesAt(ctx, item, params), item);
  });

  routes.post(
    list,
    { summary: `Start a thread on ${noun}`, tags, signedIn: true, input: newNote },
    async ({ params, input, reply }, ctx) => {
      const item = await find(ctx, params);
      const createdAt = timeOf('created_at', input.created_at);
      const written = await comment(ctx, { workItemId: item.id, body: input.body, isThread: true, createdAt });
      if (!written.note) return presentComment(ctx, written, item, reply);
      return presentDiscussion(ctx, written.note.discussionId, [written.note], item);
    },
  );

  routes.put(
    one,
    {
      summary: `Resolve or unresolve a thread of ${noun}`,
      tags,
      signedIn: true,
      input: Type.Object({ resolved: Type.Boolean() }),
    },
    async ({ params, input }, ctx) => {
      const item = await find(ctx, params);
      await notesAt(ctx, item, params);
      const { discussionId } = await resolveDiscussion(ctx, idOf(params), input.resolved);
      return presentDiscussion(ctx, discussionId, await notesAt(ctx, item, params), item);
    },
  );

  routes.post(
    `${one}/notes`,
    { summary: `Reply in a discussion of ${noun}`, tags, signedIn: true, input: newNote },
    async ({ params, input, reply }, ctx) => {
      const item = await find(ctx, params);
      const createdAt = timeOf('created_at', input.created_at);
      const wanted = { workItemId: item.id, body: input.body, discussionId: idOf(params), createdAt };
      return presentComment(ctx, await comment(ctx, wanted), item, reply);
    },
  );

  routes.put(
    `${one}/notes/:note_id`,
    {
      summary: `Change a note in a discussion of ${noun}`,
      tags,
      signedIn: true,
      input: Type.Object({ body: Type.String() }),
    },
    async ({ params, input, reply }, ctx) => {
      const item = await find(ctx, params);
      const { id } = await noteIn(ctx, item, params);
      return presentComment(ctx, await changeComment(ctx, id, input.body), item, reply);
    },
  );

  routes.delete(
    `${one}/notes/:note_id`,
    { summary: `Remove a note from a discussion of ${noun}`, tags, signedIn: true },
    async ({ params }, ctx) => {
      await deleteNote(ctx, (await noteIn(ctx, await find(ctx, params), params)).id);
    },
  );
}

const idOf = (params: Params) => params['discussion_id'] ?? '';

async function notesAt(ctx: Context, item: WorkItem, params: Params): Promise<Note[]> {
  const notes = (await ctx.load(notesOfDiscussion, idOf(params))) ?? [];
  if (notes[0]?.workItemId !== item.id) throw new NotFoundError('Discussion');
  return notes;
}

async function noteIn(ctx: Context, item: WorkItem, params: Params): Promise<Note> {
  const note = await noteAt(ctx, item, params);
  if (note.discussionId !== idOf(params)) throw new NotFoundError('Note');
  return note;
}
