import { successorNote } from '@milepost/core/text/system-notes';
import type { Listener } from '../../platform/context.ts';
import { relativeItem, writeSystemNote } from '../notes/commands/system.ts';
import { workItemsById } from '../work-items/store.ts';

/** Writes system notes about the succession on both items. */
export const writeSuccessionNotes: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'workItem.wentOn' || announcement.workItemId === undefined) return;
  const { way, direction, otherId } = announcement.data;
  const [item, other] = await ctx.loadMany(workItemsById, [announcement.workItemId, otherId]);
  if (item && other)
    writeSystemNote(ctx, trx, item, successorNote(item.type, way, direction, relativeItem(other)), other.id);
};
