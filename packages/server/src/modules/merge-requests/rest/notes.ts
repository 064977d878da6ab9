import { NotFoundError } from '@milepost/core/errors';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import { InputError } from '../../../platform/rest/input.ts';
import { idParam } from '../../../platform/rest/params.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import { presentPerson } from '../../work-items/rest/presenters.ts';
import {
  changeRequestComment,
  commentOnRequest,
  deleteRequestComment,
  resolveRequestDiscussion,
  visibleRequestNote,
} from '../commands/comments.ts';
import type { FoundRequest } from '../commands/find.ts';
import {
  countRequestDiscussions,
  countRequestNotes,
  discussionIdsOnPage,
  notesOfRequestDiscussion,
  requestNotesOnPage,
  type RequestNote,
  type RequestNotesFilter,
} from '../store/notes.ts';
import { requestAt, requestPath, type Params } from './paths.ts';

const tags = ['notes'];
const listed = Type.Object({
  ...pagingInput,
  activity_filter: Type.Optional(Type.Enum(['all_notes', 'only_comments', 'only_activity'])),
  order_by: Type.Optional(Type.Enum(['created_at', 'updated_at'])),
  sort: Type.Optional(Type.Enum(['asc', 'desc'])),
});
const newReply = Type.Object({ body: Type.String(), created_at: timeInput('Accepted from owners only') });
const newThread = Type.Object({
  ...newReply.properties,
  position: Type.Optional(
    Type.Unknown({ description: 'Not supported: 400. Comments are about the whole merge request' }),
  ),
});
const newNote = Type.Object({
  body: Type.String(),
  internal: Type.Optional(Type.Boolean()),
  confidential: Type.Optional(Type.Boolean({ description: 'The older name of internal' })),
  created_at: timeInput('Accepted from owners only'),
});
const changedNote = Type.Object({ body: Type.String() });
const changedReply = Type.Object({ body: Type.Optional(Type.String()), resolved: Type.Optional(Type.Boolean()) });

const filters: Readonly<Record<string, RequestNotesFilter>> = { only_comments: 'comments', only_activity: 'activity' };

/** Comments on merge requests, singly and as discussions. */
export function addNoteRoutes(routes: Routes): void {
  const list = `${requestPath}/notes`;
  routes.get(list, { summary: 'Notes of a merge request', tags, input: listed }, async ({ params, input }, ctx) => {
    const found = await requestAt(ctx, params);
    const listing = {
      mergeRequestId: found.request.id,
      filter: filters[input.activity_filter ?? ''] ?? 'all',
      orderBy: input.order_by ?? 'created_at',
      isDescending: input.sort !== 'asc',
    };
    const page = pageRequest(input);
    const [notes, total] = await Promise.all([requestNotesOnPage(ctx, listing, page), countRequestNotes(ctx, listing)]);
    return new RestPage(await Promise.all(notes.map((note) => presentNote(ctx, note, found))), total, page);
  });
  routes.post(
    list,
    { summary: 'Comment on a merge request', tags, signedIn: true, input: newNote },
    async ({ params, input }, ctx) => {
      const found = await requestAt(ctx, params);
      const note = await commentOnRequest(ctx, found, {
        body: input.body,
        isInternal: input.internal ?? input.confidential,
        createdAt: timeOf('created_at', input.created_at),
      });
      return presentNote(ctx, note, found);
    },
  );
  const one = `${list}/:note_id`;
  addOneNoteRoutes(routes, one, requestAt);
  routes.put(
    one,
    { summary: 'Change a note of a merge request', tags, signedIn: true, input: changedNote },
    async ({ params, input }, ctx) => {
      const found = await requestAt(ctx, params);
      return presentNote(ctx, await changeRequestComment(ctx, found, noteIn(params), input.body), found);
    },
  );
  addDiscussionRoutes(routes);
}

/** Read and remove one note. `find` checks the rest of the path. */
function addOneNoteRoutes(
  routes: Routes,
  path: string,
  find: (ctx: Context, params: Params) => Promise<FoundRequest>,
): void {
  routes.get(path, { summary: 'One note of a merge request', tags }, async ({ params }, ctx) => {
    const found = await find(ctx, params);
    return presentNote(ctx, await visibleRequestNote(ctx, found, noteIn(params)), found);
  });
  routes.delete(path, { summary: 'Remove a note of a merge request', tags, signedIn: true }, async ({ params }, ctx) =>
    deleteRequestComment(ctx, await find(ctx, params), noteIn(params)),
  );
}

