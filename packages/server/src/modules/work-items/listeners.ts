import type { Listener } from '../../platform/context.ts';
import { addJob } from '../../platform/queue/add-job.ts';

export const UNASSIGN = 'workItems.unassign';

/** Queues the job that unassigns a removed member: there may be thousands of items. */
export const unassignRemovedMembers: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'member.removed' || !announcement.data.unassigns) return;
  const { namespaceId, data } = announcement;
  await addJob(trx, UNASSIGN, { userId: data.userId, actorId: ctx.viewer.id, namespaceId });
};
