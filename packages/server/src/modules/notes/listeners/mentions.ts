import type { Listener } from '../../../platform/context.ts';
import { workItemsById } from '../../work-items/store.ts';
import { noteCalls } from '../commands/mentions.ts';

/** Keeps whom descriptions and comments call by name, as part of the change that made them say so. */
export const followMentions: Listener = async (ctx, trx, announcement) => {
  const { workItemId } = announcement;
  if (workItemId === undefined) return;
  const isText =
    announcement.name === 'workItem.created' ||
    (announcement.name === 'workItem.updated' && announcement.data.isDescriptionChanged);
  const isNote = announcement.name === 'note.created' || announcement.name === 'note.updated';
  if (!isText && !isNote) return;
  const item = await ctx.load(workItemsById, workItemId);
  if (item) await noteCalls(ctx, trx, item, isNote ? announcement.data.noteId : null);
};
