import type { MergeRequestId, MergeRequestNoteId } from '@milepost/core/ids';
import { mergeRequestPath } from '@milepost/core/merge-requests/rules';
import { ConflictError, NotFoundError } from '@milepost/core/errors';
import type { Context } from '../../../platform/context.ts';
import type { ForeignNote, NoteablePlug } from '../../notes/sockets.ts';
import { mergeRequestPolicy, requestNotePolicy } from '../policy.ts';
import { notesOfRequestDiscussion, requestNoteById, type RequestNote } from '../store/notes.ts';
import {
  changeRequestComment,
  commentOnRequest,
  deleteRequestComment,
  resolveRequestDiscussion,
  visibleRequestNote,
} from './comments.ts';
import { findMergeRequestById, newestCommitOf, type FoundRequest } from './find.ts';

const NOTE = 'MergeRequestNote';

/** Comments on merge requests by the published mutations of notes. */
export const mergeRequestNoteable: NoteablePlug = {
  type: 'MergeRequest',
  noteType: NOTE,
  async comment(ctx, id, { discussionId, headSha, ...wanted }) {
    const found = await findMergeRequestById(ctx, id as MergeRequestId);
    if (headSha !== null && headSha !== (await newestCommitOf(found))) {
      throw new ConflictError('SHA does not match HEAD of source branch');
    }
    const note = await commentOnRequest(ctx, found, { ...wanted, ...(discussionId !== null && { discussionId }) });
    return shown(ctx, found, note);
  },
  async change(ctx, noteId, body) {
    const { found, note } = await noteOf(ctx, noteId as MergeRequestNoteId);
    return shown(ctx, found, await changeRequestComment(ctx, found, note.id, body ?? note.body));
  },
  async remove(ctx, noteId) {
    const { found, note } = await noteOf(ctx, noteId as MergeRequestNoteId);
    await deleteRequestComment(ctx, found, note.id);
  },
  async resolve(ctx, discussionId, isResolved) {
    const [first] = (await ctx.load(notesOfRequestDiscussion, discussionId)) ?? [];
    if (!first) return null;
    const found = await findMergeRequestById(ctx, first.mergeRequestId);
    await resolveRequestDiscussion(ctx, found, discussionId, isResolved);
    return shown(ctx, found, await visibleRequestNote(ctx, found, first.id));
  },
};

async function noteOf(ctx: Context, id: MergeRequestNoteId): Promise<{ found: FoundRequest; note: RequestNote }> {
  const note = Number.isSafeInteger(id) ? await requestNoteById(ctx.db, id) : undefined;
  if (!note) throw new NotFoundError('Note');
  const found = await findMergeRequestById(ctx, note.mergeRequestId);
  return { found, note: await visibleRequestNote(ctx, found, id) };
}

function shown(ctx: Context, found: FoundRequest, note: RequestNote): ForeignNote {
  const { request, code } = found;
  const { authorId, isDiscussionLocked } = request;
  const guarded = { project: code.project, authorId, isDiscussionLocked };
  const { authorId: writerId, isSystem, isInternal, isHidden } = note;
  const guardedNote = { request: guarded, authorId: writerId, isSystem, isInternal, isHidden };
  return {
    ...note,
    workItemId: null,
    systemAction: null,
    aboutId: null,
    aboutCodeOfId: null,
    isImported: false,
    via: null,
    updatedById: null,
    lastEditedAt: null,
    type: NOTE,
    noteable: { type: 'MergeRequest', id: request.id },
    projectId: code.project.id,
    url: `${ctx.baseUrl}${mergeRequestPath(code.project.fullPath, request.iid)}#note_${note.id}`,
    permissions: {
      comment: ctx.can(mergeRequestPolicy.comment, guarded),
      change: ctx.can(requestNotePolicy.change, guardedNote),
      // Notes of merge requests take no reactions.
      react: false,
      resolve: ctx.can(requestNotePolicy.resolve, guardedNote),
    },
    async discussionNotes(at) {
      const notes = (await at.load(notesOfRequestDiscussion, note.discussionId)) ?? [];
      return notes.map((each) => shown(at, found, each));
    },
  };
}
