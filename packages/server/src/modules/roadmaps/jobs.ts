import type { JobTask } from '../../platform/jobs/tasks.ts';
import { deleteExpiredLinks } from './store/links.ts';

/** Deletes expired links. */
export const sweepRoadmaps: JobTask = {
  name: 'roadmaps.sweep',
  cron: '41 * * * *',
  run: ({ db }) => deleteExpiredLinks(db),
};
