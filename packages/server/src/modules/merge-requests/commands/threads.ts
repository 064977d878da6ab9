import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { MergeRequestId } from '@milepost/core/ids';
import { mergeRequestPath, mergeRequestReference } from '@milepost/core/merge-requests/rules';
import type { Context, Trx } from '../../../platform/context.ts';
import { usersById } from '../../users/store.ts';
import { requestNotePolicy } from '../policy.ts';
import { notesOfRequestDiscussion, openThreadIds, saveRequestResolution, type RequestNote } from '../store/notes.ts';
import { lockMergeRequest } from '../store.ts';
import { guardedNote } from './comments.ts';
import { findMergeRequestById, type FoundRequest } from './find.ts';

/** Threads of a merge request: one, or with null all that are open. */
export interface ThreadsOfRequest {
  mergeRequestId: MergeRequestId;
  discussionId: string | null;
}

/**
 * Resolves threads and returns a list of links to them as Markdown, without their texts: readers of an issue may be unable to read the
 * request. Throws ForbiddenError unless the viewer may resolve each of them, NotFoundError, and ValidationError for a single comment.
 */
export async function resolveThreads(ctx: Context, trx: Trx, threads: ThreadsOfRequest): Promise<string> {
  const found = await findMergeRequestById(ctx, threads.mergeRequestId);
  await lockMergeRequest(trx, found.request.id);
  const firsts = await firstNotes(ctx, found, threads.discussionId);
  for (const first of firsts) {
    ctx.require(requestNotePolicy.resolve, guardedNote(found, first));
    if (!first.isThread || first.isSystem) throw new ValidationError({ base: ['Only threads can be resolved'] });
  }
  const ids = firsts.map(({ discussionId }) => discussionId);
  await saveRequestResolution(trx, ids, ctx.viewer.id);
  return ids.length === 0 ? '' : listOf(ctx, found, firsts);
}

async function firstNotes(
  ctx: Context,
  { request }: FoundRequest,
  discussionId: string | null,
): Promise<RequestNote[]> {
  const ids = discussionId === null ? await openThreadIds(ctx, request.id) : [discussionId];
  const discussions = await Promise.all(ids.map((id) => ctx.load(notesOfRequestDiscussion, id)));
  return discussions.map((notes) => {
    const [first] = notes ?? [];
    if (first?.mergeRequestId !== request.id) throw new NotFoundError('Discussion');
    return first;
  });
}

async function listOf(ctx: Context, { request, code }: FoundRequest, firsts: readonly RequestNote[]): Promise<string> {
  const url = ctx.baseUrl + mergeRequestPath(code.project.fullPath, request.iid);
  const lines = firsts.map(async ({ id, authorId }) => {
    const author = authorId === null ? null : await ctx.load(usersById, authorId);
    return `- [ ] [Thread${author ? ` by ${author.username}` : ''}](${url}#note_${id})`;
  });
  return [`Threads of ${mergeRequestReference(null, request.iid)}:`, '', ...(await Promise.all(lines))].join('\n');
}
