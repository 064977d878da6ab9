import type { JobTask } from '../../platform/jobs/tasks.ts';
import { removeOldMails } from './store.ts';

/** Removes the records of mails that arrived long ago. */
export const removeOldReceivedMails: JobTask = {
  name: 'mailIn.removeOld',
  cron: '25 3 * * *',
  run: ({ db }) => removeOldMails(db),
};
