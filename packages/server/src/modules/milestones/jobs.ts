import type { JobTask } from '../../platform/jobs/tasks.ts';
import { settleUnplannedEpics } from './store/unplanned.ts';

/** Filters check pending epics one by one; an import leaves so many of them that this would be slow. */
export const settleEpics: JobTask = {
  name: 'milestones.settleEpics',
  cron: '* * * * *',
  async run({ db }, _payload, signal) {
    while (!signal.aborted && (await settleUnplannedEpics(db)) > 0);
  },
};
