import type { NoteId, WorkItemId } from '@milepost/core/ids';
import type { ReferenceBase } from '@milepost/core/text/references';
import type { Context, Trx } from '../../../platform/context.ts';
import { renderTexts } from '../../../platform/markdown/sockets.ts';
import { newDiscussionId } from '../store/discussion-ids.ts';
import { allNotesOf, insertCopies } from '../store/copies.ts';

/**
 * Copies all notes of one item to another, regardless of the viewer: threads, authors and times are kept, and references still
 * point at the same objects. `namespaces` are the namespaces of the two items; `rewrite` rewrites the texts for the other namespace.
 * Returns each copy's id by the original's.
 */
export async function copyNotes(
  ctx: Context,
  trx: Trx,
  items: { from: WorkItemId; to: WorkItemId },
  target: { to: ReferenceBase; rewrite: (texts: readonly string[]) => Promise<string[]> },
): Promise<Map<NoteId, NoteId>> {
  const notes = await allNotesOf(trx, items.from);
  if (notes.length === 0) return new Map();
  const bodies = await target.rewrite(notes.map(({ body }) => body));
  const html = await renderTexts(
    ctx,
    bodies.map((text) => ({ text, base: target.to })),
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
