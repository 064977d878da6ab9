import type { NamespaceId } from '@milepost/core/ids';
import type { Db } from '../../platform/database/tables.ts';
import { addJob } from '../../platform/queue/add-job.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { isRecord } from '../../platform/rest/input.ts';
import { pendingTransfers, queueTransfer, TRANSFER_JOB } from '../namespaces/store/transfers.ts';
import { pendingVisibilityChanges } from '../namespaces/store/visibility.ts';
import { pendingRemovals, queueRemoval, REMOVAL_JOB } from '../namespaces/store/removals.ts';
import { runRemoval } from './commands/removals.ts';
import { runTransfer } from './commands/transfers.ts';
import { queueVisibilityChange, runVisibilityChange, VISIBILITY_JOB } from './commands/visibility.ts';
import { foldDeltas } from './store/rollups.ts';

const NAME = 'hierarchy.foldRollups';
const BATCH = 10_000;
const SECONDS_WHILE_BUSY = 2;

/**
 * Folds deltas into the sums. Readers add pending deltas, so this is not urgent; but with many pending it runs again soon, so
 * that readers do not add thousands.
 */
export const foldRollups: JobTask = {
  name: NAME,
  cron: '* * * * *',
  async run(services, _payload, signal) {
    const folded = await foldAll(services.db, signal);
    if (folded < BATCH / 10) return;
    const runAt = new Date(Date.now() + SECONDS_WHILE_BUSY * 1_000);
    await addJob(services.db, NAME, {}, { key: NAME, runAt, maxAttempts: 1 });
  },
};

/** Folds all pending deltas, batch by batch; returns their number. */
export async function foldAll(db: Db, signal?: AbortSignal): Promise<number> {
  let folded = 0;
  for (;;) {
    if (signal?.aborted) return folded;
    const count = await foldDeltas(db, BATCH);
    folded += count;
    if (count < BATCH) return folded;
  }
}

/** Moves a group or project with many items to another top-level group. */
export const transferJob: JobTask = {
  name: TRANSFER_JOB,
  async run(services, payload, signal) {
    const id = isRecord(payload) ? payload['namespaceId'] : null;
    if (typeof id === 'number') await runTransfer(services, id as NamespaceId, signal);
  },
};

/** A killed server takes its job along; queueing one that runs has no effect. */
export const resumeTransfersJob: JobTask = {
  name: 'hierarchy.resumeTransfers',
  cron: '* * * * *',
  atStart: true,
  async run({ db }) {
    for (const id of await pendingTransfers(db)) await queueTransfer(db, id);
  },
};

/** Moves the items of a group or project whose visibility changed to the sums of their new audience. */
export const visibilityJob: JobTask = {
  name: VISIBILITY_JOB,
  async run(services, payload, signal) {
    const id = isRecord(payload) ? payload['namespaceId'] : null;
    if (typeof id === 'number') await runVisibilityChange(services, id as NamespaceId, signal);
  },
};

export const resumeVisibilityJob: JobTask = {
  name: 'hierarchy.resumeVisibility',
  cron: '* * * * *',
  atStart: true,
  async run({ db }) {
    for (const id of await pendingVisibilityChanges(db)) await queueVisibilityChange(db, id);
  },
};

/** Removes a deleted group or project with many items for good. */
export const removalJob: JobTask = {
  name: REMOVAL_JOB,
  async run(services, payload, signal) {
    const id = isRecord(payload) ? payload['namespaceId'] : null;
    if (typeof id === 'number') await runRemoval(services, id as NamespaceId, signal);
  },
};

export const resumeRemovalsJob: JobTask = {
  name: 'hierarchy.resumeRemovals',
  cron: '* * * * *',
  atStart: true,
  async run({ db }) {
    for (const id of await pendingRemovals(db)) await queueRemoval(db, id);
  },
};
