import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import { fullReference } from '@milepost/core/text/references';
import type { Relative, SystemNote } from '@milepost/core/text/system-notes';
import type { Context, Trx } from '../../../platform/context.ts';
import { renderTexts } from '../../../platform/markdown/sockets.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { newDiscussionId } from '../store/discussions.ts';
import { insertingSystemNotes } from '../store.ts';

/**
 * Writes a system note about the viewer's change to an item; one that names another item is visible only to those who may see
 * that item, and one about code only to those who may read it.
 */
export async function writeSystemNote(
  ctx: Context,
  trx: Trx,
  item: WorkItem,
  note: SystemNote,
  aboutId: WorkItemId | null = null,
  aboutCodeOfId: NamespaceId | null = null,
): Promise<void> {
  const base = { path: item.namespacePath, kind: item.namespaceKind };
  const [bodyHtml = ''] = await renderTexts(ctx, [{ text: note.body, base }]);
  trx.deferRow(insertingSystemNotes, {
    workItemId: item.id,
    discussionId: newDiscussionId(),
    authorId: ctx.viewer.id,
    body: note.body,
    bodyHtml,
    systemAction: note.action,
    aboutId,
    aboutCodeOfId,
    via: ctx.via,
  });
}

/** An item as a system note references it. */
export function relativeItem({ type, namespacePath, iid }: WorkItem): Relative {
  const kind = type === 'epic' ? 'epic' : 'issue';
  return { type, reference: fullReference({ kind, path: namespacePath, name: String(iid) }) };
}
