import type { Db } from '../../platform/database/tables.ts';
import { addJob } from '../../platform/jobs/runner.ts';
import type { JobTask } from '../../platform/jobs/tasks.ts';
import { foldDeltas } from './store/rollups.ts';

const NAME = 'hierarchy.foldRollups';
const BATCH = 10_000;
const SECONDS_WHILE_BUSY = 2;

/**
 * Folds the differences that changes left behind into the sums. Readers add what waits, so nothing hurries; but while there is
 * much to fold it comes again soon, so that nobody adds up many thousands.
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

/** Folds all there is, batch after batch; gives how many differences there were. */
export async function foldAll(db: Db, signal?: AbortSignal): Promise<number> {
  let folded = 0;
  for (;;) {
    if (signal?.aborted) return folded;
    const count = await foldDeltas(db, BATCH);
    folded += count;
    if (count < BATCH) return folded;
  }
}
