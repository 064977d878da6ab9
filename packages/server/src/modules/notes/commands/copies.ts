import type { NoteId, WorkItemId } from '@milepost/core/ids';
import type { ReferenceBase } from '@milepost/core/text/references';
import type { Context, Trx } from '../../../platform/context.ts';
import { renderTexts } from '../../../platform/references.ts';
import { newDiscussionId } from '../store/discussions.ts';
import { allNotesOf, insertCopies } from '../store/copies.ts';

/**
 * Copies everything that was said on one item to another, whoever reads it: threads stay threads, authors and times stay, and
 * references still name what they named. `places` are those of the two items; `carry` takes the texts along to another place. Gives
 * each copy's id by the original's.
 */
export async function copyNotes(
  ctx: Context,
  trx: Trx,
  items: { from: WorkItemId; to: WorkItemId },
  places: { to: ReferenceBase; carry: (texts: readonly string[]) => Promise<string[]> },
): Promise<Map<NoteId, NoteId>> {
  const notes = await allNotesOf(trx, items.from);
  if (notes.length === 0) return new Map();
  const bodies = await places.carry(notes.map(({ body }) => body));
  const html = await renderTexts(
    ctx,
    bodies.map((text) => ({ text, base: places.to })),
  );
  const threads = new Map(
    [...new Set(notes.map(({ discussionId }) => discussionId))].map((id) => [id, newDiscussionId()]),
  );
  const copies = notes.map((note, index) => ({
    id: note.id,
    body: bodies[index] ?? '',
    bodyHtml: html[index] ?? '',
    discussionId: threads.get(note.discussionId) ?? newDiscussionId(),
  }));
  return insertCopies(trx, items.to, copies);
}
