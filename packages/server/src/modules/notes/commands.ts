import { baseOfItem } from '@milepost/core/text/references';
import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { NoteId, WorkItemId } from '@milepost/core/ids';
import { noteBodyProblems, noteLimitPerItem } from '@milepost/core/notes';
import { lockReadableItem } from '../work-items/commands.ts';
import type { Context, Trx } from '../../platform/context.ts';
import { renderText } from '../../platform/markdown/sockets.ts';
import type { AwardablePlug } from '../reactions/commands.ts';
import { shownWorkItemOf, visibleWorkItem, workItemsById, type WorkItem } from '../work-items/store.ts';
import { touching } from '../work-items/store/writing.ts';
import { discussionPolicy, notePolicy, type GuardedNote } from './policy.ts';
import { lockDiscussion, makeThread, saveResolution } from './store/discussions.ts';
import { insertComment, lockNote, notesById, removeNote, saveNote, type Note } from './store.ts';
import type { UploadUse } from '../uploads/table.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'note.created': { noteId: NoteId; discussionId: string; isInternal: boolean };
    'note.updated': { noteId: NoteId };
    'note.deleted': { noteId: NoteId };
    'discussion.resolved': { discussionId: string };
    'discussion.reopened': { discussionId: string };
  }
}

export interface NewNote {
  workItemId: WorkItemId;
  body: string;
  isInternal?: boolean;
  /** The discussion it replies to; omitted, it starts one. */
  discussionId?: string | null;
  /** Starts a thread, instead of a single comment that becomes one with the first reply. */
  isThread?: boolean;
  /** Accepted from owners only; the current time for others. */
  createdAt?: Date | null;
}

/**
 * Writes a comment on a work item. Throws NotFoundError for an item or discussion that the viewer may not read, ForbiddenError
 * where they may not comment, ValidationError for a body that is empty or too long and when the limit is reached.
 */
export async function createNote(ctx: Context, wanted: NewNote): Promise<Note> {
  return ctx.transaction(async (trx) => {
    const item = await lockReadableItem(ctx, trx, wanted.workItemId);
    const first = wanted.discussionId ? await lockAnswered(ctx, trx, item, wanted.discussionId) : null;
    // A reply is internal if its thread is.
    const isInternal = first?.isInternal ?? wanted.isInternal ?? false;
    ctx.require(isInternal ? discussionPolicy.commentInternally : discussionPolicy.comment, item);
    checkNoteBody(wanted.body);
    const mayDate = ctx.viewer.atLeast('owner', item.scope);
    const note = await insertComment(
      trx,
      {
        workItemId: item.id,
        discussionId: first?.discussionId ?? null,
        isThread: first !== null || (wanted.isThread ?? false),
        authorId: ctx.viewer.id,
        body: wanted.body,
        bodyHtml: await renderText(ctx.within(trx), wanted.body, baseOfItem(item)),
        isInternal,
        via: ctx.via,
        ...(wanted.createdAt && mayDate && { createdAt: wanted.createdAt }),
      },
      noteLimitPerItem,
    );
    if (!note) throw new ValidationError({ base: [`Maximum number of comments exceeded (${noteLimitPerItem})`] });
    if (first && !first.isThread) await makeThread(trx, first.discussionId);
    trx.prime(notesById, note.id, note);
    // Changes of an item are announced to all who see it; an internal note must not be.
    const updatedAt = isInternal ? item.updatedAt : new Date();
    if (!isInternal) trx.defer(touching(item.id, { updatedAt }), `touch ${item.id}`);
    // In the transaction of another command, the item may still change.
    if (!ctx.db.isTransaction) trx.prime(workItemsById, item.id, shownWorkItemOf({ ...item, updatedAt }));
    trx.announce({
      name: 'note.created',
      namespaceId: item.namespaceId,
      workItemId: item.id,
      data: { noteId: note.id, discussionId: note.discussionId, isInternal },
    });
    return note;
  });
}

/** Changes the text of a comment. Throws as `createNote` does. */
export async function updateNote(ctx: Context, id: NoteId, body: string | null): Promise<Note> {
  await ctx.transaction(async (trx) => {
    const { note, item } = await lockReadable(ctx, trx, id);
    ctx.require(notePolicy.update, guarded(note, item));
    if (body === null || body === note.body) return;
    checkNoteBody(body);
    const bodyHtml = await renderText(ctx.within(trx), body, baseOfItem(item));
    await saveNote(trx, id, { body, bodyHtml, lastEditedAt: new Date(), updatedById: ctx.viewer.id });
    trx.announce({ name: 'note.updated', namespaceId: item.namespaceId, workItemId: item.id, data: { noteId: id } });
  });
  const note = await ctx.load(notesById, id);
  if (!note) throw new NotFoundError('Note');
  return note;
}

