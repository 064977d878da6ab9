import type { JobTask } from '../../platform/jobs/tasks.ts';
import { foldDeltas } from './store-rollups.ts';

const BATCH = 10_000;

/** Folds the differences that changes left behind into the sums. Readers add what waits, so nothing hurries. */
export const foldRollups: JobTask = {
  name: 'hierarchy.foldRollups',
  cron: '* * * * *',
  async run(services, _payload, signal) {
    while (!signal.aborted) {
      const count = await foldDeltas(services.db, BATCH);
      if (count < BATCH) return;
    }
  },
};
