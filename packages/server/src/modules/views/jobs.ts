import type { JobTask } from '../../platform/jobs/tasks.ts';
import { purgeDeletedViews } from './store.ts';

/** Deletes views that were not restored in time. */
export const sweepViews: JobTask = {
  name: 'views.sweep',
  cron: '43 * * * *',
  run: ({ db }) => purgeDeletedViews(db),
};