function addDiscussionRoutes(routes: Routes): void {
  const list = `${requestPath}/discussions`;
  const one = `${list}/:discussion_id`;
  routes.get(
    list,
    { summary: 'Discussions of a merge request', tags, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const found = await requestAt(ctx, params);
      const page = pageRequest(input);
      const [ids, total] = await Promise.all([
        discussionIdsOnPage(ctx, found.request.id, page),
        countRequestDiscussions(ctx, found.request.id),
      ]);
      const rows = await Promise.all(ids.map((id) => presentDiscussion(ctx, found, id)));
      return new RestPage(rows, total, page);
    },
  );
  routes.get(one, { summary: 'One discussion of a merge request', tags }, async ({ params }, ctx) =>
    presentDiscussion(ctx, await requestAt(ctx, params), discussionOf(params)),
  );
  routes.post(
    list,
    { summary: 'Start a thread on a merge request', tags, signedIn: true, input: newThread },
    async ({ params, input }, ctx) => {
      // Without its line the comment would mean something else.
      if (input.position) throw new InputError(['position is not supported']);
      const found = await requestAt(ctx, params);
      const createdAt = timeOf('created_at', input.created_at);
      const note = await commentOnRequest(ctx, found, { body: input.body, isThread: true, createdAt });
      return presentDiscussion(ctx, found, note.discussionId);
    },
  );
  routes.put(
    one,
    {
      summary: 'Resolve or unresolve a thread of a merge request',
      tags,
      signedIn: true,
      input: Type.Object({ resolved: Type.Boolean() }),
    },
    async ({ params, input }, ctx) => {
      const found = await requestAt(ctx, params);
      await resolveRequestDiscussion(ctx, found, discussionOf(params), input.resolved);
      return presentDiscussion(ctx, found, discussionOf(params));
    },
  );
  routes.post(
    `${one}/notes`,
    { summary: 'Reply in a discussion of a merge request', tags, signedIn: true, input: newReply },
    async ({ params, input }, ctx) => {
      const found = await requestAt(ctx, params);
      const createdAt = timeOf('created_at', input.created_at);
      const wanted = { body: input.body, discussionId: discussionOf(params), createdAt };
      return presentNote(ctx, await commentOnRequest(ctx, found, wanted), found);
    },
  );
  const reply = `${one}/notes/:note_id`;
  addOneNoteRoutes(routes, reply, replyAt);
  routes.put(
    reply,
    {
      summary: 'Change a note of a discussion, or resolve its thread: exactly one of body and resolved',
      tags,
      signedIn: true,
      input: changedReply,
    },
    async ({ params, input: { body, resolved } }, ctx) => {
      if (body !== undefined && resolved !== undefined) throw new InputError(['body, resolved are mutually exclusive']);
      const found = await replyAt(ctx, params);
      if (body !== undefined) {
        return presentNote(ctx, await changeRequestComment(ctx, found, noteIn(params), body), found);
      }
      if (resolved === undefined)
        throw new InputError(['body, resolved are missing, exactly one parameter must be provided']);
      await resolveRequestDiscussion(ctx, found, discussionOf(params), resolved);
      return presentNote(ctx, await visibleRequestNote(ctx, found, noteIn(params)), found);
    },
  );
}

const noteIn = (params: Params) => idParam<'MergeRequestNote'>(params, 'note_id');

/** The request of a note in the discussion of the path. */
async function replyAt(ctx: Context, params: Params): Promise<FoundRequest> {
  const found = await requestAt(ctx, params);
  const note = await visibleRequestNote(ctx, found, noteIn(params));
  if (note.discussionId !== discussionOf(params)) throw new NotFoundError('Note');
  return found;
}

const discussionOf = (params: Params): string => params['discussion_id'] ?? '';

async function presentDiscussion(ctx: Context, found: FoundRequest, id: string) {
  const notes = (await ctx.load(notesOfRequestDiscussion, id)) ?? [];
  if (notes[0]?.mergeRequestId !== found.request.id) throw new NotFoundError('Discussion');
  return {
    id,
    individual_note: !notes[0].isThread,
    notes: await Promise.all(notes.map((note) => presentNote(ctx, note, found))),
  };
}

async function presentNote(ctx: Context, note: RequestNote, { request }: FoundRequest) {
  const isResolvable = note.isThread && !note.isSystem;
  return {
    id: note.id,
    type: note.isThread ? 'DiscussionNote' : null,
    body: note.body,
    attachment: null,
    author: await presentPerson(ctx, note.authorId),
    created_at: note.createdAt,
    updated_at: note.updatedAt,
    system: note.isSystem,
    noteable_id: request.id,
    noteable_type: 'MergeRequest',
    project_id: request.projectId,
    resolvable: isResolvable,
    ...(isResolvable && {
      resolved: note.resolvedAt !== null,
      resolved_by: note.resolvedAt === null ? null : await presentPerson(ctx, note.resolvedById),
      resolved_at: note.resolvedAt,
    }),
    confidential: note.isInternal,
    internal: note.isInternal,
    imported: false,
    imported_from: 'none',
    noteable_iid: request.iid,
    commands_changes: {},
  };
}
