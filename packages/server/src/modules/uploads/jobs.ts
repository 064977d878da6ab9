import type { JobTask } from '../../platform/jobs/tasks.ts';
import { sweepFiles } from './commands.ts';
import { sweepUses } from './store.ts';

/** Removes files without a row: of aborted uploads, and of deleted groups and projects. */
export const sweepUploads: JobTask = {
  name: 'uploads.sweep',
  cron: '23 3 * * *',
  atStart: true,
  run: async (services) => {
    await sweepFiles(services);
    await sweepUses(services.db);
  },
};
