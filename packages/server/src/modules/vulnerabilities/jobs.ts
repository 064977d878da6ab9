import type { JobTask } from '../../platform/jobs/tasks.ts';
import { deleteAbandonedReports } from './commands/received.ts';

export const sweepReportsJob: JobTask = {
  name: 'vulnerabilities.sweep-reports',
  cron: '23 4 * * *',
  run: (services) => deleteAbandonedReports(services),
};
