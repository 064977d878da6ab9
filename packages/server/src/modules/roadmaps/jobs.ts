import type { JobTask } from '../../platform/jobs/tasks.ts';
import { deleteExpiredLinks } from './store/links.ts';
import { purgeDeletedViews } from './store/views.ts';

/** Deletes views that were not restored in time, and expired links. */
export const sweepRoadmaps: JobTask = {
  name: 'roadmaps.sweep',
  cron: '41 * * * *',
  run: async ({ db }) => {
    await purgeDeletedViews(db);
    await deleteExpiredLinks(db);
  },
};
