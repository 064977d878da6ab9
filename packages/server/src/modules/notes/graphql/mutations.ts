import { ValidationError } from '@milepost/core/errors';
import { parseGlobalId, type WorkItemId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import { readDiscussionId, readGlobalId } from '../../../platform/graphql/ids.ts';
import { mutation, type PayloadFields } from '../../../platform/graphql/mutations.ts';
import { QuickActionsStatusRef } from '../../work-items/graphql/quick-actions.ts';
import { changeComment, comment, type Commented } from '../commands/comment.ts';
import { deleteNote, resolveDiscussion } from '../commands.ts';
import { discussionOf, DiscussionRef, NoteRef, readNoteId, type ShownNote } from '../graphql.ts';
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
  const foreign = foreignOf(noteableId, 'type');
  if (!foreign) {
    const { headSha, ...note } = wanted;
    const workItemId = readNoteableId(noteableId);
    if (headSha === null) return comment(ctx, { workItemId, ...note });
    throw new ValidationError({ mergeRequestDiffHeadSha: ['is for comments on merge requests only'] });
  }
  return { note: await foreign.plug.comment(ctx, foreign.id, wanted), quickActions: null };
}

/** The room of a global id of this kind; null for work items and their notes. */
function foreignOf(globalId: string, kind: 'type' | 'noteType'): { plug: NoteablePlug; id: number } | null {
  const parsed = parseGlobalId(globalId);
  const plug = parsed && pluggedNoteables.find((each) => each[kind] === parsed.type);
  return plug ? { plug, id: parsed.number } : null;
}

/** Resolves or unresolves a thread of a work item or of an object of another room; returns its first note. */
async function toggleResolve(ctx: Context, discussionId: string, isResolved: boolean): Promise<ShownNote> {
  for (const plug of pluggedNoteables) {
    const note = await plug.resolve(ctx, discussionId, isResolved);
    if (note) return note;
  }
  return resolveDiscussion(ctx, discussionId, isResolved);
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
      mergeRequestDiffHeadSha: t.string({
        description: 'The newest commit that the client knows of: refused if the merge request has another one',
      }),
    }),
    resolve: (input, ctx) =>
      commentOn(ctx, input.noteableId, {
        body: input.body,
        isInternal: input.internal ?? input.confidential ?? false,
        discussionId: input.discussionId ? readDiscussionId(input.discussionId) : null,
        isThread: false,
        headSha: input.mergeRequestDiffHeadSha || null,
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
        headSha: null,
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
      const foreign = foreignOf(input.id, 'noteType');
      if (!foreign) return changeComment(ctx, readNoteId(input.id), input.body ?? null);
      return { note: await foreign.plug.change(ctx, foreign.id, input.body ?? null), quickActions: null };
    },
    payload: commentedFields,
  });

  mutation('destroyNote', {
    description: 'Deletes a comment',
    input: (t) => ({ id: t.field({ type: 'NoteID', required: true }) }),
    resolve: async (input, ctx) => {
      const foreign = foreignOf(input.id, 'noteType');
      await (foreign ? foreign.plug.remove(ctx, foreign.id) : deleteNote(ctx, readNoteId(input.id)));
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
    resolve: (input, ctx) => toggleResolve(ctx, readDiscussionId(input.id), input.resolve),
    payload: (t) => ({
      discussion: t.field({
        type: DiscussionRef,
        nullable: true,
        resolve: ({ result }) => result && discussionOf(result),
      }),
    }),
  });
}
