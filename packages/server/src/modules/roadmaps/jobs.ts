import type { JobTask } from '../../platform/jobs/tasks.ts';
import { forgetDeletedViews } from './store-views.ts';

/** Sweeps out views that were deleted and not brought back. */
export const sweepViews: JobTask = {
  name: 'roadmaps.sweep',
  cron: '41 * * * *',
  run: ({ db }) => forgetDeletedViews(db),
};
