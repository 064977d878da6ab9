import type { JobTask } from '../../platform/jobs/tasks.ts';
import { purgeDeletedViews } from './store.ts';

/** Permanently deletes views whose restore period is over. */
export const sweepViews: JobTask = {
  name: 'views.sweep',
  cron: '43 * * * *',
  run: ({ db }) => purgeDeletedViews(db),
};
