import type { JobTask } from '../../platform/jobs/tasks.ts';
import { purgeDeletedUpdates } from './store.ts';

/** Permanently deletes status updates that were deleted more than a day ago. */
export const sweepStatusUpdates: JobTask = {
  name: 'statusUpdates.sweep',
  cron: '47 * * * *',
  run: ({ db }) => purgeDeletedUpdates(db),
};
