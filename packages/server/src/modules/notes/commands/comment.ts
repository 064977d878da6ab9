import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { NoteId } from '@milepost/core/ids';
import type { QuickActionsOutcome } from '@milepost/core/text/quick-actions';
import type { Context } from '../../../platform/context.ts';
import { performActions, extractActions } from '../../work-items/commands/actions.ts';
import { visibleWorkItem } from '../../work-items/store.ts';
import { createNote, deleteNote, updateNote, visibleNote, type NewNote } from '../commands.ts';
import { discussionPolicy } from '../policy.ts';
import type { Note } from '../store.ts';

/** A new comment, and the results of its quick actions. */
export interface Commented {
  /** Null if the text consisted only of quick actions. */
  note: Note | null;
  /** Null without quick actions. */
  quickActions: QuickActionsOutcome | null;
}

/**
 * Writes a comment and runs its quick actions in one transaction; quick actions alone create no comment. Throws as `createNote`
 * does.
 */
export async function comment(ctx: Context, wanted: NewNote): Promise<Commented> {
  const { text, uses } = extractActions(wanted.body);
  if (uses.length === 0) return { note: await createNote(ctx, { ...wanted, body: text }), quickActions: null };
  const { noteId, quickActions } = await ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const item = await visibleWorkItem(within, wanted.workItemId);
    if (!item) throw new NotFoundError('Work item');
    within.require(discussionPolicy.comment, item);
    // Runs before the comment locks the item: an action may need more locks.
    const outcome = await performActions(within, trx, item.id, { uses, isNew: false });
    const note = text === '' ? null : await createNote(ctx.within(trx), { ...wanted, body: text });
    return { noteId: note?.id ?? null, quickActions: outcome };
  });
  const found = noteId === null ? null : await visibleNote(ctx, noteId);
  return { note: found?.note ?? null, quickActions };
}

/**
 * Changes the text of a comment (null keeps it) and runs its quick actions. A text of quick actions alone deletes the comment, as
 * published; if all of them fail, the comment stays and ValidationError has their messages.
 */
export async function changeComment(ctx: Context, id: NoteId, body: string | null): Promise<Commented> {
  if (body === null) return { note: await updateNote(ctx, id, null), quickActions: null };
  const { uses } = extractActions(body);
  if (uses.length === 0) return { note: await updateNote(ctx, id, extractActions(body).text), quickActions: null };
  const quickActions = await ctx.transaction(async (trx) => {
    const within = ctx.within(trx);
    const found = await visibleNote(within, id);
    if (!found) throw new NotFoundError('Note');
    const split = extractActions(body, found.note.body);
    const isEmptied = split.text === '';
    await (isEmptied ? deleteNote(within, id) : updateNote(within, id, split.text));
    const outcome = await performActions(within, trx, found.item.id, { uses: split.uses, isNew: false });
    if (isEmptied) requireResult({ note: null, quickActions: outcome });
    return outcome;
  });
  const found = await visibleNote(ctx, id);
  return { note: found?.note ?? null, quickActions };
}

/**
 * For edges that cannot report results separately: throws ValidationError if no comment was written and no action succeeded.
 */
export function requireResult({ note, quickActions }: Commented): void {
  if (note === null && quickActions && quickActions.messages.length === 0) {
    throw new ValidationError({ base: [...quickActions.errors] });
  }
}
