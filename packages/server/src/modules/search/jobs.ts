import type { JobTask } from '../../platform/jobs/tasks.ts';
import { indexQueued, jobBatch, mergeNewEntries } from './store/queue.ts';

/** Indexes queued changes, each minute. A search itself indexes only the newest ones, which is too few after an import. */
export const indexSearch: JobTask = {
  name: 'search.index',
  cron: '* * * * *',
  async run({ db }, _payload, signal) {
    let total = 0;
    for (let count = 1; count > 0 && !signal.aborted; total += count) count = await indexQueued(db, jobBatch);
    if (total > 0) await mergeNewEntries(db);
  },
};
