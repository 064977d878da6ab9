import type { JobTask } from '../../platform/jobs/tasks.ts';
import { removeOldCalls } from './store.ts';

/** The log of calls is kept for a year. */
export const sweepAiCalls: JobTask = {
  name: 'ai.sweepCalls',
  cron: '29 4 * * *',
  run: ({ db }) => removeOldCalls(db),
};