/** Deletes a comment. */
export async function deleteNote(ctx: Context, id: NoteId): Promise<Note> {
  return ctx.transaction(async (trx) => {
    const { note, item } = await lockReadable(ctx, trx, id);
    ctx.require(notePolicy.destroy, guarded(note, item));
    await removeNote(trx, id);
    trx.announce({ name: 'note.deleted', namespaceId: item.namespaceId, workItemId: item.id, data: { noteId: id } });
    return note;
  });
}

/** Resolves or unresolves a thread. Throws ValidationError for anything but a thread. */
export async function resolveDiscussion(ctx: Context, discussionId: string, isResolved: boolean): Promise<Note> {
  const first = await ctx.transaction(async (trx) => {
    const note = await lockDiscussion(trx, ctx, discussionId);
    const item = note && (await visibleWorkItem(ctx.within(trx), note.workItemId));
    if (!note || !item || !ctx.can(notePolicy.read, guarded(note, item))) throw new NotFoundError('Discussion');
    ctx.require(notePolicy.resolve, guarded(note, item));
    if (!isResolvable(note)) throw new ValidationError({ base: ['Only threads can be resolved'] });
    await saveResolution(trx, discussionId, isResolved ? ctx.viewer.id : null);
    trx.announce({
      name: isResolved ? 'discussion.resolved' : 'discussion.reopened',
      namespaceId: item.namespaceId,
      workItemId: item.id,
      data: { discussionId },
    });
    return note;
  });
  return (await ctx.load(notesById, first.id)) as Note;
}

/** Only threads of comments can be resolved; single comments and system notes cannot. */
export function isResolvable(note: Pick<Note, 'isThread' | 'isSystem'>): boolean {
  return note.isThread && !note.isSystem;
}

/** A note with its work item, as policies need it. */
export function guarded(note: Note, item: WorkItem): GuardedNote {
  const { authorId, isSystem, isInternal, isHidden } = note;
  return { item, authorId, isSystem, isInternal, isHidden };
}

/** The note of this id with its work item, or null when there is none that the viewer may read. */
export async function visibleNote(ctx: Context, id: NoteId): Promise<{ note: Note; item: WorkItem } | null> {
  const note = Number.isSafeInteger(id) ? await ctx.load(notesById, id) : null;
  const item = note && (await ctx.load(workItemsById, note.workItemId));
  return note && item && ctx.can(notePolicy.read, guarded(note, item)) ? { note, item } : null;
}

/** Notes accept reactions as well. */
export const noteAwardable: AwardablePlug = {
  types: ['Note', 'DiscussionNote'],
  async find(ctx, id) {
    const found = await visibleNote(ctx, id as NoteId);
    return found && { target: { noteId: found.note.id }, item: found.item, isSystem: found.note.isSystem };
  },
};

/** The first note of the discussion that is replied to. */
async function lockAnswered(ctx: Context, trx: Trx, item: WorkItem, discussionId: string): Promise<Note> {
  const first = await lockDiscussion(trx, ctx, discussionId);
  if (first?.workItemId !== item.id || !ctx.can(notePolicy.read, guarded(first, item))) {
    throw new NotFoundError('Discussion');
  }
  if (first.isSystem) throw new ForbiddenError('System notes accept no replies');
  return first;
}

async function lockReadable(ctx: Context, trx: Trx, id: NoteId): Promise<{ note: Note; item: WorkItem }> {
  const note = await lockNote(trx, ctx, id);
  const item = note && (await visibleWorkItem(ctx.within(trx), note.workItemId));
  if (!note || !item || !ctx.can(notePolicy.read, guarded(note, item))) throw new NotFoundError('Note');
  return { note, item };
}

/** Throws ValidationError for a comment without text, or one that is too long. */
export function checkNoteBody(body: string): void {
  const problems = noteBodyProblems(body);
  if (problems.length > 0) throw new ValidationError({ note: problems });
}

/** Whether the viewer may read one of the notes that a file is attached to. */
export async function readsOneNote(ctx: Context, uses: readonly UploadUse[]): Promise<boolean> {
  const ids = uses.flatMap(({ noteId }) => (noteId === null ? [] : [noteId]));
  const found = await Promise.all(ids.map((id) => visibleNote(ctx, id)));
  return found.some((note) => note !== null);
}
