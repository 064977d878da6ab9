import { MAX_TIMELINE_EVENTS, timelineLimits } from '@milepost/core/text/incident-timeline';
import { labelsNote, severityNote } from '@milepost/core/text/system-notes';
import type { Listener } from '../../platform/context.ts';
import { copyMetricImages } from './commands.ts';
import { workItemsById } from '../work-items/store.ts';
import { copyTimeline, countTimelineEvents, insertTimelineEvent, takesLabelChanges } from './store/timeline.ts';

/** Copies the images and the timeline of a moved or cloned incident. */
export const copyToSuccessor: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'workItem.wentOn' || announcement.workItemId === undefined) return;
  const { way, direction, otherId } = announcement.data;
  if (direction !== 'from' || (way !== 'moved' && way !== 'cloned')) return;
  const to = { id: announcement.workItemId, namespaceId: announcement.namespaceId };
  await copyMetricImages(ctx, trx, { fromId: otherId, to });
  await copyTimeline(trx, otherId, to.id);
};

/** Adds a timeline entry for a change of severity. It needs no permission to write the timeline. */
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

/** Adds a timeline entry for changed labels, if the setting of the project asks for it. */
export const addLabelsToTimeline: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'workItem.labelsChanged' || announcement.workItemId === undefined) return;
  const { workItemId } = announcement;
  const item = await ctx.load(workItemsById, workItemId);
  if (item?.type !== 'incident' || !(await takesLabelChanges(trx, workItemId))) return;
  if ((await countTimelineEvents(trx, workItemId)) >= MAX_TIMELINE_EVENTS) return;
  const [added, removed] = [announcement.data.added, announcement.data.removed].map((labels) =>
    labels.map(({ title }) => title),
  );
  await insertTimelineEvent(trx, {
    workItemId,
    authorId: ctx.viewer.id,
    action: 'label',
    note: Array.from(labelsNote(added ?? [], removed ?? []).body)
      .slice(0, timelineLimits.comment)
      .join(''),
    occurredAt: new Date(),
  });
};
