import type { JobTask } from '../../platform/jobs/tasks.ts';
import { sweepFolders } from './store/folders.ts';
import { withRepository } from './store.ts';

/** Removes repositories of deleted projects, and what aborted pushes left. */
export const sweepRepositories: JobTask = {
  name: 'repositories.sweep',
  cron: '17,47 * * * *',
  atStart: true,
  run: ({ db, dataDir }) => sweepFolders(dataDir, (ids) => withRepository(db, ids)),
};
