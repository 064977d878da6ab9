import type { WorkItemId } from '@milepost/core/ids';
import { GraphQLError } from 'graphql';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation, type PayloadFields } from '../../../platform/graphql/mutations.ts';
import { QuickActionsStatusRef } from '../../work-items/graphql/quick-actions.ts';
import { changeComment, comment, type Commented } from '../commands/comment.ts';
import { deleteNote, resolveDiscussion } from '../commands.ts';
import { DiscussionRef, NoteRef, readNoteId } from '../graphql.ts';

const readNoteableId = (id: string): WorkItemId => readGlobalId<'WorkItem'>(id, 'Epic', 'Issue', 'WorkItem');

/** The id of a discussion is not a number and needs its own parser. */
function readDiscussionId(text: string): string {
  const hex = /^(?:gid:\/\/gitlab\/\w*Discussion\/)?([0-9a-f]{40})$/.exec(text)?.[1];
  if (hex) return hex;
  throw new GraphQLError(`"${text}" does not represent an instance of Discussion`, {
    extensions: { code: 'INVALID_GLOBAL_ID' },
  });
}

/** The payload of a comment: without a note if it consisted only of quick actions. */
function commentedFields(t: PayloadFields<Commented>) {
  return {
    note: t.field({ type: NoteRef, nullable: true, resolve: ({ result }) => result?.note }),
    quickActionsStatus: t.field({
      type: QuickActionsStatusRef,
      nullable: true,
      resolve: ({ result }) => result?.quickActions,
    }),
    errors: t.stringList({ resolve: ({ errors, result }) => [...errors, ...failuresOf(result)] }),
  };
}

/** If all quick actions of a text without a comment failed, the mutation fails, with the messages in `errors`. */
function failuresOf(result: Commented | null): readonly string[] {
  return result && !result.note && result.quickActions?.messages.length === 0 ? result.quickActions.errors : [];
}

export function mutateNotes(): void {
  mutation('createNote', {
    description: 'Writes a comment, or a reply',
    input: (t) => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      internal: t.boolean(),
      confidential: t.boolean({ description: 'The older name of internal' }),
      discussionId: t.field({ type: 'DiscussionID' }),
    }),
    resolve: (input, ctx) =>
      comment(ctx, {
        workItemId: readNoteableId(input.noteableId),
        body: input.body,
        isInternal: input.internal ?? input.confidential ?? false,
        discussionId: input.discussionId ? readDiscussionId(input.discussionId) : null,
      }),
    payload: commentedFields,
  });

  mutation('createDiscussion', {
    description: 'Starts a thread',
    input: (t) => ({
      noteableId: t.field({ type: 'NoteableID', required: true }),
      body: t.string({ required: true }),
      internal: t.boolean(),
      confidential: t.boolean({ description: 'The older name of internal' }),
    }),
    resolve: (input, ctx) =>
      comment(ctx, {
        workItemId: readNoteableId(input.noteableId),
        body: input.body,
        isInternal: input.internal ?? input.confidential ?? false,
        isThread: true,
      }),
    payload: commentedFields,
  });

  mutation('updateNote', {
    description: 'Changes the text of a comment; a text of quick actions alone deletes it',
    input: (t) => ({
      id: t.field({ type: 'NoteID', required: true }),
      body: t.string({ description: 'Unchanged by default' }),
    }),
    resolve: (input, ctx) => changeComment(ctx, readNoteId(input.id), input.body ?? null),
    payload: commentedFields,
  });

  mutation('destroyNote', {
    description: 'Deletes a comment',
    input: (t) => ({ id: t.field({ type: 'NoteID', required: true }) }),
    resolve: async (input, ctx) => {
      await deleteNote(ctx, readNoteId(input.id));
      return {};
    },
    payload: (t) => ({ note: t.field({ type: NoteRef, nullable: true, resolve: () => null }) }),
  });

  mutation('discussionToggleResolve', {
    description: 'Resolves or unresolves a thread',
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
