import type { UserId, WorkItemId } from '@milepost/core/ids';
import { defineLoader } from '../../../platform/context.ts';
import { viewersOfAccounts } from '../../members/commands/identify.ts';
import { workItemPolicy } from '../../work-items/policy.ts';
import { workItemsById, type WorkItem } from '../../work-items/store.ts';
import { participantIdsOfWorkItem } from '../store/participants.ts';

/**
 * The visible participants of each item: only those who may read it. People who were mentioned without access, or lost it, are
 * left out.
 */
export const participantsOfWorkItem = defineLoader<WorkItemId, UserId[]>('participantsOfWorkItem', async (ctx, ids) => {
  const items = await ctx.loadMany(workItemsById, ids);
  const people = await Promise.all(items.map(async ({ id }) => (await ctx.load(participantIdsOfWorkItem, id)) ?? []));
  const viewers = new Map(
    (await viewersOfAccounts(ctx.db, [...new Set(people.flat())])).map((viewer) => [viewer.id, viewer]),
  );
  const reads = (item: WorkItem, userId: UserId): boolean => {
    const viewer = viewers.get(userId);
    return viewer !== undefined && workItemPolicy.read(viewer, item);
  };
  return new Map(items.map((item, index) => [item.id, (people[index] ?? []).filter((userId) => reads(item, userId))]));
});
