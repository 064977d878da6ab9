import { BatchSize } from '../../platform/jobs/batches.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { MAX_SETTLED, settleUnplannedEpics } from './store/unplanned.ts';

/**
 * Recomputes epics that wait for it, each minute: filters check waiting epics one by one, which is slow after an import. In short batches,
 * because whoever changes the dates of their milestones waits for one.
 */
export const settleEpics: JobTask = {
  name: 'milestones.settleEpics',
  cron: '* * * * *',
  async run({ db }, _payload, signal) {
    const size = new BatchSize({ first: 100, max: MAX_SETTLED, min: 20 });
    while (!signal.aborted) {
      const limit = size.rows;
      const began = performance.now();
      const count = await settleUnplannedEpics(db, limit);
      if (count === 0) return;
      if (count === limit) size.took(performance.now() - began);
    }
  },
};
