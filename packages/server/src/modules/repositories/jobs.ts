import type { JobTask } from '../../platform/jobs/tasks.ts';
import { isBackupRunning } from '../../platform/backup/running.ts';
import { fetchDueRemotes } from './commands/fetch-remotes.ts';
import { FETCH_REMOTES } from './commands/remotes.ts';
import { sweepFolders } from './store/folders.ts';
import { withRepository } from './store.ts';

/** Removes repositories of deleted projects, and what aborted pushes left. */
export const sweepRepositories: JobTask = {
  name: 'repositories.sweep',
  cron: '17,47 * * * *',
  atStart: true,
  run: ({ db, dataDir }) =>
    sweepFolders(dataDir, async (ids) => {
      const known = await withRepository(db, ids);
      // A backup that is being made may hold the rows of deleted projects. One that begins later does not.
      return (await isBackupRunning(db)) ? new Set(ids) : known;
    }),
};

/** Starts the fetches of remotes that are due. */
export const fetchRemotes: JobTask = {
  name: FETCH_REMOTES,
  cron: '* * * * *',
  run: (services, _payload, signal) => fetchDueRemotes(services, signal),
};
