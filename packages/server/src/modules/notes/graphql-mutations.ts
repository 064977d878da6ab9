import type { WorkItemId } from '@milepost/core/ids';
import { GraphQLError } from 'graphql';
import { readGlobalId } from '../../platform/graphql/ids.ts';
import { mutation } from '../../platform/graphql/mutations.ts';
import { createNote, deleteNote, resolveDiscussion, updateNote } from './commands.ts';
import { DiscussionRef, NoteRef, readNoteId } from './graphql.ts';

const readNoteableId = (id: string): WorkItemId => readGlobalId<'WorkItem'>(id, 'Epic', 'Issue', 'WorkItem');

/** A discussion's id is no number, so it has a reader of its own. */
function readDiscussionId(text: string): string {
  const hex = /^(?:gid:\/\/gitlab\/\w*Discussion\/)?([0-9a-f]{40})$/.exec(text)?.[1];
  if (hex) return hex;
  throw new GraphQLError(`"${text}" does not represent an instance of Discussion`, {
    extensions: { code: 'INVALID_GLOBAL_ID' },
  });
}

export function mutateNotes(): void {
  mutation('createNote', {
    description: 'Writes a comment, or answers one',
    input: (t) => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      internal: t.boolean(),
      confidential: t.boolean({ description: 'The older name of internal' }),
      discussionId: t.field({ type: 'DiscussionID' }),
    }),
    resolve: (input, ctx) =>
      createNote(ctx, {
        workItemId: readNoteableId(input.noteableId),
        body: input.body,
        isInternal: input.internal ?? input.confidential ?? false,
        discussionId: input.discussionId ? readDiscussionId(input.discussionId) : null,
      }),
    payload: (t) => ({ note: t.field({ type: NoteRef, nullable: true, resolve: (payload) => payload.result }) }),
  });

  mutation('createDiscussion', {
    description: 'Begins a thread',
    input: (t) => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      internal: t.boolean(),
      confidential: t.boolean({ description: 'The older name of internal' }),
    }),
    resolve: (input, ctx) =>
      createNote(ctx, {
        workItemId: readNoteableId(input.noteableId),
        body: input.body,
        isInternal: input.internal ?? input.confidential ?? false,
        isThread: true,
      }),
    payload: (t) => ({ note: t.field({ type: NoteRef, nullable: true, resolve: (payload) => payload.result }) }),
  });

  mutation('updateNote', {
    description: 'Changes what a comment says',
    input: (t) => ({ id: t.field({ type: 'NoteID', required: true }), body: t.string({ required: true }) }),
    resolve: (input, ctx) => updateNote(ctx, readNoteId(input.id), input.body),
    payload: (t) => ({ note: t.field({ type: NoteRef, nullable: true, resolve: (payload) => payload.result }) }),
  });

  mutation('destroyNote', {
    description: 'Removes a comment',
    input: (t) => ({ id: t.field({ type: 'NoteID', required: true }) }),
    resolve: async (input, ctx) => {
      await deleteNote(ctx, readNoteId(input.id));
      return {};
    },
    payload: (t) => ({ note: t.field({ type: NoteRef, nullable: true, resolve: () => null }) }),
  });

  mutation('discussionToggleResolve', {
    description: 'Settles a thread, or opens it again',
    input: (t) => ({
      id: t.field({ type: 'DiscussionID', required: true }),
      resolve: t.boolean({ required: true }),
    }),
    resolve: (input, ctx) => resolveDiscussion(ctx, readDiscussionId(input.id), input.resolve),
    payload: (t) => ({
      discussion: t.field({
        type: DiscussionRef,
        nullable: true,
        resolve: ({ result }) => result && { id: result.discussionId, workItemId: result.workItemId },
      }),
    }),
  });
}
