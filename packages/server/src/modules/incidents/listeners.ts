import type { Listener } from '../../platform/context.ts';
import { copyMetricImages } from './commands.ts';

/** Copies the images of a moved or cloned incident. */
export const copyImagesToSuccessor: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'workItem.wentOn' || announcement.workItemId === undefined) return;
  const { way, direction, otherId } = announcement.data;
  if (direction !== 'from' || (way !== 'moved' && way !== 'cloned')) return;
  const to = { id: announcement.workItemId, namespaceId: announcement.namespaceId };
  await copyMetricImages(ctx, trx, { fromId: otherId, to });
};
