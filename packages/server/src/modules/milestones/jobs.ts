import { BatchSize, inBatches } from '../../platform/jobs/batches.ts';
import { sliceWithin } from '../../platform/jobs/resumable.ts';
import { addJob } from '../../platform/queue/add-job.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { settleUnplannedEpics } from './store/unplanned.ts';

const NAME = 'milestones.settleEpics';
/** The time for an epic varies: a larger batch after many short ones could take seconds. */
const MAX_BATCH = 250;

/**
 * Recomputes epics that wait for it, each minute: filters check waiting epics one by one, which is slow after an import. In short batches,
 * because a transaction that changes the dates of their milestones waits for one.
 */
export const settleEpics: JobTask = {
  name: NAME,
  cron: '* * * * *',
  async run({ db }, _payload, signal) {
    const size = new BatchSize({ first: 100, max: MAX_BATCH, min: 20 });
    const slice = sliceWithin(signal);
    await inBatches(size, (limit) => settleUnplannedEpics(db, limit), slice);
    if (slice.aborted && !signal.aborted) await addJob(db, NAME, {}, { key: NAME, maxAttempts: 1 });
  },
};
