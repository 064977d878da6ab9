import type { JobTask } from '../../platform/jobs/tasks.ts';
import { purgeDeletedUpdates } from './store.ts';

/** Deletes status updates that were not restored in time. */
export const sweepStatusUpdates: JobTask = {
  name: 'statusUpdates.sweep',
  cron: '47 * * * *',
  run: ({ db }) => purgeDeletedUpdates(db),
};
