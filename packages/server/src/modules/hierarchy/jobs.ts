import type { NamespaceId } from '@milepost/core/ids';
import type { Db } from '../../platform/database/tables.ts';
import { addJob } from '../../platform/queue/add-job.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { BatchSize, inBatches, pauseAfter } from '../../platform/jobs/batches.ts';
import { jobAbout, jobInSlices, resuming, sliceWithin } from '../../platform/jobs/resumable.ts';
import { pendingTransfers, queueTransfer, TRANSFER_JOB } from '../namespaces/store/transfers.ts';
import { pendingVisibilityChanges } from '../namespaces/store/visibility.ts';
import { pendingRemovals, queueRemoval, REMOVAL_JOB } from '../namespaces/store/removals.ts';
import { runRemoval } from './commands/removals.ts';
import { runTransfer } from './commands/transfers.ts';
import { queueVisibilityChange, runVisibilityChange, VISIBILITY_JOB } from './commands/visibility.ts';
import { foldChanges, foldDeltas } from './store/folding.ts';

const NAME = 'hierarchy.foldRollups';
/** Items whose deltas are folded at once: a transaction that deletes one of them waits for the batch. */
const MIN_BATCH = 50;
const MAX_BATCH = 500;
/** An estimate. */
const ITEMS_OF_A_CHANGE = 5;
/** With more in one run, the next one starts soon. */
const MANY = 100;
const SECONDS_WHILE_BUSY = 2;
/** Changes by this process after which it has them folded. */
const FOLD_AFTER = 500;

/**
 * Folds deltas and changes into the sums. Readers add pending ones, so this is not urgent; but with many pending it runs again soon, so
 * that readers do not add thousands.
 */
export const foldRollups: JobTask = {
  name: NAME,
  cron: '* * * * *',
  async run(services, _payload, signal) {
    const slice = sliceWithin(signal);
    const folded = await foldAll(services.db, slice);
    if (signal.aborted || (folded < MANY && !slice.aborted)) return;
    const runAt = new Date(Date.now() + (slice.aborted ? 0 : SECONDS_WHILE_BUSY * 1_000));
    await addJob(services.db, NAME, {}, { key: NAME, runAt, maxAttempts: 1 });
  },
};

const changes = new WeakMap<Db, number>();

/** Counts a change, so that readers never read more than some hundreds. `db`: not a transaction. If it fails, the next run folds them. */
export function foldSoon(db: Db): void {
  const count = (changes.get(db) ?? 0) + 1;
  changes.set(db, count % FOLD_AFTER);
  if (count === FOLD_AFTER) void addJob(db, NAME, {}, { key: NAME, maxAttempts: 1 }).catch(() => {});
}

/** Folds all pending changes and deltas, batch by batch; returns their number. */
export async function foldAll(db: Db, signal?: AbortSignal): Promise<number> {
  const size = new BatchSize({ first: MIN_BATCH, max: MAX_BATCH, min: MIN_BATCH });
  let count = await inBatches(
    new BatchSize({ first: MIN_BATCH / ITEMS_OF_A_CHANGE, max: MAX_BATCH / ITEMS_OF_A_CHANGE }),
    (limit) => foldChanges(db, limit),
    signal,
  );
  let from = 0;
  for (;;) {
    if (signal?.aborted) return count;
    const began = performance.now();
    const batch = await foldDeltas(db, size.rows, from);
    const took = performance.now() - began;
    count += batch.count;
    if (batch.next === null) return count;
    from = batch.next;
    size.took(took);
    await pauseAfter(took, signal);
  }
}

const key = 'namespaceId';

/** Moves a group or project with many items to another top-level group. */
export const transferJob = jobAbout<NamespaceId>({ name: TRANSFER_JOB, key, work: runTransfer });
export const resumeTransfersJob = resuming('hierarchy.resumeTransfers', pendingTransfers, queueTransfer);

/** Moves the items of a group or project whose visibility changed to the sums of their new audience. */
export const visibilityJob = jobInSlices<NamespaceId>({
  name: VISIBILITY_JOB,
  key,
  work: (services, id, signal) => runVisibilityChange(services, id, signal),
  queue: queueVisibilityChange,
});
export const resumeVisibilityJob = resuming(
  'hierarchy.resumeVisibility',
  pendingVisibilityChanges,
  queueVisibilityChange,
);

/** Removes a deleted group or project with many items for good. */
export const removalJob = jobInSlices<NamespaceId>({
  name: REMOVAL_JOB,
  key,
  work: (services, id, signal) => runRemoval(services, id, signal),
  queue: queueRemoval,
});
export const resumeRemovalsJob = resuming('hierarchy.resumeRemovals', pendingRemovals, queueRemoval);
