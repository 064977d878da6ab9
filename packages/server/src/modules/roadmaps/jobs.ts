import type { JobTask } from '../../platform/jobs/tasks.ts';
import { forgetDeadLinks } from './store/links.ts';
import { forgetDeletedViews } from './store/views.ts';

/** Deletes views that were not restored in time, and expired links. */
export const sweepRoadmaps: JobTask = {
  name: 'roadmaps.sweep',
  cron: '41 * * * *',
  run: async ({ db }) => {
    await forgetDeletedViews(db);
    await forgetDeadLinks(db);
  },
};
