import type { NamespaceId, UserId } from '@milepost/core/ids';
import { Context } from '../../platform/context.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { nullIfNotFound } from '../../platform/util/errors.ts';
import { viewerOfAccount } from '../members/commands/identify.ts';
import { namespaceById } from '../namespaces/store.ts';
import { changeWorkItems, MAX_BULK_ITEMS } from './commands/bulk.ts';
import { UNASSIGN } from './listeners.ts';
import { openItemsAssigned } from './store/assigned.ts';
import { indexQueuedTexts } from './store/queued-texts.ts';

/** Indexes queued texts, each minute: searches read queued texts one by one, which is slow after an import. */
export const indexTexts: JobTask = {
  name: 'workItems.indexTexts',
  cron: '* * * * *',
  async run({ db }, _payload, signal) {
    for (const kind of ['epics', 'issues'] as const) {
      while (!signal.aborted && (await indexQueuedTexts(db, kind)) > 0);
    }
  },
};

interface Unassigning {
  userId: UserId;
  actorId: UserId;
  namespaceId: NamespaceId;
}

/** Unassigns a removed member from the open items of a group or project, as the person who removed them. */
export const unassignFormerMembers: JobTask = {
  name: UNASSIGN,
  async run(services, payload, signal) {
    const { userId, actorId, namespaceId } = payload as Unassigning;
    const namespace = await namespaceById(services.db, namespaceId);
    const actor = await nullIfNotFound(viewerOfAccount(services.db, actorId));
    if (!namespace || !actor) return;
    const ctx = new Context(services, actor);
    // Refused items stay assigned: the next batch begins after the last item of this one.
    let ids = await openItemsAssigned(services.db, namespace, userId, 0, MAX_BULK_ITEMS);
    while (ids.length > 0 && !signal.aborted) {
      await changeWorkItems(ctx, ids, { removeAssigneeIds: [userId] });
      ids = await openItemsAssigned(services.db, namespace, userId, ids.at(-1) ?? 0, MAX_BULK_ITEMS);
    }
  },
};
