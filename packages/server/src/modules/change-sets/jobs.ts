import type { JobTask } from '../../platform/jobs/tasks.ts';
import { removeOldChangeSets } from './store.ts';

/** Change sets can be undone for a month. */
export const sweepChangeSets: JobTask = {
  name: 'changeSets.sweep',
  cron: '23 4 * * *',
  run: ({ db }) => removeOldChangeSets(db),
};
