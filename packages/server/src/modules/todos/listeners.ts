import type { NamespaceId, UserId, WorkItemId } from '@milepost/core/ids';
import type { AnyAnnouncement, Listener, Preload, Trx } from '../../platform/context.ts';
import { viewersById } from '../members/commands/identify.ts';
import { ownersOf } from '../members/store/access-requests.ts';
import { namespaceById } from '../namespaces/store.ts';
import { workItemsById } from '../work-items/store.ts';
import { addTodos } from './commands.ts';
import { finishAccessTodos, finishingTodosOn, insertAccessTodos } from './store.ts';

/** The people whom several changes assign. */
export const preloadTodos: Preload = (ctx, announcements) => {
  const added = announcements.flatMap((each) => (each.name === 'workItem.assigneesChanged' ? each.data.added : []));
  const others = new Set(added.filter((id) => !ctx.viewer.is(id)));
  return ctx.preload(viewersById, [...others]);
};

/** Adds to-dos in the transaction of the change that causes them, and completes those that the actor has just dealt with. */
export const updateTodos: Listener = async (ctx, trx, announcement) => {
  if (announcement.name === 'access.requested' || announcement.name === 'access.settled')
    return updateAccessTodos(trx, announcement.namespaceId, announcement.name, announcement.data.userId);
  const { workItemId } = announcement;
  if (workItemId === undefined) return;
  const { id: userId } = ctx.viewer;
  if (announcement.name === 'workItem.created') itemsCreatedIn(trx).add(workItemId);
  // Nobody has an earlier to-do on a new item.
  if (userId !== null && isAnswer(announcement) && !itemsCreatedIn(trx).has(workItemId)) {
    trx.defer(finishingTodosOn(workItemId, userId), `todos of ${userId} on ${workItemId}`);
  }
  if (announcement.name !== 'workItem.assigneesChanged' && announcement.name !== 'workItem.mentioned') return;
  const item = await ctx.load(workItemsById, workItemId);
  if (!item) return;
  if (announcement.name === 'workItem.assigneesChanged') {
    const userIds = announcement.data.added;
    await addTodos(ctx, trx, { item, noteId: null, userIds, action: 'assigned' });
    return;
  }
  const { noteId, userIds, addressedIds } = announcement.data;
  const others = userIds.filter((id) => !addressedIds.includes(id));
  await addTodos(ctx, trx, { item, noteId, userIds: others, action: 'mentioned' });
  await addTodos(ctx, trx, { item, noteId, userIds: addressedIds, action: 'directly_addressed' });
};

const created = new WeakMap<Trx, Set<WorkItemId>>();

function itemsCreatedIn(trx: Trx): Set<WorkItemId> {
  const ids = created.get(trx) ?? new Set();
  created.set(trx, ids);
  return ids;
}

/** Adds to-dos for the owners when access is requested, and completes them when the request is settled. */
async function updateAccessTodos(
  trx: Trx,
  namespaceId: NamespaceId,
  name: 'access.requested' | 'access.settled',
  authorId: UserId,
): Promise<void> {
  if (name === 'access.settled') return finishAccessTodos(trx, namespaceId, authorId);
  const namespace = await namespaceById(trx, namespaceId);
  if (namespace) await insertAccessTodos(trx, { namespaceId, authorId, userIds: await ownersOf(trx, namespace) });
}

/** Whether an event completes the actor's to-dos on its item: a comment, a reaction, or a change. */
function isAnswer({ name }: AnyAnnouncement): boolean {
  switch (name) {
    case 'workItem.updated':
    case 'workItem.statusChanged':
    case 'workItem.closed':
    case 'workItem.reopened':
    case 'workItem.assigneesChanged':
    case 'workItem.labelsChanged':
    case 'workItem.milestoneChanged':
    case 'workItem.iterationChanged':
    case 'workItem.parentChanged':
    case 'workItem.customFieldChanged':
    case 'workItem.linked':
    case 'workItem.unlinked':
    case 'note.created':
    case 'discussion.resolved':
    case 'reaction.added':
      return true;
    default:
      return false;
  }
}
