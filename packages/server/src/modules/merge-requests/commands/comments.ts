import { baseOfNamespace } from '@milepost/core/text/references';
import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { MergeRequestId, MergeRequestNoteId } from '@milepost/core/ids';
import { noteLimitPerItem } from '@milepost/core/notes';
import { checkNoteBody } from '../../notes/commands.ts';
import type { Context, Trx } from '../../../platform/context.ts';
import { renderText } from '../../../platform/markdown/sockets.ts';
import { newDiscussionId } from '../../notes/store/discussion-ids.ts';
import { mergeRequestPolicy, requestNotePolicy, type GuardedRequestNote } from '../policy.ts';
import {
  countComments,
  insertRequestNote,
  lockRequestNote,
  makeRequestThread,
  removeRequestNote,
  requestNoteById,
  saveRequestNote,
  saveRequestResolution,
  type RequestNote,
} from '../store/notes.ts';
import { lockMergeRequest, saveMergeRequest } from '../store.ts';
import type { FoundRequest } from './find.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'mergeRequest.commented': RequestComment;
    'mergeRequest.commentChanged': RequestComment;
  }
}

export interface RequestComment {
  mergeRequestId: MergeRequestId;
  noteId: MergeRequestNoteId;
}

export interface NewComment {
  body: string;
  isInternal?: boolean | undefined;
  /** The discussion it replies to; omitted, it starts one. */
  discussionId?: string | undefined;
  /** Starts a thread instead of a single comment. */
  isThread?: boolean | undefined;
  /** Accepted from owners only; the current time for others. */
  createdAt?: Date | undefined;
}

/** Throws as `createNote` does for a work item. */
export async function commentOnRequest(ctx: Context, found: FoundRequest, wanted: NewComment): Promise<RequestNote> {
  const { project } = found.code;
  const id = await ctx.transaction(async (trx) => {
    const request = await lockMergeRequest(trx, found.request.id);
    if (!request) throw new NotFoundError('Merge request');
    const first = wanted.discussionId === undefined ? null : await lockAnswered(ctx, trx, found, wanted.discussionId);
    const isInternal = first?.isInternal ?? wanted.isInternal ?? false;
    const { authorId, isDiscussionLocked } = request;
    const guarded = { project, authorId, isDiscussionLocked };
    ctx.require(isInternal ? mergeRequestPolicy.commentInternally : mergeRequestPolicy.comment, guarded);
    checkNoteBody(wanted.body);
    if ((await countComments(trx, request.id)) >= noteLimitPerItem) {
      throw new ValidationError({ base: [`Maximum number of comments exceeded (${noteLimitPerItem})`] });
    }
    const discussionId = first?.discussionId ?? newDiscussionId();
    const mayDate = ctx.viewer.atLeast('owner', project.scope);
    const noteId = await insertRequestNote(trx, {
      mergeRequestId: request.id,
      discussionId,
      isThread: first !== null || (wanted.isThread ?? false),
      authorId: ctx.viewer.id,
      body: wanted.body,
      bodyHtml: await renderText(ctx.within(trx), wanted.body, baseOfNamespace(found.code.project)),
      isInternal,
      ...(wanted.createdAt && mayDate && { createdAt: wanted.createdAt, updatedAt: wanted.createdAt }),
    });
    if (first && !first.isThread) await makeRequestThread(trx, discussionId);
    if (!isInternal) await saveMergeRequest(trx, request.id, {});
    const data = { mergeRequestId: request.id, noteId };
    trx.announce({ name: 'mergeRequest.commented', namespaceId: project.id, data });
    return noteId;
  });
  return visibleRequestNote(ctx, found, id);
}

export async function changeRequestComment(
  ctx: Context,
  found: FoundRequest,
  id: MergeRequestNoteId,
  body: string,
): Promise<RequestNote> {
  await ctx.transaction(async (trx) => {
    const before = await lockChangeable(ctx, trx, found, id);
    checkNoteBody(body);
    if (body === before.body) return;
    await saveRequestNote(trx, id, {
      body,
      bodyHtml: await renderText(ctx.within(trx), body, baseOfNamespace(found.code.project)),
    });
    const data = { mergeRequestId: found.request.id, noteId: id };
    trx.announce({ name: 'mergeRequest.commentChanged', namespaceId: found.code.project.id, data });
  });
  return visibleRequestNote(ctx, found, id);
}

export async function deleteRequestComment(ctx: Context, found: FoundRequest, id: MergeRequestNoteId): Promise<void> {
  await ctx.transaction(async (trx) => {
    await lockChangeable(ctx, trx, found, id);
    await removeRequestNote(trx, id);
  });
}

/** Resolves or unresolves a thread. Throws ValidationError for anything but a thread. */
export async function resolveRequestDiscussion(
  ctx: Context,
  found: FoundRequest,
  discussionId: string,
  isResolved: boolean,
): Promise<void> {
  await ctx.transaction(async (trx) => {
    const first = await lockReadable(ctx, trx, found, { discussionId }, 'Discussion');
    ctx.require(requestNotePolicy.resolve, guardedNote(found, first));
    if (!first.isThread || first.isSystem) throw new ValidationError({ base: ['Only threads can be resolved'] });
    await saveRequestResolution(trx, [discussionId], isResolved ? ctx.viewer.id : null);
  });
}

/** Throws NotFoundError when there is none that the viewer may read. */
export async function visibleRequestNote(
  ctx: Context,
  found: FoundRequest,
  id: MergeRequestNoteId,
): Promise<RequestNote> {
  const note = await requestNoteById(ctx.db, id);
  if (note?.mergeRequestId !== found.request.id || !ctx.can(requestNotePolicy.read, guardedNote(found, note))) {
    throw new NotFoundError('Note');
  }
  return note;
}

export function guardedNote({ request, code }: FoundRequest, note: RequestNote): GuardedRequestNote {
  const { authorId, isSystem, isInternal, isHidden } = note;
  const { authorId: requestAuthorId, isDiscussionLocked } = request;
  const guarded = { project: code.project, authorId: requestAuthorId, isDiscussionLocked };
  return { request: guarded, authorId, isSystem, isInternal, isHidden };
}

async function lockReadable(
  ctx: Context,
  trx: Trx,
  found: FoundRequest,
  wanted: Parameters<typeof lockRequestNote>[1],
  what: string,
): Promise<RequestNote> {
  const note = await lockRequestNote(trx, wanted);
  if (note?.mergeRequestId !== found.request.id || !ctx.can(requestNotePolicy.read, guardedNote(found, note))) {
    throw new NotFoundError(what);
  }
  return note;
}

async function lockAnswered(ctx: Context, trx: Trx, found: FoundRequest, discussionId: string): Promise<RequestNote> {
  const first = await lockReadable(ctx, trx, found, { discussionId }, 'Discussion');
  if (first.isSystem) throw new ForbiddenError('System notes accept no replies');
  return first;
}

async function lockChangeable(
  ctx: Context,
  trx: Trx,
  found: FoundRequest,
  id: MergeRequestNoteId,
): Promise<RequestNote> {
  const note = await lockReadable(ctx, trx, found, { id }, 'Note');
  ctx.require(requestNotePolicy.change, guardedNote(found, note));
  return note;
}
