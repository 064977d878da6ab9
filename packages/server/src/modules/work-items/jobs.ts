import type { JobTask } from '../../platform/jobs/tasks.ts';
import { indexQueuedTexts } from './store/queued-texts.ts';

/** Searches read pending texts one by one; an import leaves so many of them that this would be slow. */
export const indexTexts: JobTask = {
  name: 'workItems.indexTexts',
  cron: '* * * * *',
  async run({ db }, _payload, signal) {
    for (const kind of ['epics', 'issues'] as const) {
      while (!signal.aborted && (await indexQueuedTexts(db, kind)) > 0);
    }
  },
};
