import type { JobTask } from '../../platform/jobs/tasks.ts';
import { indexQueued, jobBatch } from './store/queue.ts';

/** Indexes queued changes, each minute. A search itself indexes only the newest ones, which is too few after an import. */
export const indexSearch: JobTask = {
  name: 'search.index',
  cron: '* * * * *',
  async run({ db }, _payload, signal) {
    let count = 1;
    while (count > 0 && !signal.aborted) count = await indexQueued(db, jobBatch);
  },
};
