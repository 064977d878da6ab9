import type { JobTask } from '../../platform/jobs/tasks.ts';
import { settleUnplannedEpics } from './store/unplanned.ts';

/** Recomputes epics that wait for it, each minute: filters check waiting epics one by one, which is slow after an import. */
export const settleEpics: JobTask = {
  name: 'milestones.settleEpics',
  cron: '* * * * *',
  async run({ db }, _payload, signal) {
    while (!signal.aborted && (await settleUnplannedEpics(db)) > 0);
  },
};
