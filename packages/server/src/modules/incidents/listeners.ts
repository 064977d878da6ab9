import { severityNote } from '@milepost/core/text/system-notes';
import type { Listener } from '../../platform/context.ts';
import { copyMetricImages } from './commands.ts';
import { copyTimeline, insertTimelineEvent } from './store/timeline.ts';

/** Copies the images and the timeline of a moved or cloned incident. */
export const copyToSuccessor: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'workItem.wentOn' || announcement.workItemId === undefined) return;
  const { way, direction, otherId } = announcement.data;
  if (direction !== 'from' || (way !== 'moved' && way !== 'cloned')) return;
  const to = { id: announcement.workItemId, namespaceId: announcement.namespaceId };
  await copyMetricImages(ctx, trx, { fromId: otherId, to });
  await copyTimeline(trx, otherId, to.id);
};

/** Whoever may change the severity adds an entry with it, without the permission to write the timeline. */
export const addSeverityToTimeline: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'workItem.updated' || announcement.workItemId === undefined) return;
  const { severity } = announcement.data.changes;
  if (!severity) return;
  await insertTimelineEvent(trx, {
    workItemId: announcement.workItemId,
    authorId: ctx.viewer.id,
    action: 'severity',
    note: severityNote(severity.to).body,
    occurredAt: new Date(),
  });
};
