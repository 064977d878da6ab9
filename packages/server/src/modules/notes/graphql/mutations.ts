import { parseGlobalId, type WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { readDiscussionId, readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation, type PayloadFields } from '../../../platform/graphql/mutations.ts';
import { QuickActionsStatusRef } from '../../work-items/graphql/quick-actions.ts';
import { changeComment, comment, type Commented } from '../commands/comment.ts';
import { deleteNote, resolveDiscussion } from '../commands.ts';
import { DiscussionRef, NoteRef, readNoteId, type ShownNote } from '../graphql.ts';
import { pluggedNoteables, type ForeignComment, type NoteablePlug } from '../sockets.ts';

type ShownComment = Omit<Commented, 'note'> & { note: ShownNote | null };

const readNoteableId = (id: string): WorkItemId => readGlobalId<'WorkItem'>(id, 'Epic', 'Issue', 'WorkItem');

/** The payload of a comment: without a note if it consisted only of quick actions. */
function commentedFields(t: PayloadFields<ShownComment>) {
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
function failuresOf(result: ShownComment | null): readonly string[] {
  return result && !result.note && result.quickActions?.messages.length === 0 ? result.quickActions.errors : [];
}

/** Comments on a work item, or on an object of another room. */
async function commentOn(ctx: Context, noteableId: string, wanted: ForeignComment): Promise<ShownComment> {
  const elsewhere = elsewhereOf(noteableId, 'type');
  if (!elsewhere) return comment(ctx, { workItemId: readNoteableId(noteableId), ...wanted });
  return { note: await elsewhere.plug.comment(ctx, elsewhere.id, wanted), quickActions: null };
}

/** The room of a global id of this kind; null for work items and their notes. */
function elsewhereOf(globalId: string, kind: 'type' | 'noteType'): { plug: NoteablePlug; id: number } | null {
  const parsed = parseGlobalId(globalId);
  const plug = parsed && pluggedNoteables.find((each) => each[kind] === parsed.type);
  return plug ? { plug, id: parsed.number } : null;
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
      commentOn(ctx, input.noteableId, {
        body: input.body,
        isInternal: input.internal ?? input.confidential ?? false,
        discussionId: input.discussionId ? readDiscussionId(input.discussionId) : null,
        isThread: false,
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
      commentOn(ctx, input.noteableId, {
        body: input.body,
        isInternal: input.internal ?? input.confidential ?? false,
        discussionId: null,
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
    resolve: async (input, ctx): Promise<ShownComment> => {
      const elsewhere = elsewhereOf(input.id, 'noteType');
      if (!elsewhere) return changeComment(ctx, readNoteId(input.id), input.body ?? null);
      return { note: await elsewhere.plug.change(ctx, elsewhere.id, input.body ?? null), quickActions: null };
    },
    payload: commentedFields,
  });

  mutation('destroyNote', {
    description: 'Deletes a comment',
    input: (t) => ({ id: t.field({ type: 'NoteID', required: true }) }),
    resolve: async (input, ctx) => {
      const elsewhere = elsewhereOf(input.id, 'noteType');
      await (elsewhere ? elsewhere.plug.remove(ctx, elsewhere.id) : deleteNote(ctx, readNoteId(input.id)));
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
