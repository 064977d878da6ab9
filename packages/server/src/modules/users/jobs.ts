import type { JobTask } from '../../platform/jobs/tasks.ts';
import { deleteExpiredSessions } from './store-sessions.ts';
import { deleteOldFailures } from './store-sign-in.ts';

/** Sweeps out what no longer counts: sessions that ended, sign-ins that failed long ago. */
export const sweep: JobTask = {
  name: 'users.sweep',
  cron: '17 * * * *',
  run: async ({ db }) => {
    await deleteExpiredSessions(db);
    await deleteOldFailures(db);
  },
};
