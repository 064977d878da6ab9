import type { JobTask } from '../../platform/jobs/tasks.ts';
import { fetchDueRemotes } from './commands/fetch-remotes.ts';
import { FETCH_REMOTES } from './commands/remotes.ts';
import { sweepFolders } from './store/folders.ts';
import { withRepository } from './store.ts';

/** Removes repositories of deleted projects, and what aborted pushes left. */
export const sweepRepositories: JobTask = {
  name: 'repositories.sweep',
  cron: '17,47 * * * *',
  atStart: true,
  run: ({ db, dataDir }) => sweepFolders(dataDir, (ids) => withRepository(db, ids)),
};

/** Starts the fetches of remotes that are due. */
export const fetchRemotes: JobTask = {
  name: FETCH_REMOTES,
  cron: '* * * * *',
  run: (services, _payload, signal) => fetchDueRemotes(services, signal),
};
