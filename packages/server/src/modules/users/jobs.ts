import type { JobTask } from '../../platform/jobs/tasks.ts';
import { deleteExpiredSessions } from './store/sessions.ts';
import { sweepAttempts } from './store/sign-in.ts';

/** Deletes sessions that ended. */
export const sweep: JobTask = {
  name: 'users.sweep',
  cron: '17 * * * *',
  run: ({ db }) => deleteExpiredSessions(db),
};

/** Often, because anyone can make these rows: their number must stay bounded under a flood of made-up names. */
export const sweepSignInAttempts: JobTask = {
  name: 'users.sweepSignInAttempts',
  cron: '*/5 * * * *',
  run: ({ db }) => sweepAttempts(db),
};
