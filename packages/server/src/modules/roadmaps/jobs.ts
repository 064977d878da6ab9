import type { JobTask } from '../../platform/jobs/tasks.ts';
import { forgetDeadLinks } from './store/links.ts';
import { forgetDeletedViews } from './store/views.ts';

/** Sweeps out views that were deleted and not brought back, and links that open nothing. */
export const sweepRoadmaps: JobTask = {
  name: 'roadmaps.sweep',
  cron: '41 * * * *',
  run: async ({ db }) => {
    await forgetDeletedViews(db);
    await forgetDeadLinks(db);
  },
};
