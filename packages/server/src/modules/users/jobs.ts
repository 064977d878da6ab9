import type { JobTask } from '../../platform/jobs/tasks.ts';
import { deleteExpiredSessions } from './store/sessions.ts';
import { sweepAttempts } from './store/sign-in.ts';

/** Deletes expired sessions. */
export const sweep: JobTask = {
  name: 'users.sweep',
  cron: '17 * * * *',
  run: ({ db }) => deleteExpiredSessions(db),
};

/** Frequent, because anyone can create these rows with made-up names: their number must stay bounded. */
export const sweepSignInAttempts: JobTask = {
  name: 'users.sweepSignInAttempts',
  cron: '*/5 * * * *',
  run: ({ db }) => sweepAttempts(db),
};
