import type { Listener } from '../../platform/context.ts';
import { copyMetricImages } from './commands.ts';

/** An incident that goes on in another project, or is copied there, has its pictures there as well. */
export const takeImagesAlong: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'workItem.wentOn' || announcement.workItemId === undefined) return;
  const { way, direction, otherId } = announcement.data;
  if (direction !== 'from' || (way !== 'moved' && way !== 'cloned')) return;
  const to = { id: announcement.workItemId, namespaceId: announcement.namespaceId };
  await copyMetricImages(ctx, trx, { fromId: otherId, to });
};
