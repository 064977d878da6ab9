import type { JobTask } from '../../platform/jobs/tasks.ts';
import { sweepFiles } from './commands.ts';
import { sweepUses } from './store.ts';

/** Sweeps out files without a row: of uploads that broke off, and of groups and projects that are gone. */
export const sweepUploads: JobTask = {
  name: 'uploads.sweep',
  cron: '23 3 * * *',
  atStart: true,
  run: async (services) => {
    await sweepFiles(services);
    await sweepUses(services.db);
  },
};
