import { jobAbout, resuming } from '../../platform/jobs/resumable.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { runBulkUpdate } from './commands/run.ts';
import { BULK_UPDATE_JOB, pendingBulkUpdates, queueBulkUpdate, removeOldBulkUpdates } from './store.ts';

/** Changes all items that matched the filters of a list. */
export const bulkUpdateJob = jobAbout({ name: BULK_UPDATE_JOB, key: 'id', work: runBulkUpdate });
export const resumeBulkUpdatesJob = resuming('lists.resumeBulkUpdates', pendingBulkUpdates, queueBulkUpdate);

export const sweepBulkUpdates: JobTask = {
  name: 'lists.sweepBulkUpdates',
  cron: '29 4 * * *',
  run: ({ db }) => removeOldBulkUpdates(db),
};
