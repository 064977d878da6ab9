import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { baseOfItem, fullReference } from '@milepost/core/text/references';
import type { Relative, SystemNote } from '@milepost/core/text/system-notes';
import type { Context, Trx } from '../../../platform/context.ts';
import { renderTexts } from '../../../platform/markdown/sockets.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { insertingSystemNotes, type NewSystemNote } from '../store.ts';

interface PendingNote {
  ctx: Context;
  trx: Trx;
  item: WorkItem;
  note: SystemNote;
  aboutId: WorkItemId | null;
  aboutCodeOfId: NamespaceId | null;
}

/**
 * Writes a system note about the viewer's change to an item, at the end of the transaction; one that names another item is visible only to
 * those who may see that item, and one about code only to those who may read it.
 */
export function writeSystemNote(
  ctx: Context,
  trx: Trx,
  item: WorkItem,
  note: SystemNote,
  aboutId: WorkItemId | null = null,
  aboutCodeOfId: NamespaceId | null = null,
): void {
  trx.collect(writeNotes, { ctx, trx, item, note, aboutId, aboutCodeOfId });
}

/** Notes that one statement inserts. */
const NOTES_AT_ONCE = 500;

async function writeNotes(notes: readonly PendingNote[]): Promise<void> {
  const html = await htmlOf(notes);
  for (let start = 0; start < notes.length; start += NOTES_AT_ONCE) {
    const rows = notes.slice(start, start + NOTES_AT_ONCE).map((pending) => rowOf(pending, html.get(keyOf(pending))));
    const trx = (notes[start] as PendingNote).trx;
    if (start + NOTES_AT_ONCE < notes.length) await insertingSystemNotes(rows).execute(trx);
    else for (const row of rows) trx.deferRow(insertingSystemNotes, row);
  }
}

/** By {@link keyOf}: changes of many items often have the same text, and all references are resolved together. */
async function htmlOf(notes: readonly PendingNote[]): Promise<ReadonlyMap<string, string>> {
  const distinct = new Map(notes.map((pending) => [keyOf(pending), pending]));
  const sources = [...distinct.values()].map(({ item, note }) => ({
    text: note.body,
    base: baseOfItem(item),
  }));
  const rendered = await renderTexts((notes[0] as PendingNote).ctx, sources);
  return new Map([...distinct.keys()].map((key, index) => [key, rendered[index] ?? '']));
}

const keyOf = ({ item, note }: PendingNote): string => `${item.namespacePath}\n${note.body}`;

function rowOf({ ctx, item, note, aboutId, aboutCodeOfId }: PendingNote, bodyHtml = ''): NewSystemNote {
  return {
    workItemId: item.id,
    authorId: ctx.viewer.id,
    body: note.body,
    bodyHtml,
    systemAction: note.action,
    aboutId,
    aboutCodeOfId,
    via: ctx.via,
  };
}

/** An item as a system note references it. */
export function relativeItem({ type, namespacePath, iid }: WorkItem): Relative {
  const kind = type === 'epic' ? 'epic' : 'issue';
  return { type, reference: fullReference({ kind, path: namespacePath, name: String(iid) }) };
}
