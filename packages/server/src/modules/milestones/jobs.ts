import type { JobTask } from '../../platform/jobs/tasks.ts';
import { settleUnplannedEpics } from './store/unplanned.ts';

/** Filters ask what waits one by one: an import leaves so much of it that they would notice. */
export const settleEpics: JobTask = {
  name: 'milestones.settleEpics',
  cron: '* * * * *',
  async run({ db }, _payload, signal) {
    while (!signal.aborted && (await settleUnplannedEpics(db)) > 0);
  },
};
